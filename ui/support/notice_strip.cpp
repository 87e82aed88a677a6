// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/notice_strip.h"

#include <QAbstractButton>
#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "ui/support/clipboard_text.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

NoticeRow::NoticeRow(Notice notice, QWidget* parent) : QFrame(parent), m_notice(std::move(notice)) {
  setObjectName(u"noticeRow"_s);
  setProperty("noticeKind", m_notice.kind == NoticeKind::Problem ? u"problem"_s : u"information"_s);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::AlternateBase);
  setAccessibleName(m_notice.text);

  auto* lineLayout = makeRow(nullptr, {}, 8);
  makeColumn(this, {16, 6, 8, 5}, 4, {lineLayout});

  auto* icon = new PlainLabel(this);
  const QString iconName = m_notice.kind == NoticeKind::Problem ? u"error"_s : u"info"_s;
  icon->setPixmap(lineIcon(iconName).pixmap(QSize(18, 18), devicePixelRatioF()));
  icon->setAccessibleName(m_notice.kind == NoticeKind::Problem ? tr("Problem") : tr("Notice"));
  lineLayout->addWidget(icon);
  auto* sentence = new ElidedLabel(Qt::ElideRight, this);
  sentence->setText(m_notice.text);
  lineLayout->addWidget(sentence, 1);

  addWayOut(lineLayout, u"noticeAction"_s, m_notice.actionText, m_notice.action);
  addWayOut(lineLayout, u"noticeSecond"_s, m_notice.secondText, m_notice.second);
  if (!m_notice.details.isEmpty()) {
    m_detailsButton = addButton(u"noticeDetails"_s, tr("Details"), {});
    m_detailsButton->setCheckable(true);
    connect(m_detailsButton, &QToolButton::toggled, this, &NoticeRow::setDetailsShown);
    lineLayout->addWidget(m_detailsButton);
  }
  QToolButton* copyButton = addButton(u"noticeCopy"_s, tr("Copy"), {});
  copyButton->setToolTip(tr("Copy this message with its details"));
  connect(copyButton, &QToolButton::clicked, this, &NoticeRow::copy);
  lineLayout->addWidget(copyButton);
  QToolButton* cross = addButton(u"noticeDismiss"_s, {}, u"close"_s);
  cross->setAccessibleName(tr("Dismiss"));
  cross->setToolTip(tr("Dismiss (Esc)"));
  connect(cross, &QToolButton::clicked, this, &NoticeRow::dismissed);
  lineLayout->addWidget(cross);
}

/// Adds the button that resolves the notice.
void NoticeRow::addWayOut(QBoxLayout* line, const QString& name, const QString& text, const std::function<void()>& run) {
  if (text.isEmpty()) return;
  auto* button = new QPushButton(text, this);
  button->setObjectName(name);
  button->setAccessibleName(text);
  button->setAutoDefault(false);
  line->addWidget(button);
  connect(button, &QPushButton::clicked, this, [run] {
    const std::function<void()> kept = run;  // the notice may go while it runs
    if (kept) kept();
  });
}

QToolButton* NoticeRow::addButton(const QString& name, const QString& text, const QString& iconName) {
  auto* button = new QToolButton(this);
  button->setObjectName(name);
  button->setText(text);
  button->setAccessibleName(text);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::StrongFocus);
  if (!iconName.isEmpty()) button->setIcon(lineIcon(iconName));
  return button;
}

bool NoticeRow::detailsShown() const { return m_details != nullptr && !m_details->isHidden(); }

void NoticeRow::setDetailsShown(bool shown) {
  if (m_detailsButton == nullptr) return;
  m_detailsButton->setChecked(shown);
  if (shown && m_details == nullptr) {
    m_details = new QPlainTextEdit(m_notice.details, this);
    m_details->setObjectName(u"noticeDetailsText"_s);
    m_details->setAccessibleName(tr("Details of the notice"));
    m_details->setReadOnly(true);
    m_details->setTabChangesFocus(true);
    m_details->setFrameShape(QFrame::NoFrame);
    const int lines = std::clamp(static_cast<int>(m_notice.details.count(u'\n')) + 1, 2, 8);
    m_details->setFixedHeight(lines * fontMetrics().lineSpacing() + 16);
    layout()->addWidget(m_details);
  }
  if (m_details != nullptr) m_details->setVisible(shown);
}

/// A line on top, and a bar at the left: the accent, or the colour of a failure for a problem.
void NoticeRow::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  QPainter painter(this);
  painter.fillRect(0, 0, width(), 1, palette().color(QPalette::Mid));
  const bool problem = m_notice.kind == NoticeKind::Problem;
  painter.fillRect(0, 1, problem ? 4 : 3, height() - 1,
                   palette().color(problem ? QPalette::BrightText : QPalette::Highlight));
}

void NoticeRow::copy() const {
  const QString text = m_notice.details.isEmpty() ? m_notice.text : m_notice.text + u'\n' + m_notice.details;
  copyText(text);
}

void NoticeRow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    Q_EMIT dismissed();
    return;
  }
  // A platform may press buttons by Space alone.
  auto* button = qobject_cast<QAbstractButton*>(focusWidget());
  if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && button != nullptr && button->hasFocus()) {
    button->click();
    return;
  }
  QFrame::keyPressEvent(event);
}

QString sentenceOf(const base::Error& error) {
  const QString text = QString::fromStdString(error.text);
  return error.hint.empty() ? text : text + u' ' + QString::fromStdString(error.hint);
}

Notice noticeFor(const base::Error& error, const QString& id) {
  const QString text = QString::fromStdString(error.text);
  const QString file = QString::fromStdString(error.file);
  const QString fileName = file.section(u'/', -1);
  Notice notice;
  notice.id = id;
  notice.kind = NoticeKind::Problem;
  const QString sentence = sentenceOf(error);
  if (fileName.isEmpty() || text.contains(fileName)) notice.text = sentence;
  else if (error.line == 0) notice.text = NoticeStrip::tr("%1: %2", "file, what is wrong").arg(fileName, sentence);
  else notice.text = NoticeStrip::tr("%1, line %2: %3").arg(fileName, QString::number(error.line), sentence);
  notice.details = QString::fromStdString(base::describe(error));
  return notice;
}

NoticeStrip::NoticeStrip(QWidget* parent) : QFrame(parent), m_layout(new QVBoxLayout(this)) {
  setObjectName(u"noticeStrip"_s);
  setAccessibleName(tr("Notices"));
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setSpacing(0);
  setVisible(false);
}

void NoticeStrip::showNotice(const Notice& notice) {
  dismiss(notice.id);
  auto* line = new NoticeRow(notice, this);
  connect(line, &NoticeRow::dismissed, this, [this, id = notice.id] { dismiss(id); });
  m_layout->insertWidget(0, line);
  m_rows.prepend(line);
  while (m_rows.size() > kMaxRows) dismiss(m_rows.last()->notice().id);
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
    if (!id.startsWith("edits:"_L1) && !id.startsWith("program:"_L1)) dismiss(id);
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
