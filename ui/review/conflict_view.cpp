// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/conflict_view.h"

#include <QFileInfo>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <algorithm>

#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/plain_paint.h"

namespace plumbline::ui {

OutsideStrip::OutsideStrip(const Theme& theme, QWidget* parent) : QFrame(parent), m_text(new PlainLabel(this)) {
  setAccessibleName(tr("Changed outside"));
  setAutoFillBackground(true);
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = makeRow(this, {kGrid, kGrid / 2, kGrid, kGrid / 2}, kGrid, {{m_text, 1}});
  QPushButton* show = makePushButton(u"showOutside"_s, tr("Show the difference"), tr("Show what was changed on disk"),
                                     this);
  m_reapply = makePushButton(u"reapply"_s, tr("Re-apply my edits"),
                        tr("Take the version on disk and make the edits on it again"), this);
  QPushButton* discard = makePushButton(u"discard"_s, tr("Discard my edits"),
                                   tr("Take the version on disk and drop the edits of this file"), this);
  for (QPushButton* button : {show, m_reapply, discard}) layout->addWidget(button);
  connect(show, &QPushButton::clicked, this, [this] { Q_EMIT showRequested(m_paths.value(0)); });
  connect(m_reapply, &QPushButton::clicked, this, [this] { Q_EMIT reapplyRequested(m_paths.value(0)); });
  connect(discard, &QPushButton::clicked, this, [this] { Q_EMIT discardRequested(m_paths.value(0)); });
  setTheme(theme);
  hide();
}

void OutsideStrip::setTheme(const Theme& theme) {
  QPalette palette = theme.palette();
  palette.setColor(QPalette::Window, theme.classStyle(verdicts::VerdictClass::Flaky).tint);
  setPalette(palette);
}

void OutsideStrip::setFiles(const QStringList& paths) {
  if (paths == m_paths) return;
  m_paths = paths;
  m_reapply->setText(tr("Re-apply my edits"));
  setVisible(!paths.isEmpty());
  updateText();
}

void OutsideStrip::updateText() {
  if (m_paths.isEmpty()) return;
  const QString name = QFileInfo(m_paths.front()).fileName();
  const auto more = m_paths.size() - 1;
  m_text->setText(
      more == 0 ? tr("%1 was changed on disk while it has edits here; it is not overwritten.").arg(name)
                : tr("%1 was changed on disk while it has edits here; it is not overwritten. %2 more after it.")
                      .arg(name, QString::number(more)));
  m_text->setToolTip(m_paths.join(u'\n'));
}

void OutsideStrip::showLost(const std::vector<std::string>& lost) {
  QStringList sentences;
  for (const std::string& sentence : lost) sentences << fromUtf8(sentence);
  updateText();
  if (sentences.isEmpty()) return;
  const bool one = sentences.size() == 1;
  m_text->setText(m_text->text() + u'\n' +
                  (one ? tr("One edit does not fit: %1").arg(sentences.front())
                       : tr("%1 edits do not fit: %2 \u2026").arg(sentences.size()).arg(sentences.front())));
  m_text->setToolTip(m_paths.join(u'\n') + u"\n\n"_s + sentences.join(u'\n'));
  m_reapply->setText(one ? tr("Re-apply without it") : tr("Re-apply the others"));
}

namespace {

constexpr int kCurrentBar = 3;

std::vector<QString> linesOf(const std::string& side) {
  std::vector<QString> lines;
  const QString text = QString::fromStdString(side);
  for (const QString& line : text.split(u'\n')) lines.push_back(line);
  if (!lines.empty() && lines.back().isEmpty()) lines.pop_back();
  return lines;
}

bool takes(std::optional<baselines::ConflictChoice> choice, baselines::ConflictChoice side) {
  return choice == side || choice == baselines::ConflictChoice::Both;
}

}  // namespace

ConflictBlocksView::ConflictBlocksView(const Theme& theme, QWidget* parent) : LineView(theme, parent) {
  setAccessibleName(tr("Conflicts"));
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
  setTheme(theme);
}

void ConflictBlocksView::show(std::vector<baselines::ConflictBlock> blocks) {
  m_blocks.clear();
  for (baselines::ConflictBlock& conflict : blocks) {
    Block block{std::move(conflict), {}, {}, std::nullopt};
    block.ours = linesOf(block.conflict.ours);
    block.theirs = linesOf(block.conflict.theirs);
    m_blocks.push_back(std::move(block));
  }
  m_current = 0;
  measure();
  verticalScrollBar()->setValue(0);
  updatePosition();
  viewport()->update();
}

void ConflictBlocksView::measure() {
  int top = 0;
  for (Block& block : m_blocks) {
    block.top = top;
    block.rows = 3 + static_cast<int>(std::max<std::size_t>(1, std::max(block.ours.size(), block.theirs.size())));
    top += block.rows;
  }
  const int shown = std::max(1, viewport()->height() / rowHeight());
  verticalScrollBar()->setRange(0, std::max(0, top - shown));
  verticalScrollBar()->setPageStep(shown);
}

std::size_t ConflictBlocksView::openCount() const {
  return static_cast<std::size_t>(std::count_if(m_blocks.begin(), m_blocks.end(), [](const Block& b) { return !b.choice; }));
}

std::vector<ConflictBlocksView::Choice> ConflictBlocksView::choices() const {
  std::vector<Choice> all;
  for (const Block& block : m_blocks)
    if (block.choice) all.push_back(*block.choice);
  return all;
}

void ConflictBlocksView::choose(std::size_t block, Choice choice) {
  if (block >= m_blocks.size()) return;
  m_blocks[block].choice = choice;
  updatePosition();
  viewport()->update();
  Q_EMIT chosen();
}

void ConflictBlocksView::chooseAll(Choice choice) {
  for (Block& block : m_blocks) block.choice = choice;
  updatePosition();
  viewport()->update();
  Q_EMIT chosen();
}

void ConflictBlocksView::goTo(std::size_t block) {
  if (block >= m_blocks.size()) return;
  m_current = block;
  const Block& b = m_blocks[block];
  QScrollBar* bar = verticalScrollBar();
  if (b.top < bar->value() || b.top + b.rows > bar->value() + bar->pageStep()) bar->setValue(std::max(0, b.top - 1));
  updatePosition();
  viewport()->update();
}

QString ConflictBlocksView::heading(const Block& block, std::size_t number) const {
  const QString word = !block.choice                   ? tr("not decided")
                       : *block.choice == Choice::Ours ? tr("ours is taken")
                       : *block.choice == Choice::Theirs ? tr("theirs is taken")
                                                         : tr("both are taken");
  return tr("Conflict %1 of %2, line %3: %4").arg(number + 1).arg(m_blocks.size()).arg(block.conflict.line).arg(word);
}

void ConflictBlocksView::updatePosition() {
  setAccessibleDescription(m_blocks.empty() ? QString() : heading(m_blocks[m_current], m_current));
}

void ConflictBlocksView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), theme().color(Tone::Base));
  const int first = verticalScrollBar()->value();
  const int last = first + viewport()->height() / rowHeight() + 1;
  for (std::size_t i = 0; i < m_blocks.size(); ++i) {
    const Block& block = m_blocks[i];
    if (block.top + block.rows < first || block.top > last) continue;
    paintBlock(painter, block, i, (block.top - first) * rowHeight());
  }
  if (hasFocus()) drawFocusRing(&painter, viewport()->rect(), theme().palette(), 0);
}

void ConflictBlocksView::paintBlock(QPainter& painter, const Block& block, std::size_t number, int y) {
  const int width = viewport()->width();
  const int half = width / 2;
  const QRect head(0, y, width, rowHeight());
  painter.fillRect(head, theme().color(number == m_current ? Tone::Selection : Tone::Window));
  painter.setFont(theme().font(TextSize::Normal));
  painter.setPen(theme().color(Tone::Text));
  painter.drawText(head.adjusted(kCurrentBar + kGrid, 0, -kGrid, 0), Qt::AlignVCenter | Qt::AlignLeft,
                   heading(block, number));
  const auto side = [&](const QString& key, const QString& name, const std::string& label, const std::vector<QString>& lines, int left,
                        Choice choice) {
    const bool taken = takes(block.choice, choice);
    const QRect title(left, y + rowHeight(), half, rowHeight());
    painter.setFont(theme().font(TextSize::Small));
    painter.setPen(theme().color(taken ? Tone::Text : Tone::Muted));
    const QString mark = taken ? u"\u2713 "_s : QString();
    const QString text = u"%1%2 %3 (%4)"_s.arg(mark, key, name, QString::fromStdString(label));
    painter.drawText(title.adjusted(kCurrentBar + kGrid, 0, -kGrid, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(text, Qt::ElideMiddle, half - 2 * kGrid));
    paintSide(painter, lines, {left, y + 2 * rowHeight(), half, (block.rows - 3) * rowHeight()}, taken,
              block.choice.has_value());
  };
  side(u"1"_s, tr("ours"), block.conflict.oursLabel, block.ours, 0, Choice::Ours);
  side(u"2"_s, tr("theirs"), block.conflict.theirsLabel, block.theirs, half, Choice::Theirs);
  painter.setPen(theme().color(Tone::Border));
  painter.drawLine(half, y + rowHeight(), half, y + (block.rows - 1) * rowHeight());
  if (number == m_current)
    painter.fillRect(QRect(0, y, kCurrentBar, (block.rows - 1) * rowHeight()), theme().color(Tone::Accent));
}

void ConflictBlocksView::paintSide(QPainter& painter, const std::vector<QString>& lines, const QRect& room, bool taken, bool decided) {
  if (taken) painter.fillRect(room, theme().diffStyle(DiffSide::Added).tint);
  painter.setFont(font());
  painter.setPen(theme().color(taken || !decided ? Tone::Text : Tone::Muted));
  const int from = std::max(0, -room.top() / rowHeight());
  const int to = std::min(static_cast<int>(lines.size()), (viewport()->height() - room.top()) / rowHeight() + 1);
  for (int i = from; i < to; ++i) {
    const QRect row(room.left() + kCurrentBar + kGrid, room.top() + i * rowHeight(),
                    room.width() - kCurrentBar - 2 * kGrid, rowHeight());
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(lines[static_cast<std::size_t>(i)].left(1000), Qt::ElideRight, row.width()));
  }
  if (lines.empty())
    painter.drawText(room.adjusted(kCurrentBar + kGrid, 0, 0, 0), Qt::AlignTop | Qt::AlignLeft, tr("(nothing)"));
}

void ConflictBlocksView::resizeEvent(QResizeEvent* event) {
  LineView::resizeEvent(event);
  measure();
}

void ConflictBlocksView::mousePressEvent(QMouseEvent* event) {
  const int row = verticalScrollBar()->value() + static_cast<int>(event->position().y()) / rowHeight();
  for (std::size_t i = 0; i < m_blocks.size(); ++i) {
    if (row < m_blocks[i].top || row >= m_blocks[i].top + m_blocks[i].rows) continue;
    goTo(i);
    if (row > m_blocks[i].top) choose(i, event->position().x() < viewport()->width() / 2.0 ? Choice::Ours : Choice::Theirs);
    return;
  }
}

void ConflictBlocksView::keyPressEvent(QKeyEvent* event) {
  const auto take = [this](Choice choice) {
    choose(m_current, choice);
    if (m_current + 1 < m_blocks.size()) goTo(m_current + 1);
  };
  switch (event->key()) {
    case Qt::Key_1:
      take(Choice::Ours);
      return;
    case Qt::Key_2:
      take(Choice::Theirs);
      return;
    case Qt::Key_3:
      take(Choice::Both);
      return;
    case Qt::Key_Down:
    case Qt::Key_J:
      goTo(m_current + 1);
      return;
    case Qt::Key_Up:
    case Qt::Key_K:
      if (m_current > 0) goTo(m_current - 1);
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (openCount() == 0) Q_EMIT applyRequested();
      return;
    default:
      LineView::keyPressEvent(event);
  }
}

void ConflictBlocksView::focusInEvent(QFocusEvent* event) {
  LineView::focusInEvent(event);
  viewport()->update();
}

void ConflictBlocksView::focusOutEvent(QFocusEvent* event) {
  LineView::focusOutEvent(event);
  viewport()->update();
}

using baselines::ConflictChoice;

ConflictView::ConflictView(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_title(new ElidedLabel(Qt::ElideMiddle, this)), m_blocks(new ConflictBlocksView(theme, this)) {
  setAccessibleName(tr("Conflicts of a file"));
  auto* head = makeRow(nullptr, {kGrid, kGrid / 2, kGrid, kGrid / 2}, kGrid, {{m_title, 1}});
  const auto add = [&](const QString& name, const QString& text, const QString& tip) {
    QPushButton* button = makePushButton(name, text, tip, this);
    head->addWidget(button);
    return button;
  };
  connect(add(u"allOurs"_s, tr("Take all ours"), tr("Choose our side of every block")), &QPushButton::clicked, this,
          [this] { m_blocks->chooseAll(ConflictChoice::Ours); });
  connect(add(u"allTheirs"_s, tr("Take all theirs"), tr("Choose their side of every block")), &QPushButton::clicked,
          this,
          [this] { m_blocks->chooseAll(ConflictChoice::Theirs); });
  connect(add(u"leave"_s, tr("Leave as it is"), tr("Change nothing and go back")), &QPushButton::clicked, this,
          &ConflictView::leaveRequested);
  m_apply = add(u"apply"_s, tr("Apply the choices"),
                tr("Replace the blocks by what was chosen (Enter); can be undone"));
  m_apply->setDefault(true);
  connect(m_apply, &QPushButton::clicked, this, &ConflictView::applyRequested);
  connect(m_blocks, &ConflictBlocksView::applyRequested, this, &ConflictView::applyRequested);
  connect(m_blocks, &ConflictBlocksView::chosen, this, &ConflictView::updateState);
  makeColumn(this, {}, 0, {head, divider(), {m_blocks, 1}});
}

void ConflictView::show(const QString& path, std::vector<baselines::ConflictBlock> blocks) {
  m_path = path;
  m_title->setDetail(path);
  m_blocks->show(std::move(blocks));
  updateState();
}

void ConflictView::updateState() {
  const std::size_t open = m_blocks->openCount();
  const std::size_t all = m_blocks->blockCount();
  m_title->setText(tr("%1: %2 of %3 decided. 1 takes ours, 2 theirs, 3 both.").arg(
      QFileInfo(m_path).fileName(), QString::number(all - open), QString::number(all)));
  m_apply->setEnabled(open == 0 && all > 0);
}

}  // namespace plumbline::ui
