// SPDX-License-Identifier: GPL-3.0-or-later
// Adds triage, review and flaky list to the window and connects them with session, pending edits and theme.
#pragma once

#include <QStringList>
#include <functional>
#include <string>

#include "core/overview/commit_view.h"

namespace plumbline::session {
class HistoryClient;
class PendingCi;
class PendingEdits;
class Session;
}  // namespace plumbline::session
namespace plumbline::ui {
class EditStack;
class EditsPresenter;
class ReviewPage;
class TriagePage;
}  // namespace plumbline::ui

namespace plumbline::app {

class PageHost;

struct WorkParts {
  PageHost& host;
  session::Session& session;
  session::PendingEdits& edits;
  ui::EditStack& stack;
  session::PendingCi& ci;
  session::HistoryClient* history = nullptr;  ///< null: triage shows none
  /// siblings returns the configs around a baseline; empty: triage offers none.
  std::function<overview::CommitPtr(const std::string& baseline)> siblings = {};
};

/// WorkPages adds the pages triage, review and flaky and restores their state from the settings.
class WorkPages {
 public:
  explicit WorkPages(const WorkParts& parts);
  void addPages();
  ui::TriagePage& triage() const { return *m_triage; }
  /// showCrash: see ui::EditsPresenter, after addPages.
  void showCrash(const QStringList& reports) const;

 private:
  void addTriage();
  void addReview();
  void addFlaky();
  void addEditActions();
  void showReview() const;

  WorkParts m;
  ui::TriagePage* m_triage;
  ui::EditsPresenter* m_presenter = nullptr;
  ui::ReviewPage* m_review = nullptr;  ///< made when it is first shown
};

}  // namespace plumbline::app
