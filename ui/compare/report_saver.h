// SPDX-License-Identifier: GPL-3.0-or-later
// Saves the comparison as a report, in the format that the file's ending says; written off the GUI thread.
//
//   saver->save(state, u"compare.html"_s, true);
#pragma once

#include <QObject>

#include "core/session/compare_session.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::ui {

class ReportSaver : public QObject {
  Q_OBJECT

 public:
  explicit ReportSaver(QObject* parent = nullptr);
  /// changedOnly leaves out the rows that did not move. Answers with saved() or failed().
  void save(const session::CompareStatePtr& state, const QString& path, bool changedOnly);
  bool isBusy() const { return m_runner.isBusy(); }

 Q_SIGNALS:
  void saved(const QString& path, quint64 bytes);
  void failed(const plumbline::base::Error& error);

 private:
  struct Saved {
    QString path;
    std::size_t bytes = 0;
  };
  tasks::LatestRunner<Saved> m_runner;
};

/// reportKinds are the name filters of the dialog.
QString reportKinds();

}  // namespace plumbline::ui
