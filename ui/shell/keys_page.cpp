// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/keys_page.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollArea>
#include <algorithm>

#include "ui/shell/action_registry.h"
#include "ui/support/labels.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kColumnWidth = 380;

QWidget* groupSheet(const ActionRegistry& registry, const QString& group, QWidget* parent) {
  auto* sheet = new QWidget(parent);
  auto* grid = new QGridLayout(sheet);
  grid->setContentsMargins(0, 0, 0, 16);
  grid->setHorizontalSpacing(16);
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(1, 1);
  grid->addWidget(new TitleLabel(group, 1.0, sheet), 0, 0, 1, 2);
  int row = 1;
  QStringList listed;
  for (const ActionRegistry::Entry& entry : registry.entries()) {
    if (entry.spec.group != group || entry.spec.shortcuts.isEmpty()) continue;
    // Help and keys both go back with Esc: one line says it.
    const QString line = entry.spec.text + shortcutText(entry.spec);
    if (listed.contains(line)) continue;
    listed.append(line);
    auto* caps = new QWidget(sheet);
    auto* capsLayout = new QHBoxLayout(caps);
    capsLayout->setContentsMargins(0, 0, 0, 0);
    capsLayout->setSpacing(4);
    for (const QKeySequence& key : entry.spec.shortcuts) capsLayout->addWidget(new KeyCap(key, caps));
    capsLayout->addStretch(1);
    auto* text = new QLabel(entry.spec.text, sheet);
    text->setWordWrap(true);
    grid->addWidget(caps, row, 0, Qt::AlignTop);
    grid->addWidget(text, row, 1);
    ++row;
  }
  grid->setColumnMinimumWidth(0, 112);
  if (row == 1) {
    delete sheet;
    return nullptr;
  }
  return sheet;
}

}  // namespace

KeyCap::KeyCap(const QKeySequence& key, QWidget* parent)
    : QWidget(parent), m_text(key.toString(QKeySequence::NativeText)) {
  setAccessibleName(m_text);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize KeyCap::sizeHint() const {
  const int height = fontMetrics().height() + 4;
  return {std::max(height, fontMetrics().horizontalAdvance(m_text) + 12), height};
}

void KeyCap::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(palette().color(QPalette::Mid));
  painter.setBrush(palette().color(QPalette::Window));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(rect(), Qt::AlignCenter, m_text);
}

KeysPage::KeysPage(const ActionRegistry& registry, QWidget* parent)
    : QWidget(parent), m_sheet(new QWidget(this)), m_grid(new QGridLayout) {
  setObjectName(u"keysPage"_s);
  setAccessibleName(tr("Keys"));
  auto* area = new QScrollArea(this);
  area->setObjectName(u"keysArea"_s);
  area->setAccessibleName(tr("All keys"));
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setWidget(m_sheet);
  m_sheet->setBackgroundRole(QPalette::Base);
  m_sheet->setAutoFillBackground(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(area);
  auto* sheetColumn = new QVBoxLayout(m_sheet);
  sheetColumn->setContentsMargins(24, 24, 24, 24);
  sheetColumn->setSpacing(16);
  sheetColumn->addWidget(new TitleLabel(tr("Keys"), TitleLabel::kTitleScale, m_sheet));
  auto* hint =
      new QLabel(tr("In the table, the arrows move and Enter opens the details. Keys without Ctrl rest while a text "
                    "field has the focus."),
                 m_sheet);
  hint->setWordWrap(true);
  hint->setForegroundRole(QPalette::PlaceholderText);
  sheetColumn->addWidget(hint);
  m_grid->setHorizontalSpacing(40);
  m_grid->setVerticalSpacing(8);
  sheetColumn->addLayout(m_grid);
  sheetColumn->addStretch(1);
  for (const QString& group : registry.groups()) {
    if (QWidget* sheet = groupSheet(registry, group, m_sheet)) m_groups.append(sheet);
  }
  setFocusProxy(area);
  arrange();
}

void KeysPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

/// Fills columns from the top, each group to the column that is shortest so far.
void KeysPage::arrange() {
  const int columns = std::clamp(width() / kColumnWidth, 1, 3);
  if (columns == m_columns) return;
  m_columns = columns;
  while (QLayoutItem* item = m_grid->takeAt(0)) {
    if (QLayout* inner = item->layout()) {
      while (QLayoutItem* child = inner->takeAt(0)) delete child;
    }
    delete item;
  }
  QList<QVBoxLayout*> stacks;
  QList<int> heights;
  for (int i = 0; i < 3; ++i) m_grid->setColumnStretch(i, i < columns ? 1 : 0);
  for (int i = 0; i < columns; ++i) {
    auto* stack = new QVBoxLayout;
    stack->setSpacing(8);
    m_grid->addLayout(stack, 0, i, Qt::AlignTop);
    stacks.append(stack);
    heights.append(0);
  }
  for (QWidget* group : m_groups) {
    const auto shortest = std::min_element(heights.begin(), heights.end());
    stacks.at(shortest - heights.begin())->addWidget(group);
    *shortest += group->sizeHint().height();
  }
}

}  // namespace plumbline::ui
