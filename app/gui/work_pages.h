// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the pages into the window and connects them with session, pending edits and looks. Pages know none of each other.
#pragma once

#include <functional>
#include <string>

#include "core/overview/commit_view.h"

class QSettings;

namespace plumbline::session {
class PendingEdits;
class Session;
}  // namespace plumbline::session
namespace plumbline::ui {
class EditStack;
class FilePrompt;
class MainWindow;
class ReviewPage;
class ThemeKeeper;
class TriagePage;
}  // namespace plumbline::ui

namespace plumbline::app {

struct WorkParts {
  ui::MainWindow& window;
  session::Session& session;
  session::PendingEdits& edits;
  ui::EditStack& stack;
  ui::ThemeKeeper& looks;
  ui::FilePrompt& prompt;
  QSettings& settings;
  /// siblings gives the configs around a baseline; empty: triage knows none.
  std::function<overview::CommitPtr(const std::string& baseline)> siblings = {};
};

/// addWorkPages adds triage, review and flaky page; what they remember is read from the settings.
class WorkPages {
 public:
  explicit WorkPages(const WorkParts& parts);
  ui::TriagePage& triage() const { return *m_triage; }
  /// remember writes what the pages keep between runs.
  void remember() const;

 private:
  void addTriage();
  void addReview();
  void addFlaky();
  void addEditActions();
  void showReview() const;

  WorkParts m;
  ui::TriagePage* m_triage;
  ui::ReviewPage* m_review = nullptr;  ///< made when it is first shown
};

}  // namespace plumbline::app
