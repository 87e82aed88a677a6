// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_palette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/shell/command_delegate.h"
#include "ui/shell/command_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {
constexpr int kWidth = 640;
constexpr int kRows = 12;
constexpr int kMargin = 8;
}  // namespace

CommandPalette::CommandPalette(ActionRegistry& registry, QWidget* window)
    : QFrame(window),
      m_registry(registry),
      m_model(new CommandModel(registry, this)),
      m_edit(new QLineEdit(this)),
      m_list(new QListView(this)) {
  setObjectName(u"commandPalette"_s);
  setAccessibleName(tr("Command search"));
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  hide();
  m_edit->setObjectName(u"commandEdit"_s);
  m_edit->setAccessibleName(tr("Command"));
  m_edit->setPlaceholderText(tr("Type what you want to do"));
  m_edit->installEventFilter(this);
  m_list->setObjectName(u"commandList"_s);
  m_list->setAccessibleName(tr("Commands"));
  m_list->setModel(m_model);
  m_list->setItemDelegate(new CommandDelegate(this));
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setUniformItemSizes(true);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  column->setSpacing(kMargin);
  column->addWidget(m_edit);
  column->addWidget(m_list, 1);
  connect(m_edit, &QLineEdit::textChanged, this, [this](const QString& typed) {
    m_model->setTyped(typed);
    m_list->setCurrentIndex(m_model->index(0, 0));
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
  close();
  if (!id.isEmpty()) m_registry.run(id);
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
