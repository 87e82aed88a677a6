// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/outside_strip.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/support/form_controls.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

OutsideStrip::OutsideStrip(const Theme& theme, QWidget* parent) : QFrame(parent), m_theme(theme), m_text(new QLabel(this)) {
  setAccessibleName(tr("Changed outside"));
  setAutoFillBackground(true);
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
  layout->setSpacing(kGrid);
  layout->addWidget(m_text, 1);
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
  m_theme = theme;
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
  QString text = tr("%1 was changed on disk while it has edits here; it is not overwritten.")
      .arg(QFileInfo(m_paths.front()).fileName());
  if (m_paths.size() > 1) text += tr(" %1 more after it.").arg(m_paths.size() - 1);
  m_text->setText(text);
  m_text->setToolTip(m_paths.join(u'\n'));
}

void OutsideStrip::showLost(const QStringList& sentences) {
  updateText();
  if (sentences.isEmpty()) return;
  const bool one = sentences.size() == 1;
  m_text->setText(m_text->text() +
                  (one ? tr("\nOne edit does not fit: ") : tr("\n%1 edits do not fit: ").arg(sentences.size())) +
                  sentences.front() + (one ? QString() : u" \u2026"_s));
  m_text->setToolTip(m_paths.join(u'\n') + u"\n\n"_s + sentences.join(u'\n'));
  m_reapply->setText(one ? tr("Re-apply without it") : tr("Re-apply the others"));
}

}  // namespace plumbline::ui
