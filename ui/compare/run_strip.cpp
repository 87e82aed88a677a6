// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/run_strip.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <map>

#include "ui/compare/compare_columns.h"
#include "ui/compare/run_chip.h"
#include "ui/support/line_icon.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr std::size_t kMostGroups = 400;  ///< configs in the menu; more than any commit has

QString menuText(const QString& text) {
  QString shown = shortened(text, 100).simplified();
  return shown.replace(u'&', u"&&"_s);
}

}  // namespace

RunStrip::RunStrip(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid / 2);
  m_runs = new QHBoxLayout;
  m_runs->setSpacing(kGrid / 2);
  layout->addLayout(m_runs);
  m_add = addButton(u"Add run"_s, u"plus"_s, u"Hold one more run beside these (I)"_s);
  layout->addStretch(1);
  m_swap = addButton(u"Swap"_s, u"swap"_s, u"Exchange before and after (S)"_s);
  m_follow = addButton(u"Follow the pair"_s, u"compare"_s,
                       u"Compare actual with baseline of whatever pair is on screen (W)"_s);
  m_follow->setCheckable(true);
  m_save = addButton(u"Save report"_s, u"file"_s, u"Save the comparison as Markdown, HTML, CSV or JSON, by the ending (Ctrl+Shift+S)"_s);
  connect(m_add, &QToolButton::clicked, this, &RunStrip::openAddMenu);
  connect(m_swap, &QToolButton::clicked, this, &RunStrip::swapWanted);
  connect(m_follow, &QToolButton::clicked, this, [this] {
    m_follow->setChecked(m_state && m_state->followsPair);  // it becomes so when the state says so
    Q_EMIT followWanted();
  });
  connect(m_save, &QToolButton::clicked, this, &RunStrip::saveWanted);
}

QToolButton* RunStrip::addButton(const QString& text, const QString& icon, const QString& tooltip) {
  auto* button = new QToolButton(this);
  button->setText(text);
  button->setIcon(lineIcon(icon));
  button->setToolTip(tooltip);
  button->setAccessibleName(text);
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  layout()->addWidget(button);
  return button;
}

void RunStrip::setTheme(const Theme& theme) {
  m_theme = theme;
  for (RunChip* chip : m_chips) chip->setTheme(theme);
}

void RunStrip::showState(const session::CompareStatePtr& state) {
  m_state = state;
  const std::size_t runs = state->diff ? state->diff->runs().size() : 0;
  while (m_chips.size() > static_cast<qsizetype>(runs)) {
    RunChip* gone = m_chips.takeLast();
    gone->hide();
    gone->deleteLater();
  }
  while (m_chips.size() < static_cast<qsizetype>(runs)) {
    const auto run = static_cast<std::size_t>(m_chips.size());
    auto* chip = new RunChip(m_theme, run, this);
    connect(chip, &RunChip::menuWanted, this, [this, run, chip] { runMenu(run)->popup(chip->mapToGlobal(QPoint(0, chip->height()))); });
    connect(chip, &RunChip::removeWanted, this, [this, run] { Q_EMIT removeWanted(run); });
    m_runs->addWidget(chip);
    if (!m_chips.isEmpty()) setTabOrder(m_chips.last(), chip);
    setTabOrder(chip, m_add);
    m_chips << chip;
  }
  for (std::size_t run = 0; run < runs; ++run) {
    const bool pair = state->before != state->after;
    const RunSide side = !pair ? RunSide::None : run == state->before ? RunSide::Before : run == state->after ? RunSide::After : RunSide::None;
    m_chips[static_cast<qsizetype>(run)]->show(state->diff->runs()[run], side);
  }
  m_add->setEnabled(runs < diff::kMostRuns);
  m_swap->setEnabled(runs > 1);
  m_save->setEnabled(runs > 1);
  m_follow->setChecked(state->followsPair);
  chooseWords();
}

bool RunStrip::isChosen(const diff::Run& run) const {
  return m_state && m_state->diff && std::ranges::any_of(m_state->diff->runs(), [&run](const diff::Run& each) {
           return each.origin == run.origin && each.tables == run.tables;
         });
}

QMenu* RunStrip::addMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setToolTipsVisible(true);
  menu->addAction(lineIcon(u"open"_s), u"Open files or a folder\u2026"_s, this, &RunStrip::filesWanted);
  if (!m_state || m_state->offers.empty()) return menu;
  menu->addSeparator();
  // One group is a list; many configs are a menu each, so that none is longer than the screen.
  std::vector<std::string> groups;
  for (const diff::RunOffer& offer : m_state->offers)
    if (std::ranges::find(groups, offer.group) == groups.end() && groups.size() < kMostGroups) groups.push_back(offer.group);
  std::map<std::string, QMenu*> menus;
  for (const std::string& group : groups) {
    menus[group] = groups.size() > 1 ? menu->addMenu(menuText(fromUtf8(group))) : menu;
    menus[group]->setToolTipsVisible(true);
  }
  for (const diff::RunOffer& offer : m_state->offers) {
    const auto found = menus.find(offer.group);
    if (found == menus.end()) continue;
    QAction* action = found->second->addAction(menuText(fromUtf8(offer.run.label)));
    action->setToolTip(shortened(fromUtf8(offer.run.origin), 400));
    action->setEnabled(!isChosen(offer.run));
    connect(action, &QAction::triggered, this, [this, run = offer.run] {
      std::vector<diff::Run> runs;
      if (m_state->diff) runs = m_state->diff->runs();
      runs.push_back(run);
      Q_EMIT runsWanted(runs);
    });
  }
  return menu;
}

void RunStrip::openAddMenu() {
  if (m_add->isEnabled()) addMenu()->popup(m_add->mapToGlobal(QPoint(0, m_add->height())));
}

QMenu* RunStrip::runMenu(std::size_t run) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const std::size_t before = m_state->before, after = m_state->after, runs = m_state->diff ? m_state->diff->runs().size() : 0;
  // The other side moves out of the way: choosing the later run as the earlier one exchanges the two.
  QAction* earlier = menu->addAction(u"Take it for before"_s, this,
                                     [this, run, before, after] { Q_EMIT sidesWanted(run, run == after ? before : after); });
  QAction* later = menu->addAction(u"Take it for after"_s, this,
                                   [this, run, before, after] { Q_EMIT sidesWanted(run == before ? after : before, run); });
  earlier->setEnabled(runs > 1 && run != before);
  later->setEnabled(runs > 1 && run != after);
  menu->addSeparator();
  menu->addAction(lineIcon(u"close"_s), u"Take run %1 away"_s.arg(runLetter(run)), this, [this, run] { Q_EMIT removeWanted(run); });
  return menu;
}

/// A strip without room keeps the icons; tooltip and screen readers still say the words.
void RunStrip::chooseWords() {
  const QList<QToolButton*> buttons{m_add, m_swap, m_follow, m_save};
  int wanted = 2 * kGrid;
  for (QToolButton* button : buttons) {
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    wanted += button->sizeHint().width() + kGrid / 2;
  }
  for (const RunChip* chip : m_chips) wanted += chip->sizeHint().width() + kGrid / 2;
  if (wanted <= width()) return;
  for (QToolButton* button : buttons) button->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

void RunStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  chooseWords();
}

QList<QWidget*> RunStrip::focusOrder() const {
  QList<QWidget*> order;
  for (RunChip* chip : m_chips) order << chip;
  return order << m_add << m_swap << m_follow << m_save;
}

}  // namespace plumbline::ui
