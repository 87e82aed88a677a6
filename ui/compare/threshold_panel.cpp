// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/threshold_panel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>

#include "ui/compare/move_look.h"
#include "ui/compare/threshold_row.h"
#include "ui/support/mark_chip.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kBesideTitles = 270;  ///< what a row takes without its name
constexpr int kNarrowestTitle = 80;

diff::MetricLimit& limitOf(diff::Thresholds& thresholds, const std::string& metric) {
  const auto found = std::ranges::find(thresholds.limits, metric, &diff::MetricLimit::metric);
  if (found != thresholds.limits.end()) return *found;
  thresholds.limits.push_back({metric, thresholds.otherwise, {}});
  return thresholds.limits.back();
}

}  // namespace

ThresholdPanel::ThresholdPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_thresholds(diff::defaultThresholds()),
      m_title(new QLabel(u"What counts"_s, this)),
      m_sentence(new QLabel(this)),
      m_flipsOnly(new MarkChip(theme, {flipMark(), u"Flips only"_s, u"Show only rows that turn over with these thresholds (L)"_s,
                                       verdicts::VerdictClass::Flaky}, this)),
      m_reset(new QToolButton(this)),
      m_area(new QScrollArea(this)) {
  setAccessibleName(u"Thresholds"_s);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, kGrid / 2, 0, kGrid / 2);
  layout->setSpacing(kGrid / 2);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(kGrid, 0, kGrid, 0);
  head->setSpacing(kGrid);
  head->addWidget(m_title);
  head->addStretch(1);
  m_reset->setText(u"HUD's values"_s);
  m_reset->setToolTip(u"Back to the dashboard's thresholds (H); Backspace takes one step back"_s);
  m_reset->setFocusPolicy(Qt::TabFocus);
  head->addWidget(m_reset);
  head->addWidget(m_flipsOnly);
  layout->addLayout(head);
  m_sentence->setWordWrap(false);
  m_sentence->setTextFormat(Qt::PlainText);
  m_sentence->setContentsMargins(kGrid, 0, kGrid, 0);
  m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  layout->addWidget(m_sentence);
  m_area->setFrameShape(QFrame::NoFrame);
  m_area->setWidgetResizable(true);
  m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_area->setFocusPolicy(Qt::NoFocus);
  layout->addWidget(m_area, 1);
  connect(m_reset, &QToolButton::clicked, this, &ThresholdPanel::reset);
  connect(m_flipsOnly, &QAbstractButton::toggled, this, &ThresholdPanel::flipsOnlyChanged);
  setTheme(theme);
}

void ThresholdPanel::setTheme(const Theme& theme) {
  m_theme = theme;
  QFont bold = theme.font(TextSize::Normal);
  bold.setWeight(QFont::DemiBold);
  m_title->setFont(bold);
  m_flipsOnly->setTheme(theme);
  for (const Row& each : m_rows) each.row->setTheme(theme);
}

void ThresholdPanel::makeRows(const diff::RunDiff& diff) {
  const int scroll = m_area->verticalScrollBar()->value();
  for (const Row& each : m_rows) delete each.row;
  m_rows.clear();
  m_body = new QWidget(m_area);
  auto* grid = new QGridLayout(m_body);
  grid->setContentsMargins(kGrid, 0, kGrid, 0);
  grid->setHorizontalSpacing(kGrid);
  grid->setVerticalSpacing(2);
  grid->setColumnStretch(1, 1);
  const diff::Thresholds usual = diff::defaultThresholds();
  const auto add = [&](const ThresholdRow::About& about, const std::string& metric, std::optional<std::size_t> index) {
    auto* row = new ThresholdRow(about, *grid, static_cast<int>(m_rows.size()), m_body);
    row->setTheme(m_theme);
    connect(row, &ThresholdRow::relativeWanted, this, [this, metric](double relative) {
      diff::Thresholds next = m_thresholds;
      limitOf(next, metric).relative = relative;
      want(next, "limit of " + metric);
    });
    connect(row, &ThresholdRow::floorWanted, this, [this, metric](double floor) {
      diff::Thresholds next = m_thresholds;
      if (metric.empty()) next.passRate = floor;
      else limitOf(next, metric).floor = floor;
      want(next, "floor of " + metric);
    });
    m_rows.push_back({row, metric, index});
  };
  const CompareColumns columns(diff, {0, diff.runs().size() > 1 ? std::size_t{1} : std::size_t{0}});
  // Those where a little is allowed first: counters, of which every step counts, are seldom moved.
  std::vector<std::size_t> order(diff.metrics().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto rank = [&](std::size_t metric) {
    const std::string& name = diff.metrics()[metric].name;
    if (usual.relativeOf(name) <= 0) return 2;
    return std::ranges::find(usual.limits, name, &diff::MetricLimit::metric) == usual.limits.end() ? 1 : 0;
  };
  std::ranges::stable_sort(order, {}, rank);
  for (const std::size_t metric : order) {
    const verdicts::MetricInfo& info = diff.metrics()[metric];
    const int column = columns.indexOf(u"metric:"_s + fromUtf8(info.name));
    if (column < 0 || !columns.at(column).isNumeric) continue;
    add({.title = shortened(fromUtf8(info.title.empty() ? info.name : info.title), 40).simplified(), .unit = fromUtf8(info.unit),
         .hasFloor = usual.floorOf(info.name).has_value()}, info.name, metric);
  }
  if (diff.metricOf("accuracy")) add({.title = u"pass rate"_s, .hasLimit = false, .hasFloor = true, .isShare = true}, {}, {});
  grid->setRowStretch(static_cast<int>(m_rows.size()), 1);
  m_area->setWidget(m_body);  // deletes the one before
  fitTitles();
  m_area->verticalScrollBar()->setValue(scroll);
}

void ThresholdPanel::showRows(const DiffRowsPtr& rows) {
  if (!rows) {
    m_diff.reset();
    return;
  }
  m_thresholds = rows->thresholds();
  if (rows->diff() != m_diff) {
    m_diff = rows->diff();
    makeRows(*m_diff);
    Q_EMIT orderChanged();
  }
  const diff::Thresholds usual = diff::defaultThresholds();
  for (const Row& each : m_rows) {
    if (each.metric.empty()) each.row->setValues(0, m_thresholds.passRate, 0, usual.passRate);
    else each.row->setValues(m_thresholds.relativeOf(each.metric), m_thresholds.floorOf(each.metric),
                             usual.relativeOf(each.metric), usual.floorOf(each.metric));
    each.row->setFlips(each.index ? diff::countFlips(rows->flips(), each.index) : diff::FlipCounts());
  }
  const QString flips = fromUtf8(diff::flipSentence(rows->flipCounts()));
  const bool usualNow = isUsual();
  m_sentence->setText(usualNow ? u"Move a threshold to see which rows turn over."_s
                               : flips.isEmpty() ? u"No row turns over."_s : flipMark() + u' ' + flips + u'.');
  m_sentence->setToolTip(m_sentence->text());
  m_flipsOnly->setCount(rows->flipCounts().rows);
  m_reset->setEnabled(!usualNow);
  QPalette quiet = m_theme.palette();
  quiet.setColor(QPalette::WindowText, m_theme.color(usualNow ? Tone::Muted : Tone::Text));
  m_sentence->setPalette(quiet);
}

/// fitTitles gives the names what sliders and numbers can spare.
void ThresholdPanel::fitTitles() {
  auto* grid = m_body != nullptr ? qobject_cast<QGridLayout*>(m_body->layout()) : nullptr;
  if (grid == nullptr) return;
  int longest = 0;
  for (const Row& each : m_rows) longest = std::max(longest, each.row->titleWidth());
  grid->setColumnMinimumWidth(0, std::clamp(width() - kBesideTitles, kNarrowestTitle, std::max(kNarrowestTitle, longest)));
}

void ThresholdPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitTitles();
}

void ThresholdPanel::want(const diff::Thresholds& thresholds, const std::string& what) {
  if (thresholds == m_thresholds) return;
  if (m_past.empty() || m_past.back().what != what) m_past.push_back({m_thresholds, what});
  m_thresholds = thresholds;
  Q_EMIT thresholdsWanted(thresholds);
}

QString ThresholdPanel::sentence() const { return m_sentence->text(); }
bool ThresholdPanel::flipsOnly() const { return m_flipsOnly->isChecked(); }
void ThresholdPanel::setFlipsOnly(bool on) { m_flipsOnly->setChecked(on); }
void ThresholdPanel::reset() { want(diff::defaultThresholds(), "all"); }

void ThresholdPanel::takeBack() {
  if (m_past.empty()) return;
  m_thresholds = m_past.back().before;
  m_past.pop_back();
  Q_EMIT thresholdsWanted(m_thresholds);
}

void ThresholdPanel::focusFirst() {
  for (const Row& each : m_rows)
    if (const QList<QWidget*> order = each.row->focusOrder(); !order.isEmpty()) return order.first()->setFocus(Qt::ShortcutFocusReason);
}

QList<QWidget*> ThresholdPanel::focusOrder() const {
  QList<QWidget*> order{m_reset, m_flipsOnly};
  for (const Row& each : m_rows) order += each.row->focusOrder();
  return order;
}

int ThresholdPanel::wantedHeight() const {
  const int head = m_flipsOnly->sizeHint().height() + m_sentence->sizeHint().height() + 4 * (kGrid / 2);
  return head + (m_body != nullptr ? m_body->sizeHint().height() : 0);
}

}  // namespace plumbline::ui
