// SPDX-License-Identifier: GPL-3.0-or-later
// The line above overview, matrix, model and sources: what is opened, which of its commits is shown, under which rules.
// Stands where the pair stands above triage. Knows nothing of the session.
//
//   header->showSnapshot(snapshot, commitSession.sources());
//   connect(header, &CommitHeader::rulesChosen, &commitSession, &CommitSession::useRules);
#pragma once

#include <QFrame>

#include "core/session/commit_session.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace plumbline::ui {

class ElidedLabel;

class CommitHeader : public QFrame {
  Q_OBJECT

 public:
  explicit CommitHeader(QWidget* parent = nullptr);

  /// showSnapshot; null: nothing is open. `sources` are the paths as given.
  void showSnapshot(const session::CommitSnapshotPtr& snapshot, const QStringList& sources);
  QToolButton* reloadButton() const { return m_reload; }
  QToolButton* openButton() const { return m_open; }
  QComboBox* rules() const { return m_rules; }
  QComboBox* commits() const { return m_commits; }

 Q_SIGNALS:
  void rulesChosen(const QString& ruleId);
  void commitChosen(const QString& commit);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QComboBox* addChoice(const QString& name, const QString& accessible);
  void fillCommits(const overview::CommitView& view);

  ElidedLabel* m_what;
  QLabel* m_commitLabel;
  QComboBox* m_commits;
  QLabel* m_rulesLabel;
  QComboBox* m_rules;
  QToolButton* m_reload;
  QToolButton* m_open;
};

/// sourcesTitle names what is opened by its folders: "pytorch + results".
QString sourcesTitle(const QStringList& sources);

}  // namespace plumbline::ui
