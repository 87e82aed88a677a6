// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/fetch_section.h"

#include <QVBoxLayout>
#include <algorithm>

#include "ui/artifacts/fetch_bar.h"
#include "ui/support/labels.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr qsizetype kMaxProblems = 200;  ///< lines in the details of a notice

/// problemsOf lists the files that could not be fetched, one line each.
QString problemsOf(const fetch::FetchReport& report) {
  QStringList lines;
  qsizetype left = 0;
  for (const fetch::FetchedFile& file : report.files) {
    if (file.problem.empty()) continue;
    if (lines.size() < kMaxProblems)
      lines << QString::fromStdString(file.artifact.path) + u": "_s + QString::fromStdString(file.problem);
    else
      ++left;
  }
  if (left > 0) lines << FetchSection::tr("and %1 more").arg(left);
  return lines.join(u'\n');
}

}  // namespace

FetchSection::FetchSection(const Theme& theme, NoticeStrip& notices, QWidget* parent)
    : QWidget(parent), m_notices(notices), m_bar(new FetchBar(theme, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_bar);
  layout->addWidget(new Divider(Qt::Horizontal, this));
  connect(m_bar, &FetchBar::leaveRequested, this, &FetchSection::leaveRequested);
  hide();
}

void FetchSection::setTheme(const Theme& theme) { m_bar->setTheme(theme); }
bool FetchSection::isBusy() const { return m_bar->isBusy(); }
void FetchSection::focusText() { m_bar->focusText(); }
QList<QWidget*> FetchSection::focusOrder() const { return m_bar->focusOrder(); }

void FetchSection::setPort(FetchPort& port) {
  m_port = &port;
  show();
  m_bar->setToken(port.tokenText());
  connect(m_bar, &FetchBar::fetchRequested, this, &FetchSection::start);
  connect(m_bar, &FetchBar::cancelRequested, this, &FetchSection::cancel);
  connect(&port, &FetchPort::progress, m_bar, &FetchBar::showProgress);
  connect(&port, &FetchPort::statusMessage, this, [this](const QString& sentence) { m_bar->showMessage(sentence); });
  connect(&port, &FetchPort::tokenChanged, this, [this] { m_bar->setToken(m_port->tokenText()); });
  connect(&port, &FetchPort::finished, this, &FetchSection::finish);
  connect(&port, &FetchPort::failed, this, &FetchSection::fail);
}

void FetchSection::fetch(const QString& text) {
  m_bar->setText(text);
  m_bar->submit();
}

void FetchSection::start(const QString& text, bool offline) {
  const auto target = fetch::targetOf(text.toStdString());
  if (!target) return m_bar->showMessage(sentenceOf(target.error()), true);
  m_notices.dismiss(u"sources:fetch"_s);
  m_bar->showMessage(tr("Asking for the jobs"));
  m_bar->setBusy(true);
  Q_EMIT changed();
  m_port->start(*target, offline);
}

void FetchSection::cancel() {
  if (m_port == nullptr || !isBusy()) return;
  m_port->cancel();
  m_bar->setBusy(false);
  m_bar->showMessage(tr("Stopped; what was received is kept for the next time"));
  Q_EMIT changed();
}

void FetchSection::finish(const fetch::FetchReport& report) {
  m_bar->setBusy(false);
  const QString summary = QString::fromStdString(fetch::reportText(report));
  m_bar->showMessage(report.notes.isEmpty() ? summary : summary + u" \u00b7 "_s + report.notes.join(u" \u00b7 "_s));
  if (const QString problems = problemsOf(report); !problems.isEmpty())
    m_notices.showNotice({u"sources:fetch"_s, NoticeKind::Information, summary, problems, {}});
  const bool any = std::ranges::any_of(report.files, [](const fetch::FetchedFile& file) { return !file.path.empty(); });
  if (any) Q_EMIT fetched(pathText(report.folder));
  Q_EMIT changed();
}

void FetchSection::fail(const base::Error& error) {
  m_bar->setBusy(false);
  m_bar->showMessage(sentenceOf(error), true);
  Q_EMIT changed();
  Q_EMIT failed(error);
}

}  // namespace plumbline::ui
