// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report_action.h"

#include <QFile>
#include <QFileInfo>

#include "app/gui/unattended_run.h"
#include "core/session/commit_session.h"
#include "core/session/export_file.h"
#include "core/session/session.h"
#include "core/text/quantities.h"
#include "ui/shell/main_window.h"
#include "ui/shell/status_line.h"
#include "ui/support/file_prompt.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

const QString kReportNotice = u"report"_s;
const QStringList kCommitPages{u"overview"_s, u"matrix"_s, u"model"_s, u"sources"_s};

}  // namespace

ReportAction::ReportAction(const Parts& parts)
    : m(parts), m_runner([this](base::Outcome<std::size_t> outcome) {
        m.window.status().setBusy(ui::StatusLine::Work::Report, false);
        if (outcome.isValue()) showWritten(outcome.value());
        if (outcome.isError()) m.window.notices().showNotice(ui::noticeFor(outcome.error(), kReportNotice));
        Q_EMIT ended();
      }) {
  connect(&m.window.status(), &ui::StatusLine::cancelRequested, this, [this] {
    m_runner.cancel();
    m.window.status().setBusy(ui::StatusLine::Work::Report, false);
  });
}

/// isOfCommit is true on the pages of a commit, and where the pair on screen is one of its merged runs.
bool ReportAction::isOfCommit() const {
  if (m.commit.snapshot() == nullptr) return false;
  const session::SnapshotPtr pair = m.session.snapshot();
  return pair == nullptr || !pair->actual.isFile || kCommitPages.contains(m.window.currentPage());
}

void ReportAction::showWritten(std::size_t bytes) {
  m_written = m_path;
  const QString text = tr("The report is written to %1 (%2)").arg(m_path, ui::fromUtf8(text::sizeText(bytes)));
  m.window.showStatus(text);
  m.window.notices().showNotice(
      {.id = kReportNotice, .text = text, .actionText = tr("Open folder"), .action = [this] { openFolder(); }});
  m.window.registry().refresh();
}

void ReportAction::openFolder() {
  const QString folder = QFileInfo(m_written).absolutePath();
  if (m.openUrl(QUrl::fromLocalFile(folder))) return m.window.notices().dismiss(kReportNotice);
  m.window.notices().showNotice({.id = kReportNotice,
                                 .kind = ui::NoticeKind::Problem,
                                 .text = tr("No program of the desktop shows folders. The report lies in %1.").arg(folder)});
}

QList<ui::ActionSpec> ReportAction::actions() {
  const auto ask = [this] {
    m.prompt.request(&m.window,
                 {.title = tr("Save a report"),
                  .folder = u"report.html"_s,
                  .kinds = tr("Reports (*.html *.md *.json *.csv *.xml *.txt);;HTML (*.html);;Markdown (*.md);;JSON (*.json);;"
                              "CSV (*.csv);;JUnit (*.xml);;Text (*.txt)"),
                  .mayBeNew = true,
                  .replaces = true},
                 [this](const QStringList& paths) { save(paths.value(0)); });
  };
  return {{.id = u"report.save"_s,
           .text = tr("Save a report"),
           .tooltip = tr("Write the verdicts as HTML, Markdown, JSON, CSV, JUnit or text; the JSON can be verified later"),
           .group = tr("File"),
           .iconName = u"file"_s,
           .run = ask,
           .enabled = [this] { return m.commit.snapshot() != nullptr || m.session.snapshot() != nullptr; }},
          {.id = u"report.openFolder"_s,
           .text = tr("Open the folder of the report"),
           .tooltip = tr("Show the report that was saved last in the desktop's file manager"),
           .group = tr("File"),
           .run = [this] { openFolder(); },
           .enabled = [this] { return !m_written.isEmpty(); }}};
}

void ReportAction::save(const QString& path) {
  if (path.isEmpty()) return;
  m.window.notices().dismiss(kReportNotice);
  m_path = QFileInfo(path).suffix().isEmpty() ? path + u".html"_s : path;
  session::VerdictReportRequest request;
  if (isOfCommit()) request.commit = m.commit.snapshot();
  else request.pair = m.session.snapshot();
  m.window.status().setBusy(ui::StatusLine::Work::Report, true);
  m_runner.run([request, native = QFile::encodeName(m_path).toStdString()](const base::Progress& progress) {
    return session::saveVerdictReport(request, native, progress);
  });
}

ui::ActionSpec pictureAction(ui::MainWindow& window, ui::FilePrompt& prompt) {
  const auto write = [&window](const QStringList& paths) {
    QString path = paths.value(0);
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += u".png"_s;
    const auto saved = savePicture(window.pageWidget(), path);
    if (saved) window.showStatus(plumbline::app::ReportAction::tr("The page is written to %1").arg(path));
    else window.notices().showNotice(ui::noticeFor(saved.error(), u"picture"_s));
  };
  return {.id = u"page.savePicture"_s,
          .text = plumbline::app::ReportAction::tr("Save a picture of this page"),
          .tooltip = plumbline::app::ReportAction::tr("Write the visible page as PNG"),
          .group = plumbline::app::ReportAction::tr("File"),
          .run = [&window, &prompt, write] {
            prompt.request(&window,
                       {.title = plumbline::app::ReportAction::tr("Save a picture of this page"),
                        .folder = window.currentPage() + u".png"_s,
                        .kinds = plumbline::app::ReportAction::tr("PNG (*.png)"),
                        .mayBeNew = true,
                        .replaces = true},
                       write);
          }};
}

}  // namespace plumbline::app
