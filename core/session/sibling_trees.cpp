// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sibling_trees.h"

#include "core/overview/open_commit.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::session {

struct SiblingTrees::Private {
  explicit Private(SiblingTrees& owner)
      : runner([this, &owner](base::Outcome<overview::CommitPtr> outcome) {
          tree = outcome.isValue() ? std::move(outcome.value()) : nullptr;
          readFolder = wantedFolder;
          Q_EMIT owner.changed();
        }) {}

  overview::CommitPtr commit;
  overview::CommitPtr tree;
  std::string readFolder;    ///< of `tree`, which is null where that folder could not be read
  std::string wantedFolder;  ///< being read
  tasks::LatestRunner<overview::CommitPtr> runner;  ///< last, so that it ends first
};

SiblingTrees::SiblingTrees(QObject* parent) : QObject(parent), d(std::make_unique<Private>(*this)) {}
SiblingTrees::~SiblingTrees() = default;

void SiblingTrees::setCommit(const overview::CommitPtr& commit) {
  if (d->commit == commit) return;
  d->commit = commit;
  Q_EMIT changed();
}

overview::CommitPtr SiblingTrees::viewOf(const std::string& baselinePath) {
  if (d->commit && overview::configOfFile(*d->commit, baselinePath)) return d->commit;
  const std::string folder = overview::treeFolder(baselinePath);
  if (folder.empty()) return nullptr;
  if (folder == d->readFolder) return d->tree;
  if (folder != d->wantedFolder) {
    d->wantedFolder = folder;
    d->runner.run([baselinePath](const base::Progress& progress) { return overview::treeAround(baselinePath, progress); });
  }
  return nullptr;
}

void SiblingTrees::readAgain() {
  d->runner.cancel();
  d->tree = nullptr;
  d->readFolder.clear();
  d->wantedFolder.clear();
  Q_EMIT changed();
}

}  // namespace plumbline::session
