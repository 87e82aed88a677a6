// SPDX-License-Identifier: GPL-3.0-or-later
// Actions on a result file of the sources page: use another attempt, assign it to a config, undo that. Every
// step is one of the session's.
//
//   SourceFileController controller({session, model, table, form}, page);
//   connect(&controller, &SourceFileController::statusMessage, page, ...);
//   controller.switchCurrent();
#pragma once

#include <QObject>
#include <string>

#include "core/session/commit_session.h"
#include "core/session/source_list.h"

namespace plumbline::ui {

class AssignForm;
class SourcesModel;
class SourcesTable;

class SourceFileController : public QObject {
  Q_OBJECT

 public:
  /// All parts must outlive the controller.
  struct Parts {
    session::CommitSession& session;
    SourcesModel& model;
    SourcesTable& table;
    AssignForm& form;
  };
  SourceFileController(const Parts& parts, QObject* parent);

  /// setSnapshot is for the commit that the model shows; null for none.
  void setSnapshot(const session::CommitSnapshotPtr& snapshot);
  bool hasCurrent() const;
  const session::SourceFile& current() const;

  /// switchCurrent lets the current file stand for its shard, or returns the choice to the rule.
  void switchCurrent();
  void useRule(overview::AttemptRule rule);
  bool canAssign() const;
  void startAssign();
  /// checkAssign shows below the fields what the file would become.
  void checkAssign();
  void forgetAssignment();
  /// takeNextFile returns the origin of the file to go to once the assignment shows, "" otherwise.
  std::string takeNextFile();

 Q_SIGNALS:
  void statusMessage(const QString& text);
  void formOpened();
  void formClosed();

 private:
  void submitAssign();
  void closeForm();

  Parts m;
  session::CommitSnapshotPtr m_snapshot;
  std::string m_nextFile;
};

}  // namespace plumbline::ui
