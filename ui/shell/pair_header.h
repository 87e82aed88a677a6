// SPDX-License-Identifier: GPL-3.0-or-later
// The line above every page: which file is actual, which is expected, under which rules. Knows nothing of the session.
//
//   header->setPair(actualPath, expectedPath);  header->setOffers(snapshot->offers, snapshot->ruleId);
#pragma once

#include <QFrame>
#include <vector>

#include "core/session/snapshot.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace plumbline::ui {

class ActionRegistry;
class SideSlot;

class PairHeader : public QFrame {
  Q_OBJECT

 public:
  explicit PairHeader(QWidget* parent = nullptr);

  /// bindActions gives the buttons their actions: pair.swap, pair.reload, pair.open.
  void bindActions(ActionRegistry& registry);
  void setPair(const QString& actualPath, const QString& expectedPath);
  /// setOffers fills the rule switch; with no offers it is hidden.
  void setOffers(const std::vector<session::RuleOffer>& offers, const QString& usedId);
  /// openRules puts the focus on the rule switch and opens it.
  void openRules();

  SideSlot* actualSlot() const { return m_actual; }
  SideSlot* expectedSlot() const { return m_expected; }
  QComboBox* rules() const { return m_rules; }

 Q_SIGNALS:
  void actualWanted();
  void expectedWanted();
  void rulesChosen(const QString& ruleId);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QToolButton* addButton(const QString& name);

  SideSlot* m_actual;
  SideSlot* m_expected;
  QLabel* m_rulesLabel;
  QComboBox* m_rules;
  QToolButton* m_swap;
  QToolButton* m_reload;
  QToolButton* m_open;
};

}  // namespace plumbline::ui
