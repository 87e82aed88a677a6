// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/notice_strip.h"

#include <QAbstractButton>
#include <QApplication>
#include <QVBoxLayout>

#include "ui/support/notice_row.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

NoticeStrip::NoticeStrip(QWidget* parent) : QFrame(parent), m_layout(new QVBoxLayout(this)) {
  setObjectName(u"noticeStrip"_s);
  setAccessibleName(tr("Notices"));
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setSpacing(0);
  setVisible(false);
}

void NoticeStrip::say(const Notice& notice) {
  dismiss(notice.id);
  auto* line = new NoticeRow(notice, this);
  connect(line, &NoticeRow::dismissed, this, [this, id = notice.id] { dismiss(id); });
  m_layout->insertWidget(0, line);
  m_rows.prepend(line);
  while (m_rows.size() > kMostRows) dismiss(m_rows.last()->notice().id);
  setVisible(true);
}

void NoticeStrip::dismiss(const QString& id) {
  NoticeRow* line = row(id);
  if (line == nullptr) return;
  const bool hadFocus = line->isAncestorOf(QApplication::focusWidget());
  m_rows.removeOne(line);
  m_layout->removeWidget(line);
  line->hide();
  line->deleteLater();
  setVisible(!m_rows.isEmpty());
  if (hadFocus) Q_EMIT focusLost();
}

void NoticeStrip::focusNewest() {
  if (m_rows.isEmpty()) return;
  if (auto* button = m_rows.first()->findChild<QAbstractButton*>()) button->setFocus(Qt::ShortcutFocusReason);
}

void NoticeStrip::dismissAll() {
  const QStringList all = ids();
  for (const QString& id : all) dismiss(id);
}

void NoticeStrip::dismissPair() {
  const QStringList all = ids();
  for (const QString& id : all) {
    if (!id.startsWith("edits:"_L1)) dismiss(id);
  }
}

QStringList NoticeStrip::ids() const {
  QStringList list;
  for (const NoticeRow* line : m_rows) list.append(line->notice().id);
  return list;
}

NoticeRow* NoticeStrip::row(const QString& id) const {
  for (NoticeRow* line : m_rows) {
    if (line->notice().id == id) return line;
  }
  return nullptr;
}

}  // namespace plumbline::ui
