// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/matrix_headers.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/artifacts/matrix_model.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr int kHeaderPad = kGrid / 2;
constexpr int kMaxTitleChars = 200;   // pixels of an upright title; longer ones lose their end
constexpr int kShortestTitle = 96;

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
  const QFontMetrics metrics(m_theme.font(TextSize::Small));
  QStringList lines;
  for (const QString& word : title.split(u' ')) {
    const QString longer = lines.isEmpty() ? word : lines.last() + u' ' + word;
    if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= width - 2 * kHeaderPad) lines.last() = longer;
    else lines << word;
  }
  return lines;
}

QSize MatrixColumnHeader::sizeHint() const {
  const QFontMetrics metrics(m_theme.font(TextSize::Small));
  // In a low window the titles shrink.
  const int maxWidth =
      std::clamp(parentWidget() ? parentWidget()->height() / 3 : kMaxTitleChars, kShortestTitle, kMaxTitleChars);
  int titles = metrics.height();
  for (int section = 0; matrix() && section < count(); ++section) {
    titles = std::max(titles, m_upright ? std::min(maxWidth, metrics.horizontalAdvance(title(section)))
                                        : metrics.lineSpacing() *
                                              static_cast<int>(wrapped(title(section), sectionSize(section)).size()));
  }
  return {QHeaderView::sizeHint().width(), bandHeight() + titles + kGrid};
}

void MatrixColumnHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
  if (!matrix()) return;
  painter->fillRect(rect, m_theme.color(Tone::Window));
  const bool current = section == m_current;
  QFont font = m_theme.font(TextSize::Small);
  if (current) font.setWeight(QFont::DemiBold);
  painter->setFont(font);
  painter->setPen(m_theme.color(current ? Tone::Text : Tone::Muted));
  const QRect room = rect.adjusted(kHeaderPad, bandHeight(), -kHeaderPad, -kHeaderPad);
  if (m_upright) {
    painter->translate(room.left(), room.bottom());
    painter->rotate(-90);
    const QString line = painter->fontMetrics().elidedText(title(section), Qt::ElideRight, room.height());
    painter->drawText(QRect(0, 0, room.height(), room.width()), Qt::AlignLeft | Qt::AlignVCenter, line);
  } else {
    const QStringList lines = wrapped(title(section), rect.width());
    const int step = painter->fontMetrics().lineSpacing();
    int y = room.bottom() + 1 - step * static_cast<int>(lines.size());
    for (const QString& line : lines) {
      painter->drawText(QRect(room.left(), y, room.width(), step), Qt::AlignLeft | Qt::AlignVCenter,
                        painter->fontMetrics().elidedText(line, Qt::ElideRight, room.width() + kHeaderPad));
      y += step;
    }
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
    for (const overview::MatrixRow& row : matrix()->matrix().rows)
      widest = std::max(widest, metrics.horizontalAdvance(QString::fromStdString(row.suite)));
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
  if (section > 0 && matrix()->startsSuite(section))
    painter->fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), m_theme.color(Tone::Border));
  painter->fillRect(QRect(rect.right(), rect.top(), 1, rect.height()), m_theme.color(Tone::Border));
  if (current) painter->fillRect(QRect(rect.left(), rect.top(), 3, rect.height() - 1), m_theme.color(Tone::Accent));
}

}  // namespace plumbline::ui
