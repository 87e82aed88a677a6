// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/empty_state.h"

#include <QApplication>
#include <QPushButton>

#include "ui/support/labels.h"
#include "ui/support/layouts.h"

namespace plumbline::ui {
namespace {

constexpr int kTextWidth = 440, kNarrowestText = 240;

}  // namespace

EmptyState::EmptyState(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_title(new PlainLabel(this)), m_text(new PlainLabel(this)), m_buttons(new QHBoxLayout) {
  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(kGrid);
  layout->addStretch(2);
  m_title->setAlignment(Qt::AlignCenter);
  layout->addWidget(m_title);
  m_text->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
  m_text->setWordWrap(true);
  m_text->setMinimumWidth(kNarrowestText);
  m_text->setMaximumWidth(kTextWidth);
  addParts(*layout, {makeRow(nullptr, {}, 0, {stretch(1), {m_text, 100}, stretch(1)}), gap(kGrid)});
  m_buttons->setSpacing(kGrid);
  addParts(*layout, {m_buttons, stretch(3)});
  styleText({m_title}, {.size = TextSize::Large});
  styleText({m_text}, {.isMuted = true});
  applyTheme(*this, theme);
}

void EmptyState::setTheme(const Theme& theme) {
  setPalette(theme.basePalette());
  setAutoFillBackground(true);
}

void EmptyState::showText(const QString& title, const QString& text, const QList<Button>& buttons) {
  m_title->setText(title);
  m_text->setText(text);
  while (QLayoutItem* item = m_buttons->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  m_buttons->addStretch();
  bool first = true;
  for (const Button& button : buttons) {
    auto* made = new QPushButton(button.text, this);
    made->setDefault(first);
    made->setAutoDefault(false);
    connect(made, &QPushButton::clicked, this, button.run);
    m_buttons->addWidget(made);
    first = false;
  }
  m_buttons->addStretch();
}

bool EmptyState::focusFirst(Qt::FocusReason reason) {
  for (int i = 0; i < m_buttons->count(); ++i)
    if (QWidget* button = m_buttons->itemAt(i)->widget()) {
      if (isVisible()) button->show();  // a new one would be shown later, and a hidden one gets no focus
      button->setFocus(reason);
      return true;
    }
  return false;
}

bool focusTable(QWidget& table, EmptyState& instead) {
  if (table.isVisible()) table.setFocus(Qt::OtherFocusReason);
  else if (QWidget* last = QApplication::focusWidget(); !instead.focusFirst(Qt::OtherFocusReason) && last != nullptr) last->clearFocus();
  return table.isVisible();
}

QString EmptyState::title() const { return m_title->text(); }

}  // namespace plumbline::ui
