// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pair_header.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <array>

#include "ui/shell/action_registry.h"
#include "ui/shell/side_slot.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

PairHeader::PairHeader(QWidget* parent)
    : QFrame(parent),
      m_actual(new SideSlot(tr("actual"), this)),
      m_expected(new SideSlot(tr("expected"), this)),
      m_rulesLabel(new QLabel(tr("rules"), this)),
      m_rules(new QComboBox(this)) {
  setObjectName(u"pairHeader"_s);
  setAccessibleName(tr("Files and rules"));
  m_actual->setObjectName(u"actualSlot"_s);
  m_expected->setObjectName(u"expectedSlot"_s);
  m_rules->setObjectName(u"rulesCombo"_s);
  m_rules->setAccessibleName(tr("Rule set in use"));
  m_rules->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_rules->setFocusPolicy(Qt::StrongFocus);
  m_rules->view()->setAccessibleName(tr("Rule sets"));
  m_rules->installEventFilter(this);
  m_rulesLabel->setBuddy(m_rules);
  m_rulesLabel->setForegroundRole(QPalette::PlaceholderText);
  m_swap = addButton(u"swapButton"_s);
  m_reload = addButton(u"reloadButton"_s);
  m_open = addButton(u"openButton"_s);

  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(8, 8, 8, 8);
  line->setSpacing(8);
  line->addWidget(m_actual, 1);
  line->addWidget(m_swap);
  line->addWidget(m_expected, 1);
  line->addSpacing(8);
  line->addWidget(m_rulesLabel);
  line->addWidget(m_rules);
  line->addWidget(m_reload);
  line->addWidget(m_open);
  setOffers({}, {});
  const std::array<QWidget*, 6> visualOrder{m_actual, m_swap, m_expected, m_rules, m_reload, m_open};
  for (std::size_t i = 1; i < visualOrder.size(); ++i) setTabOrder(visualOrder[i - 1], visualOrder[i]);

  connect(m_actual, &SideSlot::clicked, this, &PairHeader::actualWanted);
  connect(m_expected, &SideSlot::clicked, this, &PairHeader::expectedWanted);
  connect(m_rules, &QComboBox::activated, this,
          [this](int index) { Q_EMIT rulesChosen(m_rules->itemData(index).toString()); });
}

QToolButton* PairHeader::addButton(const QString& name) {
  auto* button = new QToolButton(this);
  button->setObjectName(name);
  button->setAutoRaise(true);
  button->setIconSize(QSize(20, 20));
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

void PairHeader::bindActions(ActionRegistry& registry) {
  registry.bind(m_swap, u"pair.swap"_s);
  registry.bind(m_reload, u"pair.reload"_s);
  registry.bind(m_open, u"pair.open"_s);
}

void PairHeader::setPair(const QString& actualPath, const QString& expectedPath) {
  m_actual->setPath(actualPath);
  m_expected->setPath(expectedPath);
}

void PairHeader::setOffers(const std::vector<session::RuleOffer>& offers, const QString& usedId) {
  const QSignalBlocker blocker(m_rules);
  m_rules->clear();
  for (const session::RuleOffer& offer : offers) {
    m_rules->addItem(QString::fromStdString(offer.label), QString::fromStdString(offer.id));
    if (offer.rules) {
      m_rules->setItemData(m_rules->count() - 1, QString::fromStdString(offer.rules->origin), Qt::ToolTipRole);
    }
  }
  m_rules->setCurrentIndex(m_rules->findData(usedId));
  const QString origin = m_rules->currentData(Qt::ToolTipRole).toString();
  m_rules->setToolTip(origin.isEmpty() ? tr("Which generation of the check scripts decides") : origin);
  m_rules->setVisible(!offers.empty());
  m_rulesLabel->setVisible(!offers.empty());
}

void PairHeader::openRules() {
  if (m_rules->isHidden()) return;
  m_rules->setFocus(Qt::ShortcutFocusReason);
  m_rules->showPopup();
}

bool PairHeader::eventFilter(QObject* watched, QEvent* event) {
  // A wheel that scrolls past must not change the rules under the reader.
  if (watched == m_rules && event->type() == QEvent::Wheel) {
    event->ignore();
    return true;
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace plumbline::ui
