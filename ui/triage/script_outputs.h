// SPDX-License-Identifier: GPL-3.0-or-later
// What CI printed, one text per check, with a button for each check above it.
//
//   outputs->show(snapshot->comparison); outputs->pointAt(u"llama"_s); outputs->showNext();
#pragma once

#include <QList>
#include <QWidget>
#include <memory>

#include "core/verdicts/comparison.h"
#include "ui/theme/theme.h"

class QButtonGroup;
class QHBoxLayout;
class QStackedLayout;

namespace plumbline::ui {

class ScriptOutputView;

class ScriptOutputs : public QWidget {
  Q_OBJECT

 public:
  explicit ScriptOutputs(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// show offers the checks of a comparison; the check that was in front stays so where it can.
  void show(const std::shared_ptr<const verdicts::Comparison>& comparison);
  void pointAt(const QString& model);
  /// showNext brings the next check to the front; false after the last, which the first then follows.
  bool showNext();
  ScriptOutputView* current() const;

 private:
  void choose(int check);

  Theme m_theme;
  QHBoxLayout* m_bar;
  QButtonGroup* m_buttons;
  QStackedLayout* m_stack;
  QList<ScriptOutputView*> m_views;
};

}  // namespace plumbline::ui
