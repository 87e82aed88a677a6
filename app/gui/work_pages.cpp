// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/work_pages.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "app/gui/page_host.h"
#include "core/session/pending_ci.h"
#include "core/session/session.h"
#include "core/text/quantities.h"
#include "ui/flaky/flaky_page.h"
#include "ui/review/review_page.h"
#include "ui/shell/edits_presenter.h"
#include "ui/shell/main_window.h"
#include "ui/shell/status_line.h"
#include "ui/support/edit_stack.h"
#include "ui/support/file_prompt.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/theme_controller.h"
#include "ui/triage/triage_page.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

/// filesBeingRead names the files of a pair that is not on screen yet, with their sizes, a line each.
QString filesBeingRead(const session::Session& session) {
  const session::SnapshotPtr shown = session.snapshot();
  if (shown && ui::fromUtf8(shown->actual.path) == session.actualPath() && ui::fromUtf8(shown->expected.path) == session.expectedPath()) return {};
  QStringList lines;
  for (const QString& path : {session.actualPath(), session.expectedPath()})
    if (const QFileInfo file(path); file.exists())
      lines << file.fileName() + u", "_s + ui::fromUtf8(text::sizeText(static_cast<std::uint64_t>(file.size())));
  return lines.join(u'\n');
}

}  // namespace

WorkPages::WorkPages(const WorkParts& parts) : m(parts), m_triage(new ui::TriagePage(m.host.themes.theme())) {}

void WorkPages::addPages() {
  addTriage();
  addReview();
  addFlaky();
  addEditActions();
  auto* presenter = m_presenter =
      new ui::EditsPresenter({m.edits, m.stack, m.session, m.host.window.notices(), m.host.window.status()}, &m.host.window);
  QObject::connect(presenter, &ui::EditsPresenter::reviewRequested, &m.host.window, [this] { showReview(); });
  QObject::connect(&m.host.window, &ui::MainWindow::pageShown, presenter,
                   [presenter](const QString& page) { presenter->setReviewShown(page == kReview); });
  QObject::connect(presenter, &ui::EditsPresenter::modified, &m.host.window, &QWidget::setWindowModified);
  QObject::connect(&m.ci, &session::PendingCi::changed, presenter, &ui::EditsPresenter::setCi);
  ui::StatusLine* status = &m.host.window.status();
  QObject::connect(&m.ci, &session::PendingCi::busyChanged, status,
                   [status](bool busy) { status->setBusy(ui::StatusLine::Work::Ci, busy); });
  QObject::connect(&m.ci, &session::PendingCi::progress, status, &ui::StatusLine::setProgress);
  QObject::connect(status, &ui::StatusLine::cancelRequested, &m.ci, &session::PendingCi::cancel);
  m.host.window.setCloseGuard([this, presenter, window = &m.host.window] {
    if (m_review == nullptr || m_review->mayClose()) return presenter->mayClose(*window);
    showReview();
    return false;
  });
  presenter->showLeftOvers();
}

void WorkPages::showCrash(const QStringList& reports) const { m_presenter->showCrash(reports); }

void WorkPages::showReview() const { m.host.window.showPage(kReview); }

void WorkPages::addTriage() {
  ui::MainWindow* window = &m.host.window;
  m_triage->setEditing(m.stack);
  if (m.siblings) m_triage->setSiblings(m.siblings);  // before the actions are asked for: it brings some
  if (m.history != nullptr) m_triage->setHistory(*m.history);
  m.host.join(*m_triage, kTriage);
  QObject::connect(&m.session, &session::Session::snapshotChanged, m_triage, &ui::TriagePage::showSnapshot);
  QObject::connect(&m.session, &session::Session::busyChanged, m_triage,
                   [this](bool busy) { m_triage->showReading(busy ? filesBeingRead(m.session) : QString()); });
  QObject::connect(&m.ci, &session::PendingCi::changed, m_triage, &ui::TriagePage::setCi);
  QObject::connect(m_triage, &ui::TriagePage::cancelRequested, &m.session, &session::Session::cancel);
  QObject::connect(m_triage, &ui::TriagePage::busyChanged, &window->status(),
                   [window](bool busy) { window->status().setBusy(ui::StatusLine::Work::Rows, busy); });
  QObject::connect(m_triage, &ui::TriagePage::progressChanged, window, [window](const QString& text) {
    if (window->currentPage() == kTriage) window->status().setDecisions(text);
  });
  QObject::connect(&window->status(), &ui::StatusLine::cancelRequested, m_triage, &ui::TriagePage::cancelWork);
  // The progress of decisions is shown on the pages with decisions; the overview shows its own.
  QObject::connect(window, &ui::MainWindow::pageShown, m_triage, [this, window](const QString& shown) {
    if (shown != u"overview"_s) window->status().setDecisions(shown == kTriage ? m_triage->progressText() : QString());
  });
  QObject::connect(m_triage, &ui::TriagePage::reviewRequested, window, [this] { showReview(); });
  window->addPage({kTriage, QCoreApplication::translate("WorkPages", "Triage"), kTriage,
                   QCoreApplication::translate("WorkPages", "What needs a decision"), m_triage, m_triage->actions()});
}

void WorkPages::addReview() {
  ui::MainWindow* window = &m.host.window;
  const auto make = [this, window]() -> ui::PageContent {
    m_review = new ui::ReviewPage(m.host.themes.theme(), m.edits, m.stack, m.host.prompt);
    m.host.join(*m_review, kReview);
    QObject::connect(&m.ci, &session::PendingCi::changed, m_review, &ui::ReviewPage::setCi);
    m_review->setCi(m.ci.text());
    QObject::connect(m_review, &ui::ReviewPage::triageRequested, window, [window] { window->showPage(kTriage); });
    return {m_review, m_review->actions()};
  };
  QObject::connect(window, &ui::MainWindow::resolveRequested, window, [this](const QString& path) {
    showReview();
    m_review->settleConflicts(path);
  });
  window->addPage({.id = kReview,
                   .title = QCoreApplication::translate("WorkPages", "Review"),
                   .iconName = kReview,
                   .tooltip = QCoreApplication::translate("WorkPages", "What is edited and not saved yet"),
                   .needsPair = false,
                   .keys = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)},
                   .make = make});
}

void WorkPages::addFlaky() {
  ui::MainWindow* window = &m.host.window;
  const auto make = [this, window]() -> ui::PageContent {
    auto* page = new ui::FlakyPage(m.host.themes.theme(), m.edits, m.stack, m.host.prompt);
    if (m.history != nullptr) page->setHistory(*m.history);
    m.host.join(*page, kFlaky);
    QObject::connect(&m.session, &session::Session::snapshotChanged, page, &ui::FlakyPage::showSnapshot);
    QObject::connect(page, &ui::FlakyPage::openRequested, window, [window] { window->registry().run(u"pair.open"_s); });
    if (const auto shown = m.session.snapshot()) page->showSnapshot(shown);
    return {page, page->actions()};
  };
  window->addPage({.id = kFlaky,
                   .title = QCoreApplication::translate("WorkPages", "Flaky"),
                   .iconName = kFlaky,
                   .tooltip = QCoreApplication::translate("WorkPages", "Which models are excused, where and why"),
                   .needsPair = false,
                   .make = make});
}

void WorkPages::addEditActions() {
  m.host.window.registry().add(ui::editActions(m.stack));
  // Saving needs a look first: elsewhere the keys lead to the review.
  for (const QString& page : {kTriage, kFlaky, u"overview"_s, u"matrix"_s, u"model"_s, u"compare"_s, u"charts"_s}) {
    m.host.window.registry().add(
        {{.id = page + u".review"_s,
          .text = QCoreApplication::translate("WorkPages", "Review and save the edits"),
          .tooltip = QCoreApplication::translate("WorkPages", "Look at every change before it is written"),
          .group = QCoreApplication::translate("WorkPages", "Edit"),
          .iconName = kReview,
          .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_S)},
          .run = [this] { showReview(); }},
         {.id = page + u".reviewKey"_s,
          .text = QCoreApplication::translate("WorkPages", "Go to the edits"),
          .tooltip = QCoreApplication::translate("WorkPages", "Look at every change that is not saved yet"),
          .group = QCoreApplication::translate("WorkPages", "Edit"),
          .shortcuts = {QKeySequence(Qt::Key_R)},
          .run = [this] { showReview(); }}},
        page);
  }
}

}  // namespace plumbline::app
