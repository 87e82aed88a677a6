// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/commit_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr qsizetype kLongestSubject = 72;  // what git log and GitHub show of it

}  // namespace

CommitPanel::CommitPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_title(new QLabel(u"Commit &message"_s, this)), m_hint(new QLabel(this)), m_text(new QPlainTextEdit(this)) {
  setAccessibleName(u"Hand over"_s);
  m_title->setBuddy(m_text);
  m_text->setAccessibleName(u"Commit message"_s);
  m_text->setTabChangesFocus(true);
  m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  m_text->setPlaceholderText(u"What is decided appears here as a proposal."_s);
  m_text->setMinimumHeight(72);

  auto* head = new QHBoxLayout;
  head->addWidget(m_title);
  head->addStretch();
  head->addWidget(m_hint);

  auto* left = new QVBoxLayout;
  left->setSpacing(kGrid / 2);
  left->addLayout(head);
  left->addWidget(m_text, 1);

  auto* buttons = new QVBoxLayout;
  buttons->setSpacing(kGrid / 2);
  const auto add = [&](const QString& name, const QString& text, const QString& tip) {
    QPushButton* button = addButton(name, text, tip);
    buttons->addWidget(button);
    return button;
  };
  m_save = add(u"save"_s, u"Save"_s, u"Write all edited files (Ctrl+S)"_s);
  m_save->setDefault(true);
  connect(m_save, &QPushButton::clicked, this, &CommitPanel::saveWanted);
  connect(add(u"export"_s, u"Export patch\u2026"_s, u"Write one patch for git apply, without saving"_s), &QPushButton::clicked, this,
          &CommitPanel::exportWanted);
  connect(add(u"copyPatch"_s, u"Copy patch"_s, u"Put the patch on the clipboard"_s), &QPushButton::clicked, this,
          &CommitPanel::copyPatchWanted);
  connect(add(u"copyMessage"_s, u"Copy message"_s, u"Put the commit message on the clipboard"_s), &QPushButton::clicked, this,
          &CommitPanel::copyMessageWanted);
  m_again = add(u"again"_s, u"Propose again"_s, u"Replace what was typed by a new proposal"_s);
  m_again->setEnabled(false);
  connect(m_again, &QPushButton::clicked, this, &CommitPanel::proposeAgain);
  buttons->addStretch();

  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid);
  layout->addLayout(left, 1);
  layout->addLayout(buttons);
  connect(m_text, &QPlainTextEdit::textChanged, this, &CommitPanel::onTyped);
  setTheme(theme);
}

QPushButton* CommitPanel::addButton(const QString& name, const QString& text, const QString& tooltip) {
  auto* button = new QPushButton(text, this);
  button->setObjectName(name);
  button->setAutoDefault(false);
  button->setToolTip(tooltip);
  button->setAccessibleDescription(tooltip);
  return button;
}

void CommitPanel::setTheme(const Theme& theme) {
  m_text->setFont(theme.monospace());
  m_title->setFont(theme.font(TextSize::Normal));
  m_hint->setFont(theme.font(TextSize::Small));
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_hint->setPalette(quiet);
}

void CommitPanel::propose(const QString& message) {
  m_proposal = message;
  if (m_edited || m_text->toPlainText() == message) return;
  m_setting = true;
  m_text->setPlainText(message);
  m_setting = false;
  measureSubject();
}

void CommitPanel::proposeAgain() {
  m_edited = false;
  m_again->setEnabled(false);
  propose(m_proposal);
}

QString CommitPanel::message() const { return m_text->toPlainText(); }

void CommitPanel::focusMessage() { m_text->setFocus(Qt::ShortcutFocusReason); }

void CommitPanel::setCanSave(bool can, const QString& whyNot) {
  m_save->setEnabled(can);
  m_save->setToolTip(can || whyNot.isEmpty() ? u"Write all edited files (Ctrl+S)"_s : whyNot);
}

void CommitPanel::onTyped() {
  measureSubject();
  if (m_setting) return;
  m_edited = m_text->toPlainText() != m_proposal;
  m_again->setEnabled(m_edited);
}

void CommitPanel::measureSubject() {
  const qsizetype length = m_text->toPlainText().section(u'\n', 0, 0).size();
  m_hint->setText(length > kLongestSubject ? u"first line: %1 of %2 characters"_s.arg(length).arg(kLongestSubject) : QString());
}

}  // namespace plumbline::ui
