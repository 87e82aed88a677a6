// SPDX-License-Identifier: GPL-3.0-or-later
// Which siblings of the open pair's baseline could get the same edits, and the step that edits them. Has no widgets and
// no state of its own: proposals are computed from the pending edits after every step, so that undo removes them as
// well.
//
//   SiblingController controller(stack);
//   controller.setSource([&](const std::string& baseline) { return commit.viewOf(baseline); });
//   controller.setSnapshot(snapshot);
//   controller.apply(overview::sameEvidence(controller.proposals()), reason);
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/overview/sibling_proposals.h"
#include "core/session/session.h"

namespace plumbline::ui {

class EditStack;

class SiblingController : public QObject {
  Q_OBJECT

 public:
  /// Source returns the configs around a baseline: those of the opened commit, or of the tree that holds it; null when
  /// there is none (yet).
  using Source = std::function<overview::CommitPtr(const std::string& baselinePath)>;
  using Proposals = std::vector<overview::SiblingProposal>;

  explicit SiblingController(EditStack& stack, QObject* parent = nullptr);

  void setSource(Source source);
  void setSnapshot(const session::SnapshotPtr& snapshot);
  /// refresh reads the source again: a tree was loaded, or other runs were opened.
  void refresh();

  /// siblingCount is how many configs with a baseline are siblings of the open one.
  std::size_t siblingCount() const { return m_siblings.size(); }
  const Proposals& proposals() const { return m_proposals; }
  const overview::SiblingOffer& offer() const { return m_offer; }
  /// proposalsFor answers for an edit that was not made yet.
  Proposals proposalsFor(const std::string& model, std::vector<std::pair<std::string, std::string>> cells) const;
  /// fileOf is the baseline of a proposal, below its tree: "rocm/inductor_timm_training.csv"; pathOf the path on disk.
  QString fileOf(const overview::SiblingProposal& proposal) const;
  QString pathOf(const overview::SiblingProposal& proposal) const;
  const overview::CommitPtr& view() const { return m_view; }
  /// siblings are the other configs by index, closest first, labelled with that in which they differ.
  struct Sibling {
    std::uint32_t config = 0;
    QString label;
  };
  const std::vector<Sibling>& siblings() const { return m_siblings; }

  /// reasonFor is the reason given for these edits, where all have the same.
  std::string reasonFor(const Proposals& chosen) const;
  /// apply makes one undoable step of all that were chosen. Errors: BadArgument when a guard asks for a reason and
  /// there is none; a baseline that cannot be read. Nothing is done then.
  base::Result<void> apply(const Proposals& chosen, const std::string& reason);

 Q_SIGNALS:
  void changed();  ///< proposals or siblings differ

 private:
  void read();
  baselines::Drafts drafts() const;
  std::string pairPath() const { return m_snapshot ? m_snapshot->expected.path : std::string(); }

  EditStack& m_stack;
  Source m_source;
  session::SnapshotPtr m_snapshot;
  overview::CommitPtr m_view;
  std::optional<std::size_t> m_own;  ///< the open pair's config in the view
  std::vector<Sibling> m_siblings;
  Proposals m_proposals;
  overview::SiblingOffer m_offer;
};

}  // namespace plumbline::ui
