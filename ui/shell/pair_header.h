// SPDX-License-Identifier: GPL-3.0-or-later
// The line above every page: which file is actual, which is expected, under which rules. Knows nothing of the session.
//
//   header->setPair(actualPath, expectedPath);  header->setOffers(snapshot->offers, snapshot->ruleId);
#pragma once

#include <QFrame>
#include <vector>

#include "core/session/session.h"
#include "ui/support/quiet_button.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace plumbline::ui {

// One side of the pair in the header: which side it is, which file, elided in the middle, its folder behind it where there is
// room, the whole path in the tooltip.
// Pressing it chooses another file for that side.

class SideSlot : public QuietButton {
  Q_OBJECT

 public:
  /// caption says which side it is ("actual"); it never disappears.
  explicit SideSlot(const QString& caption, QWidget* parent = nullptr);

  /// setPath shows the file's name; the empty path says that this side is missing.
  void setPath(const QString& path);
  /// setProblem marks a file that cannot be saved; `cause` goes to the tooltip, "" for none.
  void setProblem(const QString& cause);
  QString path() const { return m_path; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void updateTexts();
  QString captionText() const;
  QString name() const;
  /// folder is where the file lies, the home folder as "~"; empty for a bare name.
  QString folder() const;
  QFont nameFont() const;

  QString m_caption;
  QString m_path;
  QString m_problem;
};

class ActionRegistry;
class SideSlot;

class PairHeader : public QFrame {
  Q_OBJECT

 public:
  explicit PairHeader(QWidget* parent = nullptr);

  /// bindActions gives the buttons their actions: pair.swap, pair.reload, pair.open.
  void bindActions(ActionRegistry& registry);
  void setPair(const QString& actualPath, const QString& expectedPath);
  /// setBaselineProblem says why the baseline cannot be saved; "" when it can.
  void setBaselineProblem(const QString& cause) { m_expected->setProblem(cause); }
  /// setOffers fills the rule switch; with no offers it is hidden.
  void setOffers(const std::vector<session::RuleOffer>& offers, const QString& usedId);
  /// openRules puts the focus on the rule switch and opens it.
  void openRules();

  SideSlot* actualSlot() const { return m_actual; }
  SideSlot* expectedSlot() const { return m_expected; }
  QComboBox* rules() const { return m_rules; }

 Q_SIGNALS:
  void actualRequested();
  void expectedRequested();
  void rulesChosen(const QString& ruleId);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:

  SideSlot* m_actual;
  SideSlot* m_expected;
  QLabel* m_rulesLabel;
  QComboBox* m_rules;
  QToolButton* m_swap;
  QToolButton* m_reload;
  QToolButton* m_open;
};

}  // namespace plumbline::ui
