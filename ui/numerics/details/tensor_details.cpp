// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/details/tensor_details.h"

#include <QHeaderView>
#include <QPainter>
#include <QResizeEvent>
#include <QStackedLayout>
#include <QTabBar>
#include <algorithm>
#include <optional>

#include "ui/numerics/details/chart_views.h"
#include "ui/numerics/details/figures_model.h"
#include "ui/numerics/details/heat_view.h"
#include "ui/numerics/details/number_table.h"
#include "ui/numerics/details/values_view.h"
#include "ui/numerics/margin_bar.h"
#include "ui/numerics/numerics_text.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/theme/plain_paint.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {
namespace {

/// "float32 and float16", "float32"; shapes in the same way.
QString pairText(const QString& a, const QString& b) { return a == b ? a : TensorHead::tr("%1 and %2").arg(a, b); }

QString factsOf(const numerics::Decision& decision) {
  if (!decision.ref && !decision.res) return {};
  if (!decision.ref || !decision.res)
    return decision.ref ? TensorHead::tr("only in ref: %1").arg(shapeOf(decision.ref))
                        : TensorHead::tr("only in res: %1").arg(shapeOf(decision.res));
  QStringList parts;
  const QString dtypes = pairText(dtypeOf(decision.ref), dtypeOf(decision.res));
  if (isTensor(decision.ref) && isTensor(decision.res)) parts << dtypes;
  parts << pairText(shapeOf(decision.ref), shapeOf(decision.res));
  if (isTensor(decision.fp64))
    parts << (dtypeOf(decision.fp64) == u"float64"_s ? TensorHead::tr("fp64 reference")
              : TensorHead::tr("reference is %1: not used").arg(dtypeOf(decision.fp64)));
  else if (isTensor(decision.ref)) parts << TensorHead::tr("no fp64 reference");
  return parts.join(u" \u00b7 "_s);
}

constexpr int kWideFrom = 760;    ///< px from which the figures stand beside the views
constexpr int kShortBelow = 540;  ///< px below which tabs have their short names
constexpr int kFiguresWidth = 312;

struct TabText {
  const char* name;
  const char* shortName;
  const char* tooltip;
};
constexpr TabText kTabTexts[] = {
    {QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Figures"),
     QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Figures"),
     QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "The figures of this tensor")},
    {QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Histogram"),
     QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Bins"),
     QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Absolute errors by power of ten")},
    {QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Scatter"),
     QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Scatter"),
     QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "ref against res, with the tolerance")},
    {QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Heat map"),
     QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Map"),
     QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Errors of a slice through the chosen element")},
    {QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Channels"),
     QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Channels"),
     QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Errors along one axis")},
    {QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Values"),
     QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Values"),
     QT_TRANSLATE_NOOP("plumbline::ui::TensorDetails", "Numbers around the chosen element, and the largest errors")},
};
constexpr int kTabCount = static_cast<int>(std::size(kTabTexts));

}  // namespace

/// VerdictLine: chip, step, margin.
class TensorHead::VerdictLine : public QWidget {
 public:
  explicit VerdictLine(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  void setTheme(const Theme& theme) {
    m_theme = theme;
    setFont(theme.font(TextSize::Normal));
    updateGeometry();
    update();
  }
  void setDecision(const std::optional<numerics::Decision>& decision) {
    m_decision = decision;
    setAccessibleName(text());
    setToolTip(decision ? QString::fromStdString(decision->text) : QString());
    update();
  }
  QString text() const {
    if (!m_decision) return {};
    QStringList parts{styleOf(verdictOf(*m_decision)).title, stepLabel(*m_decision)};
    if (m_decision->margin) parts << TensorHead::tr("margin %1").arg(marginText(*m_decision->margin));
    return parts.join(u", "_s);
  }
  QSize sizeHint() const override { return {320, fontMetrics().height() + kGrid}; }
  QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    if (!m_decision) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const TensorStyle style = styleOf(verdictOf(*m_decision));
    const ClassStyle& colors = m_theme.classStyle(style.cls);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const QString label = style.glyph + u' ' + style.word;
    const int chip = static_cast<int>(QFontMetricsF(bold).horizontalAdvance(label)) + 2 * kGrid;
    if (colors.tint.isValid()) drawBox(&painter, QRect(0, 2, chip, height() - 4), {.fill = colors.tint, .border = {}});
    painter.setFont(bold);
    painter.setPen(style.isQuiet ? m_theme.color(Tone::Muted) : colors.chip);
    painter.drawText(QRect(colors.tint.isValid() ? kGrid : 0, 0, chip, height()), Qt::AlignVCenter | Qt::AlignLeft, label);
    const int margin = m_decision->margin ? std::min(marginWidth(m_theme), width() / 2) : 0;
    painter.setFont(font());
    painter.setPen(m_theme.color(Tone::Text));
    const int left = chip + (colors.tint.isValid() ? kGrid : 0);
    const int room = std::max(0, width() - left - margin - (margin > 0 ? kGrid : 0));
    painter.drawText(QRect(left, 0, room, height()), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     fontMetrics().elidedText(stepLabel(*m_decision), Qt::ElideRight, room));
    if (margin > 0)
      paintMargin(painter, QRect(width() - margin, 0, margin, height()),
                  {.margin = *m_decision->margin, .isDeciding = m_decision->step == numerics::Step::Rmse}, m_theme);
  }

 private:
  Theme m_theme;
  std::optional<numerics::Decision> m_decision;
};

TensorHead::TensorHead(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_name(new ElidedLabel(Qt::ElideMiddle, this)),
      m_facts(new ElidedLabel(Qt::ElideRight, this)),
      m_progress(new ElidedLabel(Qt::ElideRight, this)),
      m_verdict(new VerdictLine(theme, this)) {
  auto* first = makeRow(nullptr, {}, 2 * kGrid, {{m_name, 1}, m_progress});
  m_progress->hide();
  makeColumn(this, {2 * kGrid, kGrid, 2 * kGrid, kGrid / 2}, kGrid / 4, {first, m_facts, m_verdict});
  styleText({m_name}, {.isBold = true});
  styleText({m_facts, m_progress}, {.size = TextSize::Small, .isMuted = true});
  applyTheme(*this, theme);
}

void TensorHead::showSubject(const TensorSubject& subject) {
  m_name->setText(subject.name.isEmpty() ? tr("the value itself") : subject.name);
  m_facts->setText(factsOf(subject.decision));
  m_verdict->setDecision(subject.decision);
}

void TensorHead::clear() {
  m_name->setText(tr("No tensor is chosen"));
  m_facts->setText({});
  m_verdict->setDecision({});
  setProgress(-1);
}

void TensorHead::setProgress(int percent) {
  m_progress->setText(percent < 0 ? QString() : tr("computing %1 %").arg(percent));
  m_progress->setVisible(percent >= 0);
}
QString TensorHead::verdictText() const { return m_verdict->text(); }
QString TensorHead::factsText() const { return m_facts->text(); }

TensorDetails::TensorDetails(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_head(new TensorHead(theme, this)),
      m_body(new QWidget(this)),
      m_side(new QWidget(m_body)),
      m_divider(new Divider(Qt::Vertical, m_body)),
      m_tabs(new QTabBar(m_body)),
      m_sentence(new PlainLabel(this)),
      m_figures(new FiguresModel(this)),
      m_table(new NumberTable(m_figures, theme, m_side)),
      m_histogram(new HistogramView(theme, m_body)),
      m_scatter(new ScatterView(theme, m_body)),
      m_heat(new HeatView(theme, m_body)),
      m_channels(new ChannelView(theme, m_body)),
      m_values(new ValuesView(theme, m_body)),
      m_runner([this](base::Outcome<numerics::ErrorStatistics> statistics) { showStatistics(std::move(statistics)); },
               [this](quint64 done, quint64 total) {
                 m_head->setProgress(total > 0 ? static_cast<int>(done * 100 / total) : 0);
               }) {
  setAccessibleName(tr("Details of the tensor"));
  setMinimumSize(360, 280);
  buildFigures();
  auto* right = makeColumn(nullptr, {}, 0, {m_tabs, {buildViews(), 1}});
  makeRow(m_body, {}, 0, {m_side, m_divider, {right, 1}});
  m_sentence->setAlignment(Qt::AlignCenter);
  m_sentence->setWordWrap(true);
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_sentence->setMargin(2 * kGrid);
  auto* layout = makeColumn(this, {}, 0, {m_head, divider()});
  m_pages = new QStackedLayout;
  addWidgets(*m_pages, {m_body, m_sentence});
  layout->addLayout(m_pages, 1);
  setWide(false);
  showTab(Tab::Histogram, false);
  styleText({m_sentence}, {.isMuted = true});
  applyTheme(*this, theme);
  clear();
}

void TensorDetails::buildFigures() {
  m_table->setAccessibleName(tr("Figures"));
  m_table->setQuietColumn(0);
  m_table->horizontalHeader()->hide();
  m_table->setFocusPolicy(Qt::StrongFocus);
  makeColumn(m_side, {0, kGrid / 2, 0, 0}, -1, {m_table});
  connect(m_table, &RecordTable::opened, this, &TensorDetails::openFigure);
}

QWidget* TensorDetails::buildViews() {
  m_tabs->setExpanding(false);
  m_tabs->setFocusPolicy(Qt::TabFocus);
  m_tabs->setElideMode(Qt::ElideNone);
  m_tabs->setAccessibleName(tr("Views of the errors"));
  auto* shown = new QWidget(m_body);
  m_stack = new QStackedLayout(shown);
  m_figuresTab = new QWidget(shown);
  makeColumn(m_figuresTab);
  m_stack->addWidget(m_figuresTab);
  for (int i = 0; i < kTabCount; ++i) {
    m_tabs->addTab(tr(kTabTexts[i].name));
    m_tabs->setTabToolTip(i, u"%1 (%2)"_s.arg(tr(kTabTexts[i].tooltip)).arg(i + 1));
  }
  for (ErrorView* view : views()) connectView(*view);
  connect(m_tabs, &QTabBar::currentChanged, this, [this](int at) {
    if (!m_isMoving) m_stack->setCurrentIndex(at);
  });
  return shown;
}

void TensorDetails::connectView(ErrorView& view) {
  m_stack->addWidget(&view);
  connect(&view, &ErrorView::elementChosen, this, &TensorDetails::choose);
  connect(&view, &ErrorView::elementOpened, this, &TensorDetails::openValues);
  connect(&view, &ErrorView::failed, this, &TensorDetails::noticeRequested);
  connect(&view, &ErrorView::busyChanged, this, &TensorDetails::updateBusy);
}

QList<ErrorView*> TensorDetails::views() const { return {m_histogram, m_scatter, m_heat, m_channels, m_values}; }

void TensorDetails::setWide(bool on) {
  if (on == m_isWide) return;
  m_isWide = on;
  const bool hadFocus = m_table->hasFocus();
  QWidget* room = on ? m_side : m_figuresTab;
  room->layout()->addWidget(m_table);
  m_side->setVisible(on);
  m_side->setFixedWidth(kFiguresWidth);
  m_divider->setVisible(on);
  if (on && tab() == Tab::Figures) showTab(Tab::Histogram, false);
  m_tabs->setTabVisible(static_cast<int>(Tab::Figures), !on);
  if (hadFocus && on) m_table->setFocus();
}

TensorDetails::Tab TensorDetails::tab() const { return static_cast<Tab>(std::max(m_stack->currentIndex(), 0)); }

void TensorDetails::showTab(int tab) {
  if (tab >= 0 && tab < kTabCount) showTab(static_cast<Tab>(tab), false);
}

void TensorDetails::showTab(Tab tab, bool takesFocus) {
  const bool isBeside = tab == Tab::Figures && m_isWide;
  if (!isBeside) {
    m_isMoving = true;
    m_tabs->setCurrentIndex(static_cast<int>(tab));
    m_isMoving = false;
    m_stack->setCurrentIndex(static_cast<int>(tab));
  }
  if (!takesFocus) return;
  if (tab == Tab::Figures) m_table->setFocus(Qt::OtherFocusReason);
  else m_stack->currentWidget()->setFocus(Qt::OtherFocusReason);
}

void TensorDetails::openTab(Tab tab) {
  Q_EMIT viewRequested();
  showTab(tab, true);
}

void TensorDetails::showMessage(const QString& title, const QString& text) {
  m_sentence->setText(text.isEmpty() ? title : title + u"\n\n"_s + text);
  m_pages->setCurrentIndex(1);
}

void TensorDetails::clear() {
  m_runner.cancel();
  m_subject = {};
  m_context = {};
  m_requested.reset();
  m_head->clear();
  shareContext();
  showMessage(tr("Choose a tensor to see where and by how much it differs."), {});
  updateBusy();
}

void TensorDetails::showPair(const TensorSubject& subject) {
  m_subject = subject;
  m_head->showSubject(subject);
  ErrorPairPtr pair = errorPairOf(subject.name, subject.decision, subject.options);
  if (!pair) {
    m_runner.cancel();
    m_context = {};
    m_requested.reset();
    shareContext();
    m_head->setProgress(-1);
    const auto text = [](const numerics::ValuePtr& value) {
      return value ? QString::fromStdString(numerics::reprText(*value)).left(400) : tr("nothing");
    };
    showMessage(tr("These are not two tensors."),
                tr("ref: %1\nres: %2").arg(text(subject.decision.ref), text(subject.decision.res)));
    return updateBusy();
  }
  const bool isSame = m_context.pair && m_context.pair->isSameAs(*pair);
  // Only the decision may be new, when its margin was computed.
  if (isSame && m_context.pair->options == pair->options && (m_context.statistics || m_runner.isBusy()))
    return showFigures();
  if (!isSame) {
    m_context = {};
    shareContext();
    m_context.pair = pair;
  }
  m_requested = pair;
  m_pages->setCurrentIndex(0);
  showFigures();
  m_head->setProgress(0);
  m_runner.run([pair](const base::Progress& progress) {
    return numerics::errorStatistics(pair->pair(), pair->options, progress);
  });
  updateBusy();
}

void TensorDetails::showStatistics(base::Outcome<numerics::ErrorStatistics> statistics) {
  m_head->setProgress(-1);
  if (statistics.isError()) {
    // same() refuses these dtypes and shapes too: its own text is shown.
    const base::Error& error = statistics.error();
    showMessage(QString::fromStdString(error.text), QString::fromStdString(error.hint));
    if (error.code != base::ErrorCode::BadArgument) Q_EMIT noticeRequested(error);
    m_context = {};
    shareContext();
  } else if (statistics.isValue()) {
    m_context.pair = m_requested;
    m_context.statistics = std::make_shared<const numerics::ErrorStatistics>(std::move(statistics.value()));
    if (m_context.chosen && *m_context.chosen >= m_context.statistics->elements) m_context.chosen.reset();
    if (!m_context.chosen && m_context.statistics->maxAbs) m_context.chosen = m_context.statistics->maxAbs->flat;
    shareContext();
  }
  updateBusy();
}

void TensorDetails::shareContext() {
  showFigures();
  for (ErrorView* view : views()) view->setContext(m_context);
}

void TensorDetails::showFigures() {
  m_figures->setFigures(figuresOf(m_subject.decision, m_context));
  m_table->fitColumns();
}

void TensorDetails::choose(qint64 flat) {
  if (m_context.chosen == flat || !m_context.statistics) return;
  m_context.chosen = flat;
  for (ErrorView* view : views()) view->setContext(m_context);
}

void TensorDetails::chooseWorst() {
  if (m_context.statistics && m_context.statistics->maxAbs) choose(m_context.statistics->maxAbs->flat);
}

void TensorDetails::openFigure() {
  const int row = m_table->currentIndex().row();
  if (row < 0 || row >= m_figures->figures().size()) return;
  if (const auto flat = m_figures->figures()[row].flat) openValues(*flat);
}

void TensorDetails::openValues(qint64 flat) {
  choose(flat);
  m_values->show(ValuesView::Which::Around);
  showTab(Tab::Values, true);
}

void TensorDetails::updateBusy() {
  const auto all = views();
  const bool busy = m_runner.isBusy() || std::ranges::any_of(all, &ErrorView::isBusy);
  if (std::exchange(m_wasBusy, busy) != busy) Q_EMIT busyChanged(busy);
}

bool TensorDetails::isShown(Tab wanted) const { return isVisible() && m_context.chosen && tab() == wanted; }

void TensorDetails::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  setWide(event->size().width() >= kWideFrom);
  const bool isShort = event->size().width() < kShortBelow;
  for (int i = 0; i < kTabCount; ++i) m_tabs->setTabText(i, tr(isShort ? kTabTexts[i].shortName : kTabTexts[i].name));
}

void TensorDetails::setTheme(const Theme& theme) {
  setPalette(theme.basePalette());
  setAutoFillBackground(true);
  showFigures();
}

QList<QWidget*> TensorDetails::focusOrder() const {
  QList<QWidget*> order;
  if (m_isWide) order << m_table;
  order << m_tabs;
  if (!m_isWide) order << m_table;
  for (ErrorView* view : views()) order << view->focusOrder();
  return order;
}

struct TensorDetails::ActionRow {
  const char* id;
  const char* text;
  const char* tooltip;
  QKeySequence key;
  void (*run)(TensorDetails&);
  bool (*enabled)(const TensorDetails&);
};

QList<ActionSpec> TensorDetails::actions() {
  using Details = TensorDetails;
  constexpr auto hasPair = [](const Details& self) { return self.m_context.pair != nullptr; };
  constexpr auto canStep = [](const Details& self) {
    return self.isShown(Tab::HeatMap) && self.m_heat->hasOtherAxes();
  };
  const ActionRow rows[] = {
      {"figures", QT_TR_NOOP("Tensor: figures"), QT_TR_NOOP("Go to the figures of the tensor"), Qt::Key_1,
       [](Details& self) { self.openTab(Tab::Figures); }, hasPair},
      {"histogram", QT_TR_NOOP("Tensor: histogram"), QT_TR_NOOP("Show its absolute errors by power of ten"), Qt::Key_2,
       [](Details& self) { self.openTab(Tab::Histogram); }, hasPair},
      {"scatter", QT_TR_NOOP("Tensor: scatter"), QT_TR_NOOP("Show ref against res"), Qt::Key_3,
       [](Details& self) { self.openTab(Tab::Scatter); }, hasPair},
      {"heatMap", QT_TR_NOOP("Tensor: heat map"), QT_TR_NOOP("Show the errors of a slice through the chosen element"),
       Qt::Key_4, [](Details& self) { self.openTab(Tab::HeatMap); }, hasPair},
      {"channels", QT_TR_NOOP("Tensor: channels"), QT_TR_NOOP("Show the errors along an axis"), Qt::Key_5,
       [](Details& self) { self.openTab(Tab::Channels); }, hasPair},
      {"values", QT_TR_NOOP("Tensor: values"), QT_TR_NOOP("Show the numbers around the chosen element"), Qt::Key_6,
       [](Details& self) { self.openTab(Tab::Values); }, hasPair},
      {"worst", QT_TR_NOOP("Tensor: worst element"), QT_TR_NOOP("Choose the element with the largest error"),
       Qt::SHIFT | Qt::Key_W, [](Details& self) { self.chooseWorst(); },
       [](const Details& self) { return self.isVisible() && self.m_context.chosen.has_value(); }},
      {"difference", QT_TR_NOOP("Scatter: difference"), QT_TR_NOOP("Draw res \u2212 ref over ref, or res over ref"),
       Qt::Key_Y, [](Details& self) { self.m_scatter->setDifference(!self.m_scatter->isDifference()); },
       [](const Details& self) { return self.isShown(Tab::Scatter); }},
      {"order", QT_TR_NOOP("Channels: order"), QT_TR_NOOP("Largest error first, or by channel"), Qt::SHIFT | Qt::Key_O,
       [](Details& self) { self.m_channels->toggleOrder(); },
       [](const Details& self) { return self.isShown(Tab::Channels); }},
      {"largest", QT_TR_NOOP("Values: largest errors"),
       QT_TR_NOOP("The largest errors, or those around the chosen element"), Qt::Key_U,
       [](Details& self) { self.m_values->toggleWhich(); },
       [](const Details& self) { return self.isShown(Tab::Values); }},
      {"sliceBefore", QT_TR_NOOP("Heat map: slice before"), QT_TR_NOOP("The slice before along the chosen axis"),
       Qt::Key_BracketLeft, [](Details& self) { self.m_heat->step(-1); }, canStep},
      {"sliceAfter", QT_TR_NOOP("Heat map: next slice"), QT_TR_NOOP("The next slice along the chosen axis"),
       Qt::Key_BracketRight, [](Details& self) { self.m_heat->step(1); }, canStep},
  };
  QList<ActionSpec> specs;
  for (const ActionRow& row : rows)
    specs << ActionSpec{.id = u"numerics.tensor."_s + QLatin1StringView(row.id),
                        .text = tr(row.text),
                        .tooltip = tr(row.tooltip),
                        .group = tr("Tensor"),
                        .shortcuts = {row.key},
                        .run = [this, run = row.run] { run(*this); },
                        .enabled = [this, enabled = row.enabled] { return enabled(*this); }};
  return specs;
}

}  // namespace plumbline::ui
