// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/command_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/support/elided_label.h"
#include "ui/support/line_icon.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kLines = 6;

}  // namespace

CommandPanel::CommandPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_title(new ElidedLabel(Qt::ElideMiddle, this)), m_text(new QPlainTextEdit(this)), m_copy(new QToolButton(this)) {
  setAccessibleName(u"Commands"_s);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid / 2);
  auto* top = new QHBoxLayout;
  top->setSpacing(kGrid);
  top->addWidget(m_title, 1);
  top->addWidget(m_copy);
  layout->addLayout(top);
  layout->addWidget(m_text);
  m_text->setReadOnly(true);
  m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  m_text->setTabChangesFocus(true);
  m_text->setAccessibleName(u"Commands that run this model as CI does"_s);
  m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_copy->setFocusPolicy(Qt::TabFocus);
  m_copy->setToolTip(u"Put the commands on the clipboard (Ctrl+Shift+C)"_s);
  connect(m_copy, &QToolButton::clicked, this, &CommandPanel::copy);
  setTheme(theme);
  showCommands({}, {});
}

void CommandPanel::setTheme(const Theme& theme) {
  m_title->setFont(theme.font(TextSize::Normal));
  m_text->setFont(theme.monospace());
  m_text->setFixedHeight(kLines * QFontMetrics(theme.monospace()).lineSpacing() + 2 * kGrid);
  // As wide with either word, so that nothing beside it moves.
  const QFontMetrics metrics(m_copy->font());
  m_copy->setMinimumWidth(std::max(metrics.horizontalAdvance(u"Copied"_s), metrics.horizontalAdvance(u"Copy"_s)) + 6 * kGrid);
}

void CommandPanel::showCommands(const QString& config, const QStringList& commands, const QString& needs) {
  if (commands == m_commands && !m_title->text().isEmpty()) return;
  m_commands = commands;
  m_title->setText(commands.isEmpty() ? u"Choose a config to see how CI runs it"_s : u"As CI runs it: "_s + config + (needs.isEmpty() ? QString() : u". "_s + needs));
  m_text->setPlainText(commands.join(u'\n'));
  setCopied(false);
}

QString CommandPanel::text() const { return m_text->toPlainText(); }

QList<QWidget*> CommandPanel::focusOrder() const { return {m_copy, m_text}; }

void CommandPanel::copy() {
  if (m_commands.isEmpty()) return;
  QGuiApplication::clipboard()->setText(m_commands.join(u'\n') + u'\n');
  setCopied(true);
  Q_EMIT copied(static_cast<int>(m_commands.size()));
}

/// The word stays until other commands are shown: it tells what is on the clipboard.
void CommandPanel::setCopied(bool copied) {
  m_copy->setText(copied ? u"Copied"_s : u"Copy"_s);
  m_copy->setIcon(lineIcon(copied ? u"check"_s : u"copy"_s));
  m_copy->setEnabled(!m_commands.isEmpty());
}

}  // namespace plumbline::ui
