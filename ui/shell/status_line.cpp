// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/status_line.h"

#include <QProgressBar>
#include <QToolButton>

#include "ui/support/labels.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

QString durationText(double milliseconds) {
  if (milliseconds >= 1000) return u"%1 s"_s.arg(milliseconds / 1000, 0, 'f', 2);
  return StatusLine::tr("%1 ms").arg(milliseconds, 0, 'f', milliseconds < 9.95 ? 1 : 0);
}

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent),
      m_message(new ElidedLabel(Qt::ElideRight, this)),
      m_edits(new QToolButton(this)),
      m_decisions(new PlainLabel(this)),
      m_time(new PlainLabel(this)),
      m_bar(new QProgressBar(this)),
      m_cancel(new QToolButton(this)) {
  setObjectName(u"statusLine"_s);
  setAccessibleName(tr("Status"));
  setSizeGripEnabled(false);
  setContentsMargins(8, 0, 8, 0);
  m_message->setObjectName(u"statusSaid"_s);
  m_message->setForegroundRole(QPalette::PlaceholderText);
  m_edits->setObjectName(u"statusEdits"_s);
  m_edits->setAccessibleName(tr("Unsaved edits"));
  m_edits->setAutoRaise(true);
  m_edits->hide();
  m_decisions->setObjectName(u"statusDecisions"_s);
  m_time->setObjectName(u"statusTime"_s);
  m_time->setForegroundRole(QPalette::PlaceholderText);
  m_bar->setAccessibleName(tr("Progress"));
  m_bar->setRange(0, 1000);
  m_bar->setTextVisible(false);
  m_bar->setFixedWidth(160);
  m_bar->setMaximumHeight(8);
  m_cancel->setObjectName(u"cancelButton"_s);
  m_cancel->setText(tr("Cancel"));
  m_cancel->setAccessibleName(tr("Cancel"));
  m_cancel->setAutoRaise(true);
  addWidget(m_edits);
  addWidget(m_message, 1);
  addPermanentWidget(m_bar);
  addPermanentWidget(m_cancel);
  addPermanentWidget(m_decisions);
  addPermanentWidget(m_time);
  m_bar->hide();
  m_cancel->hide();
  m_wait.setSingleShot(true);
  m_wait.setInterval(kShowAfterMs);
  connect(&m_wait, &QTimer::timeout, this, [this] { showProgress(true); });
  connect(m_cancel, &QToolButton::clicked, this, &StatusLine::cancelRequested);
  connect(m_edits, &QToolButton::clicked, this, &StatusLine::reviewRequested);
}

void StatusLine::showMessage(const QString& text) { m_message->setText(text); }

QString StatusLine::message() const { return m_message->text(); }

void StatusLine::setDecisions(const QString& text) {
  m_decisions->setText(text);
  m_decisions->setAccessibleName(text);
}

void StatusLine::setTime(const QString& text, const QString& tooltip) {
  m_time->setText(text);
  m_time->setToolTip(tooltip);
  m_time->setAccessibleName(tooltip);
}

void StatusLine::setEdits(const QString& text, const QString& tooltip) {
  m_edits->setText(text);
  m_edits->setAccessibleName(text.isEmpty() ? tr("Unsaved edits") : text);
  m_edits->setToolTip(tooltip);
  m_edits->setMaximumHeight(m_cancel->sizeHint().height());  // an arrow of a higher font moves nothing
  m_edits->setVisible(!text.isEmpty());
}

void StatusLine::setBusy(Work work, bool busy) {
  if (busy) {
    m_running.insert(work);
    if (!m_wait.isActive() && !progressShown()) m_wait.start();
    return;
  }
  m_running.erase(work);
  if (!m_running.empty()) return;
  m_wait.stop();
  showProgress(false);
}

void StatusLine::setProgress(quint64 done, quint64 total) {
  if (total == 0) {
    m_bar->setRange(0, 0);
    return;
  }
  m_bar->setRange(0, 1000);
  m_bar->setValue(static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total)));
}

bool StatusLine::progressShown() const { return !m_bar->isHidden(); }

void StatusLine::showProgress(bool shown) {
  m_bar->setVisible(shown);
  m_cancel->setVisible(shown);
  if (!shown) m_bar->setValue(0);
}

}  // namespace plumbline::ui
