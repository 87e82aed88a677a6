// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/matrix_grid.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <utility>

#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr int kHeaderPad = kGrid / 2;
constexpr int kCellPad = kGrid / 2 + 2;   // left and right of a cell's text
constexpr int kMaxTitleChars = 200;   // pixels of an upright title; longer ones lose their end
constexpr int kShortestTitle = 80;

/// drawTotal writes the sum of a line of configs in its class's colour.
void drawTotal(QPainter& painter, const QRect& room, const Theme& theme, const std::optional<CellMark>& total) {
  if (!total) return;
  QFont font = theme.font(TextSize::Small);
  font.setWeight(QFont::DemiBold);
  painter.setFont(font);
  painter.setPen(theme.wordColor(total->cls, false));
  painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, total->text);
}

}  // namespace

MatrixHeader::MatrixHeader(Qt::Orientation orientation, const Theme& theme, QWidget* parent)
    : QHeaderView(orientation, parent), m_theme(theme) {
  setSectionsClickable(false);
  setSectionResizeMode(QHeaderView::Fixed);
  setHighlightSections(false);
  setMinimumSectionSize(8);
}

void MatrixHeader::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.font(TextSize::Small));
  Q_EMIT geometriesChanged();
  viewport()->update();
}

void MatrixHeader::setCurrent(int section) {
  if (std::exchange(m_current, section) != section) viewport()->update();
}

const MatrixModel* MatrixHeader::matrix() const { return qobject_cast<const MatrixModel*>(model()); }

MatrixColumnHeader::MatrixColumnHeader(const Theme& theme, QWidget* parent)
    : MatrixHeader(Qt::Horizontal, theme, parent) {
  setAccessibleName(tr("Platforms and backends"));
}

void MatrixColumnHeader::setUpright(bool upright) {
  if (std::exchange(m_upright, upright) != upright) Q_EMIT geometriesChanged();
}

/// title omits what the platform above shows; tooltip and screen readers have all of it.
QString MatrixColumnHeader::title(int section) const {
  const overview::MatrixColumn& column = matrix()->matrix().columns[static_cast<std::size_t>(section)];
  const QStringList group = QString::fromStdString(column.group).toLower().split(u' ');
  QStringList words = QString::fromStdString(column.title).split(u' ');
  const QStringList all = words;
  words.removeIf([&group](const QString& word) { return group.contains(word.toLower()); });
  return (words.isEmpty() ? all : words).join(u' ');
}

int MatrixColumnHeader::bandHeight() const {
  return QFontMetrics(m_theme.font(TextSize::Small)).height() + kGrid;
}

int MatrixColumnHeader::widthWrapped() const {
  const QFontMetrics metrics(m_theme.font(TextSize::Small));
  int widest = 0;
  for (int section = 0; section < count(); ++section)
    for (const QString& word : title(section).split(u' ')) widest = std::max(widest, metrics.horizontalAdvance(word));
  return widest + 2 * kHeaderPad + 4;
}

/// wrapped breaks at spaces only: a backend's name is one word.
QStringList MatrixColumnHeader::wrapped(const QString& title, int width) const {
  QFont bold = m_theme.font(TextSize::Small);
  bold.setWeight(QFont::DemiBold);  // as the current one
  const QFontMetrics metrics(bold);
  QStringList lines;
  for (const QString& word : title.split(u' ')) {
    const QString longer = lines.isEmpty() ? word : lines.last() + u' ' + word;
    if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= width - 2 * kHeaderPad) lines.last() = longer;
    else lines << word;
  }
  return lines;
}

/// uprightLength is the shortest length, of at most `max` pixels, at which an upright title fits the width of its column.
int MatrixColumnHeader::uprightLength(int section, int max) const {
  const QFontMetrics metrics(m_theme.font(TextSize::Small));
  const qsizetype room = std::max(1, (sectionSize(section) - kHeaderPad) / metrics.lineSpacing());
  for (int length = kShortestTitle; length < max; length += kGrid)
    if (wrapped(title(section), length).size() <= room) return length;
  return max;
}

QStringList MatrixColumnHeader::shownLines(int section) const {
  QFont bold = m_theme.font(TextSize::Small);
  bold.setWeight(QFont::DemiBold);
  const QFontMetrics metrics(section == m_current ? bold : m_theme.font(TextSize::Small));
  const int length = m_upright ? height() - bandHeight() - kHeaderPad - totalHeight() : sectionSize(section) - 2 * kHeaderPad;
  QStringList lines = wrapped(title(section), length + 2 * kHeaderPad);
  for (QString& line : lines) line = metrics.elidedText(line, Qt::ElideRight, length + kHeaderPad);
  return lines;
}

/// titleRoom is how long an upright title may be: in a low window they shrink.
int MatrixColumnHeader::titleRoom() const {
  const int rest = bandHeight() + kGrid + totalHeight();
  return std::clamp(parentWidget() ? parentWidget()->height() - m_rowsHeight - rest : kMaxTitleChars, kShortestTitle, kMaxTitleChars);
}

QSize MatrixColumnHeader::sizeHint() const {
  const QFontMetrics metrics(m_theme.font(TextSize::Small));
  const int rest = bandHeight() + kGrid + totalHeight();
  const int maxWidth = titleRoom();
  int titles = metrics.height();
  for (int section = 0; matrix() && section < count(); ++section) {
    titles = std::max(titles, m_upright ? uprightLength(section, maxWidth)
                                        : metrics.lineSpacing() *
                                              static_cast<int>(wrapped(title(section), sectionSize(section)).size()));
  }
  return {QHeaderView::sizeHint().width(), titles + rest};
}

int MatrixColumnHeader::widthUpright() const {
  qsizetype lines = 1;
  for (int section = 0; section < count(); ++section) lines = std::max(lines, wrapped(title(section), titleRoom()).size());
  return static_cast<int>(lines) * QFontMetrics(m_theme.font(TextSize::Small)).lineSpacing() + 2 * kHeaderPad;
}

int MatrixColumnHeader::shortestHeight() const {
  return m_upright ? bandHeight() + kShortestTitle + kGrid + totalHeight() : sizeHint().height();
}

void MatrixColumnHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
  if (!matrix()) return;
  painter->fillRect(rect, m_theme.color(Tone::Window));
  const bool current = section == m_current;
  QFont font = m_theme.font(TextSize::Small);
  if (current) font.setWeight(QFont::DemiBold);
  drawTotal(*painter, QRect(rect.left(), rect.bottom() - totalHeight(), rect.width() - kCellPad, totalHeight()), m_theme,
            matrix()->total(section, Qt::Horizontal));
  painter->setFont(font);
  painter->setPen(m_theme.color(current ? Tone::Text : Tone::Muted));
  const QRect room = rect.adjusted(kHeaderPad, bandHeight(), -kHeaderPad, -kHeaderPad - totalHeight());
  const QStringList lines = shownLines(section);
  const int step = painter->fontMetrics().lineSpacing();
  const int high = step * static_cast<int>(lines.size());
  const int length = m_upright ? room.height() : room.width();
  int y = m_upright ? std::max(0, (room.width() - high) / 2) : room.bottom() + 1 - high;
  if (m_upright) {
    painter->translate(room.left(), room.bottom());
    painter->rotate(-90);
  }
  for (const QString& line : lines) {
    painter->drawText(QRect(m_upright ? 0 : room.left(), y, length, step), Qt::AlignLeft | Qt::AlignVCenter, line);
    y += step;
  }
}

/// The platforms stand over their columns, and stay readable while these are scrolled sideways.
void MatrixColumnHeader::paintEvent(QPaintEvent* event) {
  QHeaderView::paintEvent(event);
  if (!matrix() || count() == 0) return;
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect().adjusted(length() - offset(), 0, 0, 0), m_theme.color(Tone::Window));
  painter.setFont(m_theme.font(TextSize::Small));
  const int bottom = height() - 1;
  for (int from = 0; from < count();) {
    int to = from + 1;
    while (to < count() && !matrix()->startsGroup(to)) ++to;
    const int left = sectionViewportPosition(from);
    const int right = sectionViewportPosition(to - 1) + sectionSize(to - 1);
    const QRect seen = QRect(left, 0, right - left, bandHeight()) & QRect(0, 0, viewport()->width(), bandHeight());
    if (!seen.isEmpty()) {
      const QString group = QString::fromStdString(matrix()->matrix().columns[static_cast<std::size_t>(from)].group);
      QFont bold = m_theme.font(TextSize::Small);
      bold.setWeight(QFont::DemiBold);
      painter.setFont(bold);
      painter.setPen(m_theme.color(Tone::Text));
      const QRect words = seen.adjusted(kHeaderPad, 0, -kHeaderPad, 0);
      // Of a name that is mostly scrolled away nothing is shown.
      const bool isCut = seen.width() < right - left && painter.fontMetrics().horizontalAdvance(group) > words.width();
      if (!isCut)
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(group, Qt::ElideRight, words.width()));
      painter.fillRect(QRect(seen.left() + kHeaderPad, bandHeight() - 2, seen.width() - 2 * kHeaderPad, 1),
                       m_theme.color(Tone::Border));
      if (from > 0) painter.fillRect(QRect(left, 0, 1, bottom), m_theme.color(Tone::Border));
    }
    from = to;
  }
  painter.fillRect(QRect(0, bottom, viewport()->width(), 1), m_theme.color(Tone::Border));
  if (m_current < 0) return;
  painter.fillRect(QRect(sectionViewportPosition(m_current), bottom - 1, sectionSize(m_current), 2),
                   m_theme.color(Tone::Accent));
}

MatrixRowHeader::MatrixRowHeader(const Theme& theme, QWidget* parent) : MatrixHeader(Qt::Vertical, theme, parent) {
  setAccessibleName(tr("Suites and modes"));
}

/// Below the last row there is no header: the page goes on.
void MatrixRowHeader::paintEvent(QPaintEvent* event) {
  QHeaderView::paintEvent(event);
  const QRect rest = viewport()->rect().adjusted(0, length() - offset(), 0, 0);
  if (!rest.isEmpty()) QPainter(viewport()).fillRect(rest, m_theme.color(Tone::Base));
}

QSize MatrixRowHeader::sizeHint() const {
  QFont bold = m_theme.font(TextSize::Normal);
  bold.setWeight(QFont::DemiBold);
  const QFontMetrics metrics(bold);
  int widest = 0;
  if (matrix())
    for (int row = 0; row < count(); ++row) {
      const overview::MatrixRow& line = matrix()->matrix().rows[static_cast<std::size_t>(row)];
      const std::optional<CellMark> total = matrix()->total(row, Qt::Vertical);
      const QString below = fromUtf8(configs::modeName(line.mode)) + (total ? u"  "_s + total->text : QString());
      widest = std::max({widest, metrics.horizontalAdvance(QString::fromStdString(line.suite)),
                         QFontMetrics(m_theme.font(TextSize::Small)).horizontalAdvance(below) + kGrid});
    }
  return {widest + 3 * kGrid, QHeaderView::sizeHint().height()};
}

void MatrixRowHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
  if (!matrix()) return;
  const overview::MatrixRow& row = matrix()->matrix().rows[static_cast<std::size_t>(section)];
  const std::string_view mode = configs::modeName(row.mode);
  const bool current = section == m_current;
  painter->fillRect(rect, m_theme.color(Tone::Window));
  QFont font = m_theme.font(TextSize::Normal);
  if (current) font.setWeight(QFont::DemiBold);
  const QFont& small = m_theme.font(TextSize::Small);
  const int first = QFontMetrics(font).height();
  const int second = QFontMetrics(small).height();
  const int top = rect.top() + (rect.height() - first - second) / 2;
  painter->setFont(font);
  painter->setPen(m_theme.color(Tone::Text));
  painter->drawText(QRect(rect.left() + 2 * kGrid, top, rect.width() - 2 * kGrid, first),
                    Qt::AlignLeft | Qt::AlignVCenter, QString::fromStdString(row.suite));
  painter->setFont(small);
  painter->setPen(m_theme.color(Tone::Muted));
  painter->drawText(QRect(rect.left() + 2 * kGrid, top + first, rect.width() - 2 * kGrid, second),
                    Qt::AlignLeft | Qt::AlignVCenter,
                    fromUtf8(mode));
  drawTotal(*painter, QRect(rect.left(), top + first, rect.width() - kGrid, second), m_theme,
            matrix()->total(section, Qt::Vertical));
  if (section > 0 && matrix()->startsSuite(section))
    painter->fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), m_theme.color(Tone::Border));
  painter->fillRect(QRect(rect.right(), rect.top(), 1, rect.height()), m_theme.color(Tone::Border));
  if (current) painter->fillRect(QRect(rect.left(), rect.top(), 3, rect.height() - 1), m_theme.color(Tone::Accent));
}

using verdicts::VerdictClass;

namespace {

constexpr int kMarkGap = kGrid / 2 + 1;   // between two marks
constexpr int kMinCellWidth = 46;        // pixels: something to click

constexpr int kMaxCellWidth = 120;
constexpr int kMaxHalfRows = 3;  // times half a row: a tall window makes cells higher, to a degree

}  // namespace

int MatrixDelegate::cellHeight() const {
  return QFontMetrics(bold()).height() + QFontMetrics(theme().font(TextSize::Small)).height() + kGrid + 2;
}

int MatrixDelegate::cellWidth(const MatrixModel& model) const {
  const QFontMetrics bold(FlatDelegate::bold());
  const QFontMetrics small(theme().font(TextSize::Small));
  int widest = 0;
  for (const overview::MatrixCell& cell : model.matrix().cells) {
    const QList<CellMark> marks = marksOf(cell);
    if (!marks.isEmpty()) widest = std::max(widest, bold.horizontalAdvance(marks.first().text));
    widest = std::max(widest, small.horizontalAdvance(shardText(cell)));
  }
  for (int column = 0; column < model.columnCount(); ++column)
    if (const auto total = model.total(column, Qt::Horizontal))
      widest = std::max(widest, small.horizontalAdvance(total->text));
  // The words of a cell without a result may use its padding.
  widest = std::max(widest, small.horizontalAdvance(u"baseline"_s) + 1 - 2 * kCellPad);
  return std::max(kMinCellWidth, widest + 2 * kCellPad + 2);
}

QSize MatrixDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
  return {kMinCellWidth, cellHeight()};
}

void MatrixDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* model = qobject_cast<const MatrixModel*>(index.model());
  if (!model) return;
  const CellKind kind = kindOf(model->cell(index));
  const bool hovered = m_hovered == index;
  const bool current = (option.state & QStyle::State_Selected) != 0;
  painter->save();
  const bool none = kind == CellKind::NoConfig;
  const QColor ground = none && !current ? theme().color(Tone::Window)
                                         : theme().cellColor(styleOf(model->cell(index)), current, hovered && !none,
                                                              shareOf(model->cell(index)));
  painter->fillRect(option.rect, ground);
  painter->setBackground(ground);
  const QRect room = option.rect.adjusted(0, 0, -1, -1);
  switch (kind) {
    case CellKind::NoConfig: break;
    case CellKind::NotRun: paintQuiet(painter, room, tr("not run"), true); break;
    case CellKind::NoBaseline: paintQuiet(painter, room, tr("no baseline"), false); break;
    default: paintMarks(painter, room, *model, index, current || hovered);
  }
  // Lines in the window's colour part the cells, stronger ones the platforms and suites.
  const QColor quiet = theme().color(Tone::Window);
  const QColor strong = theme().color(Tone::Border);
  painter->fillRect(QRect(option.rect.right(), option.rect.top(), 1, option.rect.height()), quiet);
  painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), quiet);
  if (index.column() > 0 && model->startsGroup(index.column()))
    painter->fillRect(QRect(option.rect.left(), option.rect.top(), 1, option.rect.height()), strong);
  if (index.row() > 0 && model->startsSuite(index.row()))
    painter->fillRect(QRect(option.rect.left(), option.rect.top(), option.rect.width(), 1), strong);
  painter->restore();
}

void MatrixDelegate::paintQuiet(QPainter* painter, const QRect& room, const QString& text, bool hatched) const {
  const QFont font = theme().font(TextSize::Small);
  const QFontMetrics metrics(font);
  // On one line where it fits, else a word per line.
  QStringList lines{text};
  if (metrics.horizontalAdvance(text) > room.width() - kCellPad) lines = text.split(u' ');
  int widest = 0;
  for (const QString& line : lines) widest = std::max(widest, metrics.horizontalAdvance(line));
  const int high = metrics.height() * static_cast<int>(lines.size());
  QRect words(0, 0, std::min(room.width(), widest + kCellPad), high);
  words.moveCenter(room.center());
  if (hatched) {
    painter->fillRect(room, QBrush(theme().color(Tone::Border), Qt::BDiagPattern));
    painter->fillRect(words, painter->background().color());
  }
  painter->setFont(font);
  painter->setPen(theme().color(hatched ? Tone::Muted : Tone::Text));
  painter->drawText(words, Qt::AlignCenter, lines.join(u'\n'));
}

/// placed lays the marks out on two lines: the worst one first, what does not fit beside it below, in small type, where
/// the shards have the right end. "+12" counts the rows that do not fit there either.
QList<MatrixDelegate::Piece> MatrixDelegate::placed(const overview::MatrixCell& cell, int width) const {
  const QFontMetrics plain(theme().font(TextSize::Normal));
  const QFontMetrics small(theme().font(TextSize::Small));
  const bool calm = kindOf(cell) == CellKind::Calm;
  const QString shards = shardText(cell);
  const int second = width - (shards.isEmpty() ? 0 : small.horizontalAdvance(shards) + kMarkGap);
  QList<Piece> pieces;
  int x = 0;
  int line = 0;
  for (const CellMark& mark : marksOf(cell)) {
    const bool first = pieces.isEmpty();
    int wide = first && !calm ? QFontMetrics(bold()).horizontalAdvance(mark.text) : plain.horizontalAdvance(mark.text);
    if (line == 0 && !first && x + wide > width) {
      if (calm) break;  // what is as expected needs no second line
      line = 1;
      x = 0;
    }
    if (line == 1) wide = small.horizontalAdvance(mark.text);
    if (line == 1 && x + wide > second) {
      addRest(pieces, marksOf(cell), second);
      break;
    }
    pieces << Piece{mark.text, mark.cls, x, line, first && !calm};
    x += wide + kMarkGap;
  }
  if (pieces.isEmpty()) pieces << Piece{theme().classStyle(VerdictClass::Pass).glyph, VerdictClass::Pass, 0, 0, false};
  return pieces;
}

QStringList MatrixDelegate::shownTexts(const overview::MatrixCell& cell, int width) const {
  QStringList texts;
  for (const Piece& piece : placed(cell, width)) texts << piece.text;
  return texts;
}

/// addRest gives way to the count of what is not shown: marks of the second line leave until it fits. It is drawn like
/// other quiet text, because it stands for several classes.
void MatrixDelegate::addRest(QList<Piece>& pieces, const QList<CellMark>& marks, int width) const {
  const QFontMetrics small(theme().font(TextSize::Small));
  for (;;) {
    std::uint32_t rest = 0;
    for (qsizetype i = pieces.size(); i < marks.size(); ++i) rest += marks[i].count;
    const QString text = u'+' + grouped(rest);
    const bool isOnSecond = pieces.last().line == 1;
    const int x = isOnSecond ? pieces.last().x + small.horizontalAdvance(pieces.last().text) + kMarkGap : 0;
    if (!isOnSecond || x + small.horizontalAdvance(text) <= width) {
      pieces << Piece{text, VerdictClass::Pass, x, 1, false, true};
      return;
    }
    pieces.removeLast();
  }
}

void MatrixDelegate::paintMarks(QPainter* painter, const QRect& room, const MatrixModel& model,
                                const QModelIndex& index, bool stronger) const {
  const overview::MatrixCell& cell = model.cell(index);
  const bool calm = kindOf(cell) == CellKind::Calm;
  const QFont& small = theme().font(TextSize::Small);
  const QRect inner = room.adjusted(kCellPad, 0, -kCellPad, 0);
  const QList<Piece> pieces = placed(cell, inner.width());
  const QString shards = shardText(cell);
  const bool two = !shards.isEmpty() || pieces.last().line == 1;
  const int first = QFontMetrics(bold()).height();
  const int second = QFontMetrics(small).height();
  const int top = inner.top() + (inner.height() - first - (two ? second : 0)) / 2;
  const QRect below(inner.left(), top + first, inner.width(), second);
  for (const Piece& piece : pieces) {
    painter->setFont(piece.bold ? bold() : piece.line == 1 ? small : theme().font(TextSize::Normal));
    painter->setPen(calm || piece.isRest ? theme().mutedColor(stronger || piece.isRest) : theme().wordColor(piece.cls, stronger));
    const QRect line = piece.line == 1 ? below : QRect(inner.left(), top, inner.width(), first);
    painter->drawText(line.adjusted(piece.x, 0, kCellPad, 0), Qt::AlignLeft | Qt::AlignVCenter, piece.text);
  }
  if (shards.isEmpty()) return;
  painter->setFont(small);
  painter->setPen(theme().color(Tone::Text));
  painter->drawText(below, Qt::AlignRight | Qt::AlignVCenter, shards);
}

MatrixGrid::MatrixGrid(MatrixModel* model, const Theme& theme, QWidget* parent)
    : QTableView(parent),
      m_model(model),
      m_delegate(new MatrixDelegate(theme, this)),
      m_columns(new MatrixColumnHeader(theme, this)),
      m_rows(new MatrixRowHeader(theme, this)),
      m_theme(theme) {
  setAccessibleName(tr("Matrix of configs"));
  setHorizontalHeader(m_columns);
  setVerticalHeader(m_rows);
  setModel(model);
  setItemDelegate(m_delegate);
  setFrameShape(QFrame::NoFrame);
  setShowGrid(false);
  setWordWrap(false);
  setMouseTracking(true);
  setTabKeyNavigation(false);
  setCornerButtonEnabled(false);
  setSelectionMode(SingleSelection);
  setEditTriggers(NoEditTriggers);
  setHorizontalScrollMode(ScrollPerPixel);
  setVerticalScrollMode(ScrollPerPixel);
  connect(this, &QTableView::clicked, this, &MatrixGrid::opened);
  connect(model, &QAbstractItemModel::modelReset, this, [this] {
    m_delegate->setHovered({});
    m_cellWidth = m_delegate->cellWidth(*m_model);
    fitSections();
  });
  applyTheme(*this, theme);
}

void MatrixGrid::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.font(TextSize::Normal));
  m_cellWidth = m_delegate->cellWidth(*m_model);
  fitSections();
  viewport()->update();
}

void MatrixGrid::goTo(const QModelIndex& index) {
  if (!index.isValid()) return;
  selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
  scrollTo(index);
}

int MatrixGrid::minHeightOfAll() const { return m_columns->shortestHeight() + rowsHeight(); }

int MatrixGrid::rowsHeight() const {
  const bool isWider = m_columns->length() > width() - m_rows->sizeHint().width() - 2 * frameWidth();
  return m_delegate->cellHeight() * m_model->rowCount() + (isWider ? horizontalScrollBar()->sizeHint().height() : 0);
}

int MatrixGrid::maxHeightOfAll() const {
  const int titles = m_columns->isUpright() ? kMaxTitleChars - kShortestTitle : 0;
  return minHeightOfAll() + titles + m_delegate->cellHeight() * (kMaxHalfRows - 2) / 2 * m_model->rowCount();
}

/// Titles are written across while every word of them fits; otherwise upright, and then a cell may be narrow.
void MatrixGrid::fitSections() {
  const int count = m_model->columnCount();
  if (count == 0) return;
  const int room = width() - m_rows->sizeHint().width() - 2 * frameWidth();
  const int wrapped = std::max(m_cellWidth, m_columns->widthWrapped());
  const bool upright = count * wrapped > room;
  // Columns that have to be scrolled anyhow leave their titles whole.
  const bool isWider = upright && count * m_cellWidth > room;
  m_columns->setRowsHeight(rowsHeight());
  const int minWidth = isWider ? std::max(m_cellWidth, m_columns->widthUpright()) : upright ? m_cellWidth : wrapped;
  m_columns->setDefaultSectionSize(std::clamp(room / count, minWidth, std::max(minWidth, kMaxCellWidth)));
  m_columns->setUpright(upright);
  const int row = m_delegate->cellHeight();
  m_columns->setRowsHeight(rowsHeight());
  const int bar = rowsHeight() - row * m_model->rowCount();
  const int high = (height() - m_columns->sizeHint().height() - bar) / std::max(1, m_model->rowCount());
  m_rows->setDefaultSectionSize(std::clamp(high, row, row * kMaxHalfRows / 2));
  updateGeometries();
}

void MatrixGrid::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  if (width() != m_fitted.width() || height() != m_fitted.height()) {
    m_fitted = size();
    fitSections();
    if (currentIndex().isValid()) scrollTo(currentIndex());
    Q_EMIT fitted();
  }
}

void MatrixGrid::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  m_columns->setCurrent(current.isValid() ? current.column() : -1);
  m_rows->setCurrent(current.isValid() ? current.row() : -1);
  viewport()->update();
  Q_EMIT currentMoved(current);
}

void MatrixGrid::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && currentIndex().isValid()) {
    Q_EMIT opened(currentIndex());
    return;
  }
  QTableView::keyPressEvent(event);
}

void MatrixGrid::hover(const QModelIndex& index) {
  m_delegate->setHovered(index);
  viewport()->update();
}

void MatrixGrid::mouseMoveEvent(QMouseEvent* event) {
  hover(indexAt(event->position().toPoint()));
  QTableView::mouseMoveEvent(event);
}

void MatrixGrid::leaveEvent(QEvent* event) {
  hover({});
  QTableView::leaveEvent(event);
}

void MatrixGrid::paintEvent(QPaintEvent* event) {
  QTableView::paintEvent(event);
  if (!currentIndex().isValid()) return;
  QPainter painter(viewport());
  painter.setPen(QPen(m_theme.color(hasFocus() ? Tone::Accent : Tone::Muted), 2));
  painter.drawRect(visualRect(currentIndex()).adjusted(1, 1, -2, -2));
}

}  // namespace plumbline::ui
