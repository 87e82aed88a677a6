// SPDX-License-Identifier: GPL-3.0-or-later
// The notices of the window: one line per notice, at most three, newest first; none takes the focus away.
// Esc in the strip and the cross take a notice away; details open below the line and can be selected and copied.
//
//   strip->showNotice(noticeFor(error, u"open"_s));  strip->dismiss(u"open"_s);
#pragma once

#include <QFrame>
#include <QList>
#include <QString>
#include <functional>

#include "core/base/result.h"

class QBoxLayout;
class QPlainTextEdit;
class QToolButton;

class QVBoxLayout;

namespace plumbline::ui {

// Something the user should know, said in a line inside the window instead of a message box.
//
//   strip->showNotice({.id = u"changed"_s, .text = u"actual.csv changed on disk."_s, .actionText = u"Reload"_s, .action
//   = reload});

enum class NoticeKind { Information, Problem };

struct Notice {
  QString id;  ///< a newer notice with the same id takes the place of the older one
  NoticeKind kind = NoticeKind::Information;
  QString text;        ///< one sentence
  QString details = {};  ///< shown on demand and put on the clipboard by Copy; may be empty
  QString actionText = {};  ///< button that repairs it; may be empty
  std::function<void()> action = {};
  QString secondText = {};  ///< a second way out, e.g. "Discard" beside "Restore"; may be empty
  std::function<void()> second = {};
};

/// sentenceOf is what is wrong and what to do about it, without the place: for a line that has no details.
QString sentenceOf(const base::Error& error);
/// noticeFor turns an error into a notice: sentence and hint in the line, place and path in the details.
Notice noticeFor(const base::Error& error, const QString& id);

class NoticeRow;

class NoticeStrip : public QFrame {
  Q_OBJECT

 public:
  explicit NoticeStrip(QWidget* parent = nullptr);

  void showNotice(const Notice& notice);
  void dismiss(const QString& id);
  void dismissAll();
  /// dismissPair takes away what was about the pair on screen: every notice but those whose id begins with "edits:" or, about
  /// the program itself, "program:".
  void dismissPair();
  /// focusNewest puts the keyboard on the first button of the newest notice.
  void focusNewest();
  /// ids of the notices on screen, newest first.
  QStringList ids() const;
  /// row gives the line of a notice; null when it is not on screen.
  NoticeRow* row(const QString& id) const;

  static constexpr int kMaxRows = 3;

 Q_SIGNALS:
  /// focusLost: a notice went that had the keyboard, which belongs to the page again.
  void focusLost();

 private:
  QVBoxLayout* m_layout;
  QList<NoticeRow*> m_rows;
};

// One line of the notice strip: icon, sentence, the button that resolves it, Details, Copy and a cross.

class NoticeRow : public QFrame {
  Q_OBJECT

 public:
  explicit NoticeRow(Notice notice, QWidget* parent = nullptr);

  const Notice& notice() const { return m_notice; }
  bool detailsShown() const;
  void setDetailsShown(bool shown);

 Q_SIGNALS:
  void dismissed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void addWayOut(QBoxLayout* line, const QString& name, const QString& text, const std::function<void()>& run);
  QToolButton* addButton(const QString& name, const QString& text, const QString& iconName);
  void copy() const;

  Notice m_notice;
  QPlainTextEdit* m_details = nullptr;
  QToolButton* m_detailsButton = nullptr;
};

}  // namespace plumbline::ui
