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
  setAccessibleName(tr("Hand over"));
  m_title->setBuddy(m_text);
  m_text->setAccessibleName(tr("Commit message"));
  m_text->setTabChangesFocus(true);
  m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  m_text->setPlaceholderText(tr("What is decided appears here as a proposal."));
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
  m_save = add(u"save"_s, tr("Save"), tr("Write all edited files (Ctrl+S)"));
  m_save->setDefault(true);
  connect(m_save, &QPushButton::clicked, this, &CommitPanel::saveRequested);
  connect(add(u"export"_s, tr("Export patch\u2026"), tr("Write one patch for git apply, without saving")),
          &QPushButton::clicked, this,
          &CommitPanel::exportRequested);
  connect(add(u"copyPatch"_s, tr("Copy patch"), tr("Put the patch on the clipboard")), &QPushButton::clicked, this,
          &CommitPanel::copyPatchRequested);
  connect(add(u"copyMessage"_s, tr("Copy message"), tr("Put the commit message on the clipboard")),
          &QPushButton::clicked, this,
          &CommitPanel::copyMessageRequested);
  m_again = add(u"again"_s, tr("Propose again"), tr("Replace what was typed by a new proposal"));
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
  m_save->setToolTip(can || whyNot.isEmpty() ? tr("Write all edited files (Ctrl+S)") : whyNot);
}

void CommitPanel::onTyped() {
  measureSubject();
  if (m_setting) return;
  m_edited = m_text->toPlainText() != m_proposal;
  m_again->setEnabled(m_edited);
}

void CommitPanel::measureSubject() {
  const qsizetype length = m_text->toPlainText().section(u'\n', 0, 0).size();
  m_hint->setText(length > kLongestSubject ? tr("first line: %1 of %2 characters").arg(length).arg(kLongestSubject)
                  : QString());
}

}  // namespace plumbline::ui
