// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that are compared, in order, and what can be done with them: add, take away, which is before and which after,
// swap, follow the pair on screen.
//
//   auto* strip = new RunStrip(theme, page);
//   connect(strip, &RunStrip::sidesWanted, &compare, &CompareSession::setSides);
#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

#include "core/session/compare_session.h"
#include "ui/theme/theme.h"

class QHBoxLayout;
class QMenu;
class QToolButton;

namespace plumbline::ui {

class RunChip;

class RunStrip : public QWidget {
  Q_OBJECT

 public:
  explicit RunStrip(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void showState(const session::CompareStatePtr& state);
  /// openAddMenu shows the offers below its button; runMenu what can be done with a run. Both delete themselves.
  void openAddMenu();
  QMenu* addMenu();
  QMenu* runMenu(std::size_t run);
  QList<QWidget*> focusOrder() const;
  const QList<RunChip*>& chips() const { return m_chips; }

 Q_SIGNALS:
  void sidesWanted(std::size_t before, std::size_t after);
  void removeWanted(std::size_t run);
  void runsWanted(const std::vector<plumbline::diff::Run>& runs);
  void filesWanted();
  void swapWanted();
  void followWanted();
  void saveWanted();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QToolButton* addButton(const QString& text, const QString& icon, const QString& tooltip);
  void chooseWords();
  bool isChosen(const diff::Run& run) const;

  Theme m_theme;
  session::CompareStatePtr m_state;
  QHBoxLayout* m_runs;
  QList<RunChip*> m_chips;
  QToolButton *m_add, *m_swap, *m_follow, *m_save;
};

}  // namespace plumbline::ui
