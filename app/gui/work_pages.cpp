// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/work_pages.h"

#include <QSettings>

#include "app/gui/join_page.h"
#include "core/session/pending_edits.h"
#include "core/session/session.h"
#include "ui/flaky/flaky_page.h"
#include "ui/review/review_page.h"
#include "ui/shell/edits_presenter.h"
#include "ui/shell/main_window.h"
#include "ui/shell/status_line.h"
#include "ui/support/edit_stack.h"
#include "ui/support/file_prompt.h"
#include "ui/theme/theme_keeper.h"
#include "ui/triage/triage_page.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

constexpr auto kTriageState = "triage/state"_L1;
constexpr auto kReviewState = "review/state"_L1;
const QString kTriage = u"triage"_s;
const QString kReview = u"review"_s;
const QString kFlaky = u"flaky"_s;

}  // namespace

WorkPages::WorkPages(const WorkParts& parts) : m(parts), m_triage(new ui::TriagePage(m.looks.theme())) {
  addTriage();
  addReview();
  addFlaky();
  addEditActions();
  auto* presenter =
      new ui::EditsPresenter({m.edits, m.stack, m.session, m.window.notices(), m.window.status()}, &m.window);
  QObject::connect(presenter, &ui::EditsPresenter::reviewWanted, &m.window, [this] { showReview(); });
  QObject::connect(presenter, &ui::EditsPresenter::modified, &m.window, &QWidget::setWindowModified);
  presenter->askAboutLeftOvers();
}

void WorkPages::showReview() const { m.window.showPage(kReview); }

void WorkPages::addTriage() {
  ui::MainWindow* window = &m.window;
  m_triage->setEditing(m.stack);
  if (m.siblings) m_triage->setSiblings(m.siblings);  // before the actions are asked for: it brings some
  joinPage(m.window, m.looks, m_triage, kTriage);
  QObject::connect(&m.session, &session::Session::snapshotChanged, m_triage, &ui::TriagePage::showSnapshot);
  QObject::connect(m_triage, &ui::TriagePage::busyChanged, &window->status(), [window](bool busy) {
    window->status().setBusy(ui::StatusLine::Work::Rows, busy);
  });
  QObject::connect(m_triage, &ui::TriagePage::progressChanged, window, [window](const QString& text) {
    if (window->currentPage() == kTriage) window->status().setDecisions(text);
  });
  QObject::connect(&window->status(), &ui::StatusLine::cancelWanted, m_triage, &ui::TriagePage::cancelWork);
  // What is decided is told on the pages where one decides; the overview tells its own.
  QObject::connect(window, &ui::MainWindow::pageShown, m_triage, [this, window](const QString& shown) {
    if (shown != u"overview"_s) window->status().setDecisions(shown == kTriage ? m_triage->progressText() : QString());
  });
  QObject::connect(m_triage, &ui::TriagePage::reviewRequested, window, [this] { showReview(); });
  m_triage->restoreState(m.settings.value(kTriageState).toByteArray());
  window->addPage({kTriage, u"Triage"_s, kTriage, u"What needs a decision"_s, m_triage, m_triage->actions()});
}

void WorkPages::addReview() {
  ui::MainWindow* window = &m.window;
  const auto make = [this, window]() -> ui::MadePage {
    m_review = new ui::ReviewPage(m.looks.theme(), m.edits, m.stack, m.prompt);
    joinPage(m.window, m.looks, m_review, kReview);
    m_review->restoreState(m.settings.value(kReviewState).toByteArray());
    QObject::connect(m_review, &ui::ReviewPage::triageRequested, window, [window] { window->showPage(kTriage); });
    return {m_review, m_review->actions()};
  };
  QObject::connect(window, &ui::MainWindow::resolveWanted, window, [this](const QString& path) {
    showReview();
    m_review->settleConflicts(path);
  });
  window->addPage({.id = kReview,
                   .title = u"Review"_s,
                   .iconName = kReview,
                   .tooltip = u"What is edited and not saved yet"_s,
                   .needsPair = false,
                   .keys = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)},
                   .make = make});
}

void WorkPages::addFlaky() {
  ui::MainWindow* window = &m.window;
  const auto make = [this, window]() -> ui::MadePage {
    auto* page = new ui::FlakyPage(m.looks.theme(), m.edits, m.stack, m.prompt);
    joinPage(m.window, m.looks, page, kFlaky);
    QObject::connect(&m.session, &session::Session::snapshotChanged, page, &ui::FlakyPage::showSnapshot);
    QObject::connect(page, &ui::FlakyPage::openRequested, window, [window] { window->registry().run(u"pair.open"_s); });
    if (const auto shown = m.session.snapshot()) page->showSnapshot(shown);
    return {page, page->actions()};
  };
  window->addPage({.id = kFlaky,
                   .title = u"Flaky"_s,
                   .iconName = kFlaky,
                   .tooltip = u"Which models are excused, where and why"_s,
                   .needsPair = false,
                   .make = make});
}

void WorkPages::addEditActions() {
  m.window.registry().add(ui::editActions(m.stack));
  // Saving needs a look first: elsewhere the keys lead to the review.
  for (const QString& page : {kTriage, kFlaky, u"overview"_s, u"matrix"_s, u"model"_s, u"compare"_s, u"charts"_s}) {
    m.window.registry().add({{.id = page + u".review"_s,
                              .text = u"Review and save the edits"_s,
                              .tooltip = u"Look at every change before it is written"_s,
                              .group = u"Edit"_s,
                              .iconName = kReview,
                              .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_S)},
                              .run = [this] { showReview(); }},
                             {.id = page + u".reviewKey"_s,
                              .text = u"Go to the edits"_s,
                              .tooltip = u"Look at every change that is not saved yet"_s,
                              .group = u"Edit"_s,
                              .shortcuts = {QKeySequence(Qt::Key_R)},
                              .run = [this] { showReview(); }}},
                            page);
  }
}

void WorkPages::remember() const {
  m.settings.setValue(kTriageState, m_triage->saveState());
  if (m_review != nullptr) m.settings.setValue(kReviewState, m_review->saveState());
}

}  // namespace plumbline::app
