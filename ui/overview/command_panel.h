// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that run one model of one config on one's own machine, ready to copy. Runs nothing itself.
//
//   panel->showCommands(u"rocm/inductor_torchbench_training"_s, {command, check});
#pragma once

#include <QStringList>
#include <QWidget>

#include "ui/theme/theme.h"

class QPlainTextEdit;
class QToolButton;

namespace plumbline::ui {

class ElidedLabel;

class CommandPanel : public QWidget {
  Q_OBJECT

 public:
  explicit CommandPanel(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// showCommands replaces what is shown; none: says that nothing can be run. `needs` says with what build.
  void showCommands(const QString& config, const QStringList& commands, const QString& needs = {});
  bool hasCommands() const { return !m_commands.isEmpty(); }
  QString text() const;
  QList<QWidget*> focusOrder() const;

 public Q_SLOTS:
  void copy();

 Q_SIGNALS:
  void copied(int commands);

 private:
  void setCopied(bool copied);

  ElidedLabel* m_title;
  QPlainTextEdit* m_text;
  QToolButton* m_copy;
  QStringList m_commands;
};

}  // namespace plumbline::ui
