// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/threshold_panel.h"

#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QLocale>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/compare/diff_text.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/mark_chip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

/// The slider goes to 50 %: half a per cent a step. The number beside it goes on.
constexpr double kStep = 0.005;
constexpr int kSteps = 100;
constexpr double kMaxPercent = 1000;

QDoubleSpinBox* makeSpin(const QString& name, const QString& tooltip, QWidget* parent) {
  auto* spin = new QDoubleSpinBox(parent);
  spin->setLocale(QLocale::c());
  spin->setButtonSymbols(QAbstractSpinBox::NoButtons);
  spin->setAlignment(Qt::AlignRight);
  spin->setKeyboardTracking(false);
  spin->setAccessibleName(name);
  spin->setToolTip(tooltip);
  return spin;
}

constexpr int kBesideTitles = 270;  ///< what a row takes without its name
constexpr int kNarrowestTitle = 80;

diff::MetricLimit& limitOf(diff::Thresholds& thresholds, const std::string& metric) {
  const auto found = std::ranges::find(thresholds.limits, metric, &diff::MetricLimit::metric);
  if (found != thresholds.limits.end()) return *found;
  thresholds.limits.push_back({metric, thresholds.otherwise, {}});
  return thresholds.limits.back();
}

}  // namespace

ThresholdRow::ThresholdRow(const About& about, QGridLayout& grid, int row, QWidget* parent)
    : QObject(parent), m_about(about), m_title(new ElidedLabel(Qt::ElideMiddle, parent)), m_flips(new PlainLabel(parent)) {
  m_title->setText(about.title);
  grid.addWidget(m_title, row, 0);
  if (about.hasLimit) {
    const QString tip = tr("A change of more than this counts: %1, relative to what it was before").arg(about.title);
    m_slider = new QSlider(Qt::Horizontal, parent);
    m_slider->setRange(0, kSteps);
    m_slider->setPageStep(10);
    m_slider->setMinimumWidth(44);
    m_slider->setAccessibleName(tr("Threshold of %1, slider").arg(about.title));
    m_slider->setToolTip(tip);
    grid.addWidget(m_slider, row, 1);
    m_limit = makeSpin(tr("Threshold of %1, in per cent").arg(about.title), tip, parent);
    m_limit->setRange(0, kMaxPercent);
    m_limit->setDecimals(1);
    m_limit->setSingleStep(kStep * 100);
    m_limit->setSuffix(u" %"_s);
    grid.addWidget(m_limit, row, 2);
    connect(m_slider, &QSlider::valueChanged, this, [this](int step) { Q_EMIT relativeRequested(step * kStep); });
    connect(m_limit, &QDoubleSpinBox::valueChanged, this,
            [this](double percent) { Q_EMIT relativeRequested(percent / 100); });
  }
  if (about.hasFloor) {
    m_floor = makeSpin(tr("Floor of %1").arg(about.title),
                       tr("The dashboard marks %1 below this, whatever it was before").arg(about.title), parent);
    m_floor->setPrefix(u"\u2265 "_s);
    m_floor->setSuffix(about.isShare ? u" %"_s : about.unit.isEmpty() ? QString() : u' ' + about.unit);
    m_floor->setRange(0, about.isShare ? 100 : 1e6);
    m_floor->setDecimals(about.isShare ? 0 : 2);
    m_floor->setSingleStep(about.isShare ? 1 : 0.01);
    grid.addWidget(m_floor, row, 3);
    connect(m_floor, &QDoubleSpinBox::valueChanged, this,
            [this](double floor) { Q_EMIT floorRequested(m_about.isShare ? floor / 100 : floor); });
  }
  m_flips->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  grid.addWidget(m_flips, row, 4);
}

void ThresholdRow::setValues(double relative, std::optional<double> floor, double usualRelative,
                             std::optional<double> usualFloor) {
  if (m_limit != nullptr) {
    const QSignalBlocker quietSlider(m_slider), quietLimit(m_limit);
    m_slider->setValue(static_cast<int>(std::lround(std::min(relative / kStep, double(kSteps)))));
    if (std::fabs(m_limit->value() - relative * 100) > 1e-9) m_limit->setValue(relative * 100);
  }
  if (m_floor != nullptr && floor) {
    const QSignalBlocker quiet(m_floor);
    const double shown = m_about.isShare ? *floor * 100 : *floor;
    if (std::fabs(m_floor->value() - shown) > 1e-9) m_floor->setValue(shown);
  }
  m_isUsual = relative == usualRelative && floor == usualFloor;
  markUsual();
}

/// markUsual makes the names of changed thresholds bold.
void ThresholdRow::markUsual() {
  QFont font = m_title->font();
  font.setWeight(m_isUsual ? QFont::Normal : QFont::DemiBold);
  m_title->setFont(font);
}

void ThresholdRow::setFlips(const diff::FlipCounts& counts) {
  m_flips->setText(counts.rows == 0 ? QString() : u"%1 %2"_s.arg(flipMark(), grouped(counts.rows)));
  const QString sentence = fromUtf8(diff::flipSentence(counts));
  m_flips->setToolTip(sentence);
  m_flips->setAccessibleName(sentence.isEmpty() ? tr("no row turns over") : sentence);
}

void ThresholdRow::setTheme(const Theme& theme) {
  m_title->setFont(theme.font(TextSize::Normal));
  markUsual();
  const QFontMetrics metrics(theme.font(TextSize::Normal));
  for (QDoubleSpinBox* spin : {m_limit, m_floor})
    if (spin != nullptr) spin->setFixedHeight(metrics.height() + 6);  // as compact as a row of the tables
  if (m_limit != nullptr) m_limit->setFixedWidth(metrics.horizontalAdvance(u"100.0 %"_s) + kGrid + 4);
  if (m_floor != nullptr) m_floor->setFixedWidth(metrics.horizontalAdvance(u"\u2265 0.95 x"_s) + kGrid + 4);
  m_flips->setMinimumWidth(metrics.horizontalAdvance(flipMark() + u" 999"_s));
}

int ThresholdRow::titleWidth() const { return m_title->sizeHint().width() + kGrid; }

QList<QWidget*> ThresholdRow::focusOrder() const {
  QList<QWidget*> order;
  if (m_limit != nullptr) order << m_slider << m_limit;
  if (m_floor != nullptr) order << m_floor;
  return order;
}

ThresholdPanel::ThresholdPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_thresholds(diff::defaultThresholds()),
      m_title(new PlainLabel(tr("What counts"), this)),
      m_sentence(new PlainLabel(this)),
      m_flipsOnly(new MarkChip(theme, {flipMark(), tr("Flips only"),
                                       tr("Show only rows that turn over with these thresholds (L)"),
                                       verdicts::VerdictClass::Flaky}, this)),
      m_reset(makeToolButton(tr("HUD's values"), {},
                             tr("Back to the dashboard's thresholds (H); Backspace takes one step back"), this)),
      m_area(new QScrollArea(this)) {
  setAccessibleName(tr("Thresholds"));
  auto* head = makeRow(nullptr, {kGrid, 0, kGrid, 0}, kGrid, {m_title, stretch(), m_reset, m_flipsOnly});
  auto* layout = makeColumn(this, {0, kGrid / 2, 0, kGrid / 2}, kGrid / 2, {head});
  m_sentence->setWordWrap(false);
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
  styleText({m_title}, {.isBold = true});
  applyTheme(*this, theme);
}

void ThresholdPanel::setTheme(const Theme& theme) { m_theme = theme; }

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
    connect(row, &ThresholdRow::relativeRequested, this, [this, metric](double relative) {
      diff::Thresholds next = m_thresholds;
      limitOf(next, metric).relative = relative;
      want(next, "limit of " + metric);
    });
    connect(row, &ThresholdRow::floorRequested, this, [this, metric](double floor) {
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
  if (diff.metricOf("accuracy"))
    add({.title = tr("pass rate"), .hasLimit = false, .hasFloor = true, .isShare = true}, {}, {});
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
  m_sentence->setText(usualNow ? tr("Move a threshold to see which rows turn over.")
                               : flips.isEmpty() ? tr("No row turns over.") : flipMark() + u' ' + flips + u'.');
  m_sentence->setToolTip(m_sentence->text());
  m_flipsOnly->setCount(rows->flipCounts().rows);
  m_reset->setEnabled(!usualNow);
  m_sentence->setPalette(usualNow ? m_theme.quietPalette() : m_theme.palette());
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
  Q_EMIT thresholdsRequested(thresholds);
}

QString ThresholdPanel::sentence() const { return m_sentence->text(); }
bool ThresholdPanel::flipsOnly() const { return m_flipsOnly->isChecked(); }
void ThresholdPanel::setFlipsOnly(bool on) { m_flipsOnly->setChecked(on); }
void ThresholdPanel::reset() { want(diff::defaultThresholds(), "all"); }

void ThresholdPanel::undoLast() {
  if (m_past.empty()) return;
  m_thresholds = m_past.back().before;
  m_past.pop_back();
  Q_EMIT thresholdsRequested(m_thresholds);
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
