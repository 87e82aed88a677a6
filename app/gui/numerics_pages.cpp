// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/numerics_pages.h"

#include "app/gui/page_host.h"
#include "ui/numerics/file_strip.h"
#include "ui/numerics/numerics_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/status_line.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
void NumericsPages::addPage() {
  ui::MainWindow* window = &m_host.window;
  const auto make = [this, window]() -> ui::PageContent {
    m_page = new ui::NumericsPage(m_host.themes.theme(), m_host.prompt);
    m_host.join(*m_page, kNumerics);
    connect(m_page, &ui::NumericsPage::noticeRequested, window,
            [window](const base::Error& error) { window->notices().showNotice(ui::noticeFor(error, kNumerics)); });
    connect(m_page, &ui::NumericsPage::noticeOver, window, [window] { window->notices().dismiss(kNumerics); });
    connect(m_page, &ui::NumericsPage::busyChanged, window, [window](bool isBusy) {
      window->status().setBusy(ui::StatusLine::Work::Numerics, isBusy);
      window->registry().refresh();
    });
    connect(m_page, &ui::NumericsPage::progress, &window->status(), &ui::StatusLine::setProgress);
    connect(&window->status(), &ui::StatusLine::cancelRequested, m_page, &ui::NumericsPage::cancelWork);
    connect(m_page, &ui::NumericsPage::settled, this, &NumericsPages::settled);
    return {m_page, m_page->actions(), m_page->takeHeader(), true};
  };
  window->addPage({.id = kNumerics,
                   .title = tr("Numerics"),
                   .iconName = kNumerics,
                   .tooltip = tr("Is the compiled model's answer the same? same() on tensors in files"),
                   .needsPair = false,
                   .keys = {QKeySequence(Qt::Key_Q)},
                   .make = make});
}

ui::NumericsPage* NumericsPages::shownPage() {
  m_host.window.showPage(kNumerics);
  return m_page;
}

void NumericsPages::openFiles(const QStringList& paths, const QString& fp64) {
  ui::TensorFiles files;
  if (paths.size() == 1) files = ui::guessTensorFiles(paths, {});
  else files = {paths.value(0), paths.value(1), {}};  // named one by one: the order says it
  if (!fp64.isEmpty()) files.fp64 = fp64;
  shownPage()->openFiles(files);
}

void NumericsPages::openLogs(const QStringList& logs) { shownPage()->openLogs(logs); }

}  // namespace plumbline::app
