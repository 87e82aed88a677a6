// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_palette.h"

#include <QApplication>
#include <QHash>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <tuple>
#include <utility>

#include "ui/support/labels.h"
#include "ui/support/layouts.h"

namespace plumbline::ui {
namespace {

constexpr int kLettersInOrder = 40;

/// lettersCost is the number of letters skipped between the first and the last one found.
std::optional<int> lettersCost(const QString& word, const QString& text) {
  qsizetype at = -1;
  qsizetype first = -1;
  for (const QChar letter : word) {
    at = text.indexOf(letter, at + 1, Qt::CaseInsensitive);
    if (at < 0) return std::nullopt;
    if (first < 0) first = at;
  }
  return static_cast<int>(at - first + 1 - word.size());
}

std::optional<int> wordCost(const QString& word, const QString& text) {
  for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
       at = text.indexOf(word, at + 1, Qt::CaseInsensitive)) {
    if (at == 0) return 0;
    if (!text.at(at - 1).isLetterOrNumber()) return 1;
  }
  if (text.contains(word, Qt::CaseInsensitive)) return kLooseCost;
  if (const auto skipped = lettersCost(word, text)) return kLettersInOrder + *skipped;
  return std::nullopt;
}

/// What people call an action that has another name here.
struct Synonym {
  QLatin1StringView id;
  const char* words;
};
constexpr Synonym kSynonyms[] = {
    {"app.quit"_L1, QT_TRANSLATE_NOOP("plumbline::ui::CommandPalette", "close exit leave")},
    {"page.history"_L1, QT_TRANSLATE_NOOP("plumbline::ui::CommandPalette", "blame earlier runs")},
    {"page.settings"_L1, QT_TRANSLATE_NOOP("plumbline::ui::CommandPalette", "preferences options")},
    {"help.keys"_L1, QT_TRANSLATE_NOOP("plumbline::ui::CommandPalette", "shortcuts")},
};

/// commandCost finds scattered letters in the command's own text only: behind its group they answer anything.
std::optional<int> commandCost(const QString& typed, const ActionSpec& spec) {
  if (const auto own = matchCost(typed, spec.text)) return own;
  QString more = spec.group + u' ' + spec.text;
  for (const Synonym& synonym : kSynonyms)
    if (synonym.id == spec.id) more += u' ' + CommandPalette::tr(synonym.words);
  const auto cost = matchCost(typed, more);
  return cost && *cost < kLettersInOrder ? cost : std::nullopt;
}

constexpr int kWidth = 640;
constexpr int kRows = 12;
constexpr int kMargin = 8;

}  // namespace

std::optional<int> matchCost(const QString& typed, const QString& text) {
  int sum = 0;
  const QStringList words = typed.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  for (const QString& word : words) {
    const auto cost = wordCost(word, text);
    if (!cost) return std::nullopt;
    sum += *cost;
  }
  return sum;
}

CommandModel::CommandModel(const ActionRegistry& registry, WhyNot whyNot, QObject* parent)
    : QAbstractListModel(parent), m_registry(registry), m_whyNot(std::move(whyNot)) {}

void CommandModel::setTyped(const QString& typed) {
  QList<std::pair<int, Line>> found;
  QHash<QString, bool> seen;  // pages share some actions, like the way to the review
  for (const bool isActive : {true, false}) {
    for (const ActionRegistry::Entry& entry : m_registry.entries()) {
      const bool canRun = canRunNow(entry.spec);
      if (m_registry.isActive(entry) != isActive || (!canRun && typed.isEmpty()) || !entry.spec.run) continue;
      const auto cost = commandCost(typed, entry.spec);
      const bool isLoose = cost && *cost >= kLooseCost;
      if (!cost || (isLoose && ActionRegistry::isDangerous(entry.spec.id))) continue;
      const QString line = entry.spec.group + u'\n' + entry.spec.text;
      if (seen.contains(line)) continue;
      if (canRun) seen.insert(line, true);
      QString whyNot = canRun || !m_whyNot ? QString() : m_whyNot(entry.scope);
      if (!canRun && whyNot.isEmpty()) whyNot = tr("not possible just now");
      found.append({*cost, {entry.spec.id, entry.spec.text, entry.spec.group, shortcutText(entry.spec), whyNot}});
    }
  }
  // Letters in order are a last resort: they stand for a typing error, not for a choice.
  if (std::ranges::any_of(found, [](const auto& line) { return line.first < kLettersInOrder; }))
    found.removeIf([](const auto& line) { return line.first >= kLettersInOrder; });
  // Of answers that are equally good, those that can run come first.
  const auto rank = [](const auto& line) { return std::tuple(line.first >= kLooseCost, !line.second.whyNot.isEmpty(), line.first); };
  std::stable_sort(found.begin(), found.end(), [rank](const auto& a, const auto& b) { return rank(a) < rank(b); });
  beginResetModel();
  m_lines.clear();
  for (auto& [cost, line] : found) {
    const QString name = line.group + u'\n' + line.text;
    if (!line.whyNot.isEmpty() && std::exchange(seen[name], true)) continue;  // another page's can run, or stands above
    m_lines.append(std::move(line));
  }
  endResetModel();
}

int CommandModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant CommandModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const Line& line = m_lines.at(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return line.text;
    case Qt::AccessibleTextRole:
      if (!line.whyNot.isEmpty()) return tr("%1: %2").arg(line.text, line.whyNot);
      return line.keys.isEmpty() ? line.text : tr("%1, key %2").arg(line.text, line.keys);
    case IdRole:
      return line.id;
    case KeysRole:
      return line.keys;
    case GroupRole:
      return line.group;
    case WhyNotRole:
      return line.whyNot;
    default:
      return {};
  }
}

namespace {
constexpr int kPad = 8;
}

void CommandDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem line = option;
  initStyleOption(&line, index);
  const QString text = line.text;
  line.text.clear();
  const QStyle* style = line.widget != nullptr ? line.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &line, painter, line.widget);

  const bool selected = line.state.testFlag(QStyle::State_Selected);
  const QRect room = line.rect.adjusted(kPad, 0, -kPad, 0);
  const QString whyNot = index.data(CommandModel::WhyNotRole).toString();
  const QString keys = whyNot.isEmpty() ? index.data(CommandModel::KeysRole).toString() : whyNot;
  const QString group = index.data(CommandModel::GroupRole).toString();
  const auto plain = whyNot.isEmpty() ? QPalette::Text : QPalette::PlaceholderText;
  const QString side = keys.isEmpty() ? group : group + u"   "_s + keys;
  const int sideWidth = line.fontMetrics.horizontalAdvance(side);
  painter->save();
  painter->setFont(line.font);
  painter->setPen(line.palette.color(selected ? QPalette::HighlightedText : plain));
  const QRect textRoom = room.adjusted(0, 0, -sideWidth - 2 * kPad, 0);
  painter->drawText(textRoom, Qt::AlignLeft | Qt::AlignVCenter,
                    line.fontMetrics.elidedText(text, Qt::ElideRight, textRoom.width()));
  painter->setPen(line.palette.color(selected ? QPalette::HighlightedText : QPalette::PlaceholderText));
  painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, side);
  painter->restore();
}

QSize CommandDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  return {0, option.fontMetrics.height() + kPad};
}

CommandPalette::CommandPalette(ActionRegistry& registry, QWidget* window, CommandModel::WhyNot whyNot)
    : QFrame(window),
      m_registry(registry),
      m_model(new CommandModel(registry, std::move(whyNot), this)),
      m_edit(new QLineEdit(this)),
      m_list(new QListView(this)),
      m_none(new PlainLabel(tr("No command matches"), this)) {
  setObjectName(u"commandPalette"_s);
  setAccessibleName(tr("Command search"));
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  hide();
  m_edit->setObjectName(u"commandEdit"_s);
  m_edit->setAccessibleName(tr("Command"));
  m_edit->setPlaceholderText(tr("Type what you want to do"));
  m_edit->setTextMargins(kMargin / 2, 0, kMargin / 2, 0);
  m_edit->installEventFilter(this);
  m_list->setObjectName(u"commandList"_s);
  m_list->setAccessibleName(tr("Commands"));
  m_list->setModel(m_model);
  m_list->setItemDelegate(new CommandDelegate(this));
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setUniformItemSizes(true);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  makeColumn(this, {kMargin, kMargin, kMargin, kMargin}, kMargin, {m_edit, m_none, {m_list, 1}});
  m_none->setContentsMargins(kMargin, 0, kMargin, 0);
  m_none->hide();
  connect(m_edit, &QLineEdit::textChanged, this, [this](const QString& typed) {
    m_model->setTyped(typed);
    m_list->setCurrentIndex(m_model->index(0, 0));
    m_none->setVisible(m_model->rowCount() == 0);
  });
  connect(m_list, &QListView::clicked, this, &CommandPalette::runCurrent);
  window->installEventFilter(this);
}

void CommandPalette::open() {
  m_focusBefore = QApplication::focusWidget();
  m_edit->clear();
  m_model->setTyped({});
  m_list->setCurrentIndex(m_model->index(0, 0));
  place();
  show();
  raise();
  m_edit->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::close() {
  if (isHidden()) return;
  const bool hadFocus = isAncestorOf(QApplication::focusWidget());
  hide();
  if (hadFocus && m_focusBefore != nullptr) m_focusBefore->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::place() {
  const QWidget* window = parentWidget();
  const int width = std::min(kWidth, window->width() - 8 * kMargin);
  const int rowHeight = m_list->sizeHintForRow(0) > 0 ? m_list->sizeHintForRow(0) : fontMetrics().height() + kMargin;
  const int wanted = m_edit->sizeHint().height() + 3 * kMargin + kRows * rowHeight + 2 * frameWidth();
  const int top = std::min(window->height() / 8, 96);
  setGeometry((window->width() - width) / 2, top, width, std::min(wanted, window->height() - top - 4 * kMargin));
}

void CommandPalette::runCurrent() {
  const QString id = m_list->currentIndex().data(CommandModel::IdRole).toString();
  if (!m_list->currentIndex().data(CommandModel::WhyNotRole).toString().isEmpty()) return;  // the line says why
  close();
  if (!id.isEmpty()) m_registry.runAnywhere(id);
  m_registry.refresh();
}

void CommandPalette::moveBy(int rows) {
  const int count = m_model->rowCount();
  if (count == 0) return;
  const int row = std::clamp(m_list->currentIndex().row() + rows, 0, count - 1);
  m_list->setCurrentIndex(m_model->index(row, 0));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) place();
  if (watched == m_edit && event->type() == QEvent::FocusOut) {
    const auto reason = static_cast<QFocusEvent*>(event)->reason();
    if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason) hide();
  }
  if (watched == m_edit && event->type() == QEvent::KeyPress) {
    switch (static_cast<QKeyEvent*>(event)->key()) {
      case Qt::Key_Up:
        moveBy(-1);
        return true;
      case Qt::Key_Down:
        moveBy(1);
        return true;
      case Qt::Key_PageUp:
        moveBy(-kRows);
        return true;
      case Qt::Key_PageDown:
        moveBy(kRows);
        return true;
      case Qt::Key_Escape:
        close();
        return true;
      case Qt::Key_Return:
      case Qt::Key_Enter:
        runCurrent();
        return true;
      default:
        break;
    }
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace plumbline::ui
