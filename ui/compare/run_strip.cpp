// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/run_strip.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <map>

#include "core/diff/repeats.h"
#include "ui/compare/compare_model.h"
#include "ui/support/form_controls.h"
#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/plain_paint.h"

namespace plumbline::ui {
namespace {

constexpr int kWidestLabel = 300;
constexpr int kNarrowestLabel = 28;

constexpr std::size_t kMaxGroups = 400;  ///< configs in the menu; more than any commit has

QString menuText(const QString& text) {
  QString shown = shortened(text, 100).simplified();
  return shown.replace(u'&', u"&&"_s);
}

}  // namespace

RunChip::RunChip(const Theme& theme, std::size_t run, QWidget* parent) : QuietButton(parent), m_theme(theme), m_run(run) {
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(this, &QAbstractButton::clicked, this, &RunChip::menuRequested);
  RunChip::setTheme(theme);
}

QString RunChip::sideWord() const {
  switch (m_side) {
    case RunSide::Before: return tr("before");
    case RunSide::After: return tr("after");
    case RunSide::BeforeRepeat: return tr("repeats before");
    case RunSide::AfterRepeat: return tr("repeats after");
    case RunSide::None: break;
  }
  return {};
}

void RunChip::show(const diff::Run& run, RunSide side) {
  m_label = shortened(fromUtf8(run.label), 80).simplified();
  m_file = shortened(fromUtf8(run.origin).section(u'/', -1), 120).simplified();
  m_side = side;
  const bool hasSide = m_side != RunSide::None;
  QStringList tip{hasSide ? tr("Run %1, %2: %3").arg(runLetter(m_run), sideWord(), m_label)
                          : tr("Run %1: %2").arg(runLetter(m_run), m_label),
                  shortened(fromUtf8(run.origin), 600)};
  if (!run.commit.empty()) tip << tr("commit %1").arg(fromUtf8(run.commit));
  if (run.isBaseline) tip << tr("a baseline");
  setToolTip(tip.join(u'\n'));
  setAccessibleName(hasSide ? tr("Run %1, %2, %3").arg(runLetter(m_run), m_label, sideWord())
                            : tr("Run %1, %2").arg(runLetter(m_run), m_label));
  setAccessibleDescription(tr("%1. Enter opens what can be done with it, Delete takes it away").arg(caption()));
  updateGeometry();
  update();
}

QString RunChip::caption() const {
  if (m_file.isEmpty() || m_label.contains(m_file)) return m_label;
  return m_file.contains(m_label) ? m_file : m_label + u" \u00b7 "_s + m_file;
}

void RunChip::setTheme(const Theme& theme) {
  m_theme = theme;
  setTextStyle(*this, theme);
}

QSize RunChip::sizeHint() const {
  const QFontMetrics metrics = fontMetrics();
  int width = metrics.height() + kGrid + std::min(kWidestLabel, metrics.horizontalAdvance(caption()) + 2) + 2 * kGrid;
  if (m_side != RunSide::None) width += metrics.horizontalAdvance(sideWord()) + kGrid;
  return {width, metrics.height() + kGrid};
}

QSize RunChip::minimumSizeHint() const {
  const int label = std::min(kNarrowestLabel, fontMetrics().horizontalAdvance(caption()));
  const int side = m_side == RunSide::None ? 0 : fontMetrics().horizontalAdvance(sideWord()) + kGrid;
  return {fontMetrics().height() + 3 * kGrid + label + side, sizeHint().height()};
}

void RunChip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  QColor fill = m_theme.color(Tone::Base);
  if (underMouse() || isDown()) fill = mixed(fill, m_theme.color(Tone::Text), isDown() ? 0.12 : 0.06);
  drawBox(&painter, rect(), {.fill = fill, .border = m_theme.color(Tone::Control)});
  if (hasFocus()) drawFocusRing(&painter, rect(), m_theme.palette());
  const int side = fontMetrics().height();
  const QRect badge(kGrid / 2 + 1, (height() - side) / 2, side, side);
  const QColor colour = m_theme.series(m_run);
  drawBox(&painter, badge, {.fill = mixed(m_theme.color(Tone::Base), colour, 0.18), .border = colour});
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  painter.setFont(bold);
  painter.setPen(m_theme.color(Tone::Text));
  painter.drawText(badge, Qt::AlignCenter, runLetter(m_run));
  painter.setFont(font());
  QRect rest = rect().adjusted(badge.right() + 1 + kGrid, 0, -kGrid, 0);
  if (m_side != RunSide::None) {
    painter.setPen(m_theme.color(Tone::Muted));
    painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter, sideWord());
    rest.setRight(rest.right() - fontMetrics().horizontalAdvance(sideWord()) - kGrid);
  }
  painter.setPen(m_theme.color(Tone::Text));
  painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(caption(), Qt::ElideMiddle, rest.width() + 1));
}

void RunChip::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace) {
    Q_EMIT removeRequested();
    return;
  }
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    click();
    return;
  }
  QuietButton::keyPressEvent(event);
}

RunStrip::RunStrip(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  m_runs = makeRow(nullptr, {}, kGrid / 2);
  auto* layout = makeRow(this, {kGrid, kGrid / 2, kGrid, kGrid / 2}, kGrid / 2, {m_runs});
  m_add = addButton(tr("Add run"), u"plus"_s, tr("Hold one more run beside these (I)"));
  layout->addStretch(1);
  m_swap = addButton(tr("Swap"), u"swap"_s, tr("Exchange before and after (S)"));
  m_follow = addButton(tr("Follow the pair"), u"compare"_s,
                       tr("Compare actual with baseline of whatever pair is on screen (W)"));
  m_follow->setCheckable(true);
  m_thresholds = addButton(tr("Thresholds"), u"options"_s,
                           tr("What counts as a change: show or hide the thresholds beside the table (P)"));
  m_thresholds->setCheckable(true);
  m_save = addButton(tr("Save report"), u"file"_s,
                     tr("Save the comparison as Markdown, HTML, CSV or JSON, by the ending (Ctrl+Shift+S)"));
  connect(m_add, &QToolButton::clicked, this, &RunStrip::openAddMenu);
  connect(m_swap, &QToolButton::clicked, this, &RunStrip::swapRequested);
  connect(m_follow, &QToolButton::clicked, this, [this] {
    m_follow->setChecked(m_state && m_state->followsPair);  // it becomes so when the state says so
    Q_EMIT followRequested();
  });
  connect(m_thresholds, &QToolButton::clicked, this, &RunStrip::thresholdsToggled);
  connect(m_save, &QToolButton::clicked, this, &RunStrip::saveRequested);
}

QToolButton* RunStrip::addButton(const QString& text, const QString& icon, const QString& tooltip) {
  QToolButton* button = makeToolButton(text, icon, tooltip, this);
  layout()->addWidget(button);
  return button;
}

void RunStrip::setTheme(const Theme& theme) { m_theme = theme; }
void RunStrip::setThresholdsShown(bool on) { m_thresholds->setChecked(on); }

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
    connect(chip, &RunChip::menuRequested, this,
            [this, run, chip] { runMenu(run)->popup(chip->mapToGlobal(QPoint(0, chip->height()))); });
    connect(chip, &RunChip::removeRequested, this, [this, run] { Q_EMIT removeRequested(run); });
    m_runs->addWidget(chip);
    if (!m_chips.isEmpty()) setTabOrder(m_chips.last(), chip);
    setTabOrder(chip, m_add);
    m_chips << chip;
  }
  std::vector<RunSide> sides(runs, RunSide::None);
  if (runs > 0 && state->before != state->after) {
    const auto [before, after] = diff::repeatGroups(*state->diff, state->before, state->after, state->repeats);
    for (const std::size_t run : before) sides[run] = run == state->before ? RunSide::Before : RunSide::BeforeRepeat;
    for (const std::size_t run : after) sides[run] = run == state->after ? RunSide::After : RunSide::AfterRepeat;
  }
  for (std::size_t run = 0; run < runs; ++run) m_chips[static_cast<qsizetype>(run)]->show(state->diff->runs()[run], sides[run]);
  m_add->setEnabled(runs < diff::kMaxRuns);
  m_swap->setEnabled(runs > 1);
  m_save->setEnabled(runs > 1);
  m_thresholds->setEnabled(runs > 1);
  m_follow->setChecked(state->followsPair);
  shortenChips();
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
  menu->addAction(lineIcon(u"open"_s), tr("Open files or a folder\u2026"), this, &RunStrip::filesRequested);
  if (!m_state || m_state->offers.empty()) return menu;
  menu->addSeparator();
  // One group is a list; many configs are a menu each, so that none is longer than the screen.
  std::vector<std::string> groups;
  for (const diff::RunChoice& offer : m_state->offers)
    if (std::ranges::find(groups, offer.group) == groups.end() && groups.size() < kMaxGroups)
      groups.push_back(offer.group);
  std::map<std::string, QMenu*> menus;
  for (const std::string& group : groups) {
    menus[group] = groups.size() > 1 ? menu->addMenu(menuText(fromUtf8(group))) : menu;
    menus[group]->setToolTipsVisible(true);
  }
  for (const diff::RunChoice& offer : m_state->offers) {
    const auto found = menus.find(offer.group);
    if (found == menus.end()) continue;
    QAction* action = found->second->addAction(menuText(fromUtf8(offer.run.label)));
    action->setToolTip(shortened(fromUtf8(offer.run.origin), 400));
    action->setEnabled(!isChosen(offer.run));
    connect(action, &QAction::triggered, this, [this, run = offer.run] {
      std::vector<diff::Run> runs;
      if (m_state->diff) runs = m_state->diff->runs();
      runs.push_back(run);
      Q_EMIT runsRequested(runs);
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
  QAction* earlier = menu->addAction(tr("Take it for before"), this,
                                     [this, run, before,
                                      after] { Q_EMIT sidesRequested(run, run == after ? before : after); });
  QAction* later = menu->addAction(tr("Take it for after"), this,
                                   [this, run, before,
                                    after] { Q_EMIT sidesRequested(run == before ? after : before, run); });
  earlier->setEnabled(runs > 1 && run != before);
  later->setEnabled(runs > 1 && run != after);
  menu->addSeparator();
  // As `plumbline-cli diff --repeats`: the runs up to this one repeat one run, those behind it another.
  QAction* repeats = menu->addAction(tr("Repeats: A to %1 against the rest").arg(runLetter(run)), this, [this, run] {
    Q_EMIT repeatsRequested(m_state->repeats == run + 1 ? 0 : run + 1);
  });
  repeats->setCheckable(true);
  repeats->setChecked(m_state->repeats == run + 1);
  repeats->setEnabled(runs > 2 && run + 1 < runs);
  menu->addSeparator();
  menu->addAction(lineIcon(u"close"_s), tr("Take run %1 away").arg(runLetter(run)), this,
                  [this, run] { Q_EMIT removeRequested(run); });
  return menu;
}

/// A strip without room keeps the icons; tooltip and screen readers still say the words.
void RunStrip::shortenChips() {
  const QList<QToolButton*> buttons{m_add, m_swap, m_follow, m_thresholds, m_save};
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
  shortenChips();
}

QList<QWidget*> RunStrip::focusOrder() const {
  QList<QWidget*> order;
  for (RunChip* chip : m_chips) order << chip;
  return order << m_add << m_swap << m_follow << m_thresholds << m_save;
}

}  // namespace plumbline::ui
