// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/filter_bar.h"

#include <QEvent>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/triage_text.h"

namespace plumbline::ui {

ClassChip::ClassChip(verdicts::VerdictClass cls, const Theme& theme, const QString& key, QWidget* parent)
    : ToggleChip(theme, parent), m_cls(cls), m_key(key) {
  refresh();
}

void ClassChip::describe() {
  const QString title = theme().classStyle(m_cls).title;
  setAccessibleName(u"%1, %2"_s.arg(title, grouped(count())));
  setToolTip(tr("Show only %1 (%2)").arg(title.toLower(), m_key));
}

QSize ClassChip::sizeHint() const {
  const QFontMetrics metrics = fontMetrics();
  return {metrics.height() + kGrid / 2 + metrics.horizontalAdvance(grouped(count())) + kGrid + kGrid / 2,
          metrics.height() + kGrid};
}

void ClassChip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const ClassStyle& style = theme().classStyle(m_cls);
  paintGround(painter, style.tint.isValid() && count() > 0 ? style.tint : theme().color(Tone::Base), style,
              style.glyph);
  const int slot = fontMetrics().height();
  painter.setPen(theme().color(count() == 0 ? Tone::Muted : Tone::Text));
  painter.drawText(QRect(kGrid + slot, 0, width() - slot - kGrid - kGrid / 2, height()),
                   Qt::AlignVCenter | Qt::AlignRight, grouped(count()));
}

ClassFilterBar::ClassFilterBar(const FilterField::Labels& labels, const QString& clearTooltip,
                               const QList<verdicts::VerdictClass>& classes, const Theme& theme, QWidget* parent)
    : TableFilterBar(labels, clearTooltip, parent) {
  for (const verdicts::VerdictClass cls : classes) {
    m_chips << new ClassChip(cls, theme, QString::number(m_chips.size() + 1), this);
    addChip(m_chips.last());
  }
}

void ClassFilterBar::setCounts(const std::function<std::size_t(verdicts::VerdictClass)>& countOf) {
  for (ClassChip* chip : std::as_const(m_chips)) chip->setCount(countOf(chip->verdictClass()));
}

void ClassFilterBar::toggleClass(verdicts::VerdictClass cls) {
  for (ClassChip* chip : std::as_const(m_chips))
    if (chip->verdictClass() == cls) chip->toggle();
}

std::uint32_t ClassFilterBar::checkedClasses() const {
  std::uint32_t classes = 0;
  for (const ClassChip* chip : m_chips)
    if (chip->isChecked()) classes |= verdicts::classBit(chip->verdictClass());
  return classes;
}

using verdicts::VerdictClass;

FilterBar::FilterBar(const Theme& theme, QWidget* parent)
    : ClassFilterBar(
          {.placeholder = tr("Filter: name, /regex/, graph_breaks>2, flaky:yes"),
           .tooltip = tr(
               "Part of a name, /regular expression/, metric>value (also < = !=, delta:metric>0, expected:metric>0),\n"
               "class:fail, finding:lost, flaky:yes, changed:no, suite:torchbench. All words must hold; \"-\" negates "
               "one."),
           .minWidth = 96},
          tr("Show every row: no class, no text, unchanged rows too (0)"),
          {verdicts::kAllClasses.begin(), verdicts::kAllClasses.end()}, theme, parent),
      m_theme(theme),
      m_lines(new QBoxLayout(QBoxLayout::LeftToRight, this)) {
  addChangedOnly(tr("Hide rows that pass or fail as expected, equal their baseline and have no finding of note (U)"));
  field()->installEventFilter(this);
  m_lines->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  m_lines->setSpacing(kGrid);
  QHBoxLayout* chipRow = makeChipRow();
  chipRow->addStretch();  // only where the classes have a line of their own
  addParts(*m_lines, {chipRow, {makeTextRow(), 1}});
  m_filter.changedOnly = true;
  m_filter.findingsShown = verdicts::noteworthyFindings();
  applyTheme(*this, theme);
}

void FilterBar::setComparison(const verdicts::Comparison* comparison) {
  m_metrics.clear();
  if (comparison)
    for (const verdicts::MetricColumn& column : comparison->metrics()) m_metrics.push_back(column.info.name);
  setCounts([&](VerdictClass cls) { return comparison ? comparison->counts().of(cls) : 0; });
  // Metrics go by number in a query, and another pair numbers them differently.
  const QSignalBlocker quiet(this);
  m_filter.query = {};
  readText();
}

void FilterBar::setShownCount(std::size_t shown, std::size_t all) { setShownText(shownText(shown, all)); }

QString FilterBar::errorText() const { return m_errorText; }

bool FilterBar::showsOnlyUndecided() const {
  return std::ranges::any_of(m_filter.query.terms(), [](const verdicts::Query::Term& term) {
    const auto* decided = std::get_if<verdicts::Query::DecidedIs>(&term.test);
    return decided != nullptr && decided->yes == term.negated;
  });
}

void FilterBar::readButtons() {
  m_filter.classes = checkedClasses();
  m_filter.changedOnly = changedOnly();
  changedOnlyButton()->setEnabled(m_filter.classes == 0);  // a class asked for by name is shown whole
  Q_EMIT filterChanged();
}

void FilterBar::readText() {
  const QByteArray bytes = field()->text().toUtf8();
  auto query = verdicts::Query::parse({bytes.constData(), static_cast<std::size_t>(bytes.size())}, m_metrics);
  clearButton()->setEnabled(!isClear());
  if (query) {
    m_errorText.clear();
    if (m_error) m_error->hide();
  } else {
    showError(query.error());
    // While the term is incomplete, the rows stay as they are instead of jumping to all and back.
    if (query.error().unfinished && isAtCursor(query.error())) return;
    query = withoutWrongTerms(bytes.toStdString(), query.error());
  }
  m_filter.query = std::move(*query);
  Q_EMIT filterChanged();
}

bool FilterBar::isAtCursor(const verdicts::QueryError& error) const {
  const auto cursor = static_cast<std::size_t>(field()->text().left(field()->cursorPosition()).toUtf8().size());
  return cursor >= error.position && cursor <= error.position + error.length;
}

verdicts::Query FilterBar::withoutWrongTerms(std::string text, verdicts::QueryError error) const {
  // Blanks the term around each error, so that the rest still filters. Every round removes at least one byte.
  for (std::size_t round = text.size(); round > 0; --round) {
    std::size_t at = std::min(error.position, text.size() - 1);
    while (at > 0 && (text[at] == ' ' || text[at] == '\t')) --at;
    const std::size_t before = text.find_last_of(" \t", at);
    const std::size_t begin = before == std::string::npos ? 0 : before;
    const std::size_t end =
        std::min(text.find_first_of(" \t", error.position + std::max<std::size_t>(error.length, 1)), text.size());
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    auto query = verdicts::Query::parse(text, m_metrics);
    if (query) return std::move(*query);
    error = query.error();
  }
  return {};
}

void FilterBar::showError(const verdicts::QueryError& error) {
  const QByteArray bytes = field()->text().toUtf8();
  const auto part = [&bytes](std::size_t from, std::size_t length) {
    return QString::fromUtf8(bytes.mid(static_cast<qsizetype>(from), static_cast<qsizetype>(length)));
  };
  m_errorText = fromUtf8(error.text);
  if (!m_error) {
    m_error = new ColoredLabel(window());
    m_error->setFrameShape(QFrame::StyledPanel);
    m_error->setMargin(kGrid);
    m_error->setAutoFillBackground(true);
    m_error->setWordWrap(true);
    m_error->setAttribute(Qt::WA_TransparentForMouseEvents);
  }
  m_error->setPalette(m_theme.basePalette());
  const std::size_t end = error.position + error.length;
  m_error->setParts({{part(0, error.position)}, {part(error.position, error.length), {}, true},
                     {part(end, std::string::npos / 2) + u'\n' + m_errorText}});
  placeError();
  m_error->setVisible(isVisible());
  m_error->raise();
}

void FilterBar::placeError() {
  if (!m_error) return;
  m_error->setFixedWidth(std::max(field()->width(), 320));
  m_error->adjustSize();
  const QPoint below = field()->mapTo(window(), QPoint(0, field()->height() + kGrid / 2));
  m_error->move(std::min(below.x(), window()->width() - m_error->width() - kGrid), below.y());
}

QSize FilterBar::minimumSizeHint() const {
  const QSize chips = m_lines->itemAt(0)->minimumSize();
  const QSize rest = m_lines->itemAt(1)->minimumSize();
  return {std::max(chips.width(), rest.width()) + 2 * kGrid, ClassFilterBar::minimumSizeHint().height()};
}

void FilterBar::chooseLines() {
  const int one = m_lines->itemAt(0)->minimumSize().width() + m_lines->itemAt(1)->minimumSize().width() + 3 * kGrid;
  m_lines->setDirection(width() < one ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void FilterBar::resizeEvent(QResizeEvent* event) {
  ClassFilterBar::resizeEvent(event);
  chooseLines();
  placeError();
}

bool FilterBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == field() && event->type() == QEvent::FocusOut && m_error) m_error->hide();
  if (watched == field() && event->type() == QEvent::FocusIn && m_error && !m_errorText.isEmpty()) m_error->show();
  return ClassFilterBar::eventFilter(watched, event);
}

}  // namespace plumbline::ui
