// SPDX-License-Identifier: GPL-3.0-or-later
// Where the siblings of a baseline come from: the opened commit when it holds that baseline, else the tree on disk that
// the baseline lies in, read once in the background.
//
//   SiblingTrees trees;
//   connect(&trees, &SiblingTrees::changed, page, [&] { page->refreshSiblings(); });
//   overview::CommitPtr view = trees.viewOf(baseline);     // null: none, or still being read
#pragma once

#include <QObject>
#include <memory>
#include <string>

#include "core/overview/commit_view.h"

namespace plumbline::session {

class SiblingTrees : public QObject {
  Q_OBJECT

 public:
  explicit SiblingTrees(QObject* parent = nullptr);
  ~SiblingTrees() override;

  /// setCommit returns the opened commit, null for none.
  void setCommit(const overview::CommitPtr& commit);
  /// viewOf answers at once; where a tree has to be read, changed() follows. A file that is no baseline by its name, or
  /// whose tree cannot be read, has no siblings.
  overview::CommitPtr viewOf(const std::string& baselinePath);
  /// readAgain forgets the tree: its files were saved.
  void readAgain();

 Q_SIGNALS:
  void changed();

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::session
