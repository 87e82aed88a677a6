// SPDX-License-Identifier: GPL-3.0-or-later
// Carries what the pending edits say to the window: how much is not saved, edits that an earlier run left behind,
// another window at the same file, and a reload once something was saved. Decides nothing.
//
//   new EditsPresenter({edits, stack, session, window.notices(), window.status()}, &window);
#pragma once

#include <QObject>

namespace plumbline::session {
class PendingEdits;
class Session;
struct LeftOver;
}  // namespace plumbline::session

namespace plumbline::ui {

class EditStack;
class NoticeStrip;
class StatusLine;

class EditsPresenter : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    session::PendingEdits& edits;
    EditStack& stack;
    session::Session& session;
    NoticeStrip& notices;
    StatusLine& status;
  };
  EditsPresenter(const Parts& parts, QObject* parent);

  /// showLeftOvers puts one question for every run that ended with unsaved edits.
  void showLeftOvers();

 Q_SIGNALS:
  /// reviewRequested: the edits are to be shown.
  void reviewRequested();
  /// modified: whether there is anything to save.
  void modified(bool unsaved);

 private:
  void showCount();
  void showQuestion(const session::LeftOver& left);
  void restore(const QString& id);
  void reloadPair();

  Parts m;
};

/// editsText: "3 edits in 2 files"; "" when nothing is edited.
QString editsText(std::size_t edits, std::size_t files);

}  // namespace plumbline::ui
