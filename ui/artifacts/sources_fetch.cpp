// SPDX-License-Identifier: GPL-3.0-or-later
// Getting the results of a commit on the sources page.
#include <QFile>
#include <algorithm>

#include "ui/artifacts/sources_page_private.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr qsizetype kMostProblems = 200;  ///< lines in the details of a notice

/// problemsOf lists what was not to be had, one line each.
QString problemsOf(const fetch::FetchReport& report) {
  QStringList lines;
  qsizetype left = 0;
  for (const fetch::FetchedFile& file : report.files) {
    if (file.problem.empty()) continue;
    if (lines.size() < kMostProblems)
      lines << QString::fromStdString(file.artifact.path) + u": "_s + QString::fromStdString(file.problem);
    else
      ++left;
  }
  if (left > 0) lines << u"and %1 more"_s.arg(left);
  return lines.join(u'\n');
}

}  // namespace

void SourcesPage::setFetch(FetchPort& port) {
  d->port = &port;
  d->fetchArea->show();
  d->fetch->setToken(port.tokenText());
  d->sayNothing();
  connect(d->fetch, &FetchBar::fetchRequested, this,
          [this](const QString& text, bool offline) { d->startFetch(text, offline); });
  connect(d->fetch, &FetchBar::cancelRequested, this, [this] { d->cancelFetch(); });
  connect(&port, &FetchPort::progress, d->fetch, &FetchBar::showProgress);
  connect(&port, &FetchPort::said, this, [this](const QString& sentence) { d->fetch->say(sentence); });
  connect(&port, &FetchPort::tokenChanged, this, [this] { d->fetch->setToken(d->port->tokenText()); });
  connect(&port, &FetchPort::finished, this, [this](const fetch::FetchReport& report) { d->endFetch(report); });
  connect(&port, &FetchPort::failed, this, [this](const base::Error& error) { d->failFetch(error); });
}

void SourcesPage::fetchCommit(const QString& text) {
  d->fetch->setText(text);
  d->fetch->submit();
}

void SourcesPage::Private::startFetch(const QString& text, bool offline) {
  if (port == nullptr) return;
  const auto target = fetch::targetOf(text.toStdString());
  if (!target) {
    fetch->say(sentenceOf(target.error()), true);
    return;
  }
  notices->dismiss(u"sources:fetch"_s);
  fetch->say(u"Asking for the jobs"_s);
  fetch->setBusy(true);
  Q_EMIT page->actionsChanged();
  port->start(*target, offline);
}

void SourcesPage::Private::cancelFetch() {
  if (port == nullptr || !fetch->isBusy()) return;
  port->cancel();
  fetch->setBusy(false);
  fetch->say(u"Stopped; what was received is kept for the next time"_s);
  Q_EMIT page->actionsChanged();
}

void SourcesPage::Private::endFetch(const fetch::FetchReport& report) {
  fetch->setBusy(false);
  const QString summary = QString::fromStdString(fetch::reportText(report));
  fetch->say(report.notes.isEmpty() ? summary : summary + u" \u00b7 "_s + report.notes.join(u" \u00b7 "_s));
  if (const QString problems = problemsOf(report); !problems.isEmpty())
    notices->say({u"sources:fetch"_s, NoticeKind::Information, summary, problems, {}});
  const bool any = std::ranges::any_of(report.files, [](const fetch::FetchedFile& file) { return !file.path.empty(); });
  if (any) session.add({QFile::decodeName(QByteArray::fromStdString(report.folder))});
  Q_EMIT page->actionsChanged();
}

void SourcesPage::Private::failFetch(const base::Error& error) {
  fetch->setBusy(false);
  fetch->say(sentenceOf(error), true);
  Q_EMIT page->actionsChanged();
  Q_EMIT page->failed(error);
}

}  // namespace plumbline::ui
