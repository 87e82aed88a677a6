// SPDX-License-Identifier: GPL-3.0-or-later
// The place where the window speaks: one line per notice, at most three, newest first; none takes the focus away.
// Esc in the strip and the cross take a notice away; details open below the line and can be selected and copied.
//
//   strip->say(noticeFor(error, u"open"_s));  strip->dismiss(u"open"_s);
#pragma once

#include <QFrame>
#include <QList>

#include "ui/support/notice.h"

class QVBoxLayout;

namespace plumbline::ui {

class NoticeRow;

class NoticeStrip : public QFrame {
  Q_OBJECT

 public:
  explicit NoticeStrip(QWidget* parent = nullptr);

  void say(const Notice& notice);
  void dismiss(const QString& id);
  void dismissAll();
  /// dismissPair takes away what was about the pair on screen: every notice but those whose id begins with "edits:".
  void dismissPair();
  /// focusNewest puts the keyboard on the first button of the newest notice.
  void focusNewest();
  /// ids of the notices on screen, newest first.
  QStringList ids() const;
  /// row gives the line of a notice; null when it is not on screen.
  NoticeRow* row(const QString& id) const;

  static constexpr int kMostRows = 3;

 Q_SIGNALS:
  /// focusLost: a notice went that had the keyboard, which belongs to the page again.
  void focusLost();

 private:
  QVBoxLayout* m_layout;
  QList<NoticeRow*> m_rows;
};

}  // namespace plumbline::ui
