// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/outside_strip.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace plumbline::ui {

OutsideStrip::OutsideStrip(const Theme& theme, QWidget* parent) : QFrame(parent), m_theme(theme), m_text(new QLabel(this)) {
  setAccessibleName(u"Changed outside"_s);
  setAutoFillBackground(true);
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
  layout->setSpacing(kGrid);
  layout->addWidget(m_text, 1);
  QPushButton* show = addButton(u"showOutside"_s, u"Show the difference"_s, u"Show what was changed on disk"_s);
  m_reapply = addButton(u"reapply"_s, u"Re-apply my edits"_s, u"Take the version on disk and make the edits on it again"_s);
  QPushButton* discard = addButton(u"discard"_s, u"Discard my edits"_s, u"Take the version on disk and drop the edits of this file"_s);
  for (QPushButton* button : {show, m_reapply, discard}) layout->addWidget(button);
  connect(show, &QPushButton::clicked, this, [this] { Q_EMIT showWanted(m_paths.value(0)); });
  connect(m_reapply, &QPushButton::clicked, this, [this] { Q_EMIT reapplyWanted(m_paths.value(0)); });
  connect(discard, &QPushButton::clicked, this, [this] { Q_EMIT discardWanted(m_paths.value(0)); });
  setTheme(theme);
  hide();
}

QPushButton* OutsideStrip::addButton(const QString& name, const QString& text, const QString& tooltip) {
  auto* button = new QPushButton(text, this);
  button->setObjectName(name);
  button->setAutoDefault(false);
  button->setToolTip(tooltip);
  return button;
}

void OutsideStrip::setTheme(const Theme& theme) {
  m_theme = theme;
  QPalette palette = theme.palette();
  palette.setColor(QPalette::Window, theme.look(verdicts::VerdictClass::Flaky).tint);
  setPalette(palette);
}

void OutsideStrip::setFiles(const QStringList& paths) {
  if (paths == m_paths) return;
  m_paths = paths;
  m_reapply->setText(u"Re-apply my edits"_s);
  setVisible(!paths.isEmpty());
  saySentence();
}

void OutsideStrip::saySentence() {
  if (m_paths.isEmpty()) return;
  QString text = u"%1 was changed on disk while it has edits here; it is not overwritten."_s.arg(QFileInfo(m_paths.front()).fileName());
  if (m_paths.size() > 1) text += u" %1 more after it."_s.arg(m_paths.size() - 1);
  m_text->setText(text);
  m_text->setToolTip(m_paths.join(u'\n'));
}

void OutsideStrip::sayLost(const QStringList& sentences) {
  saySentence();
  if (sentences.isEmpty()) return;
  const bool one = sentences.size() == 1;
  m_text->setText(m_text->text() + (one ? u"\nOne edit does not fit: "_s : u"\n%1 edits do not fit: "_s.arg(sentences.size())) +
                  sentences.front() + (one ? QString() : u" \u2026"_s));
  m_text->setToolTip(m_paths.join(u'\n') + u"\n\n"_s + sentences.join(u'\n'));
  m_reapply->setText(one ? u"Re-apply without it"_s : u"Re-apply the others"_s);
}

}  // namespace plumbline::ui
