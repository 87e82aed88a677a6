// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/report_saver.h"

#include <QCoreApplication>
#include <QFile>

#include "core/session/export_file.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

QString reportKinds() {
  return u"Reports (*.md *.html *.csv *.json *.txt);;Markdown (*.md);;HTML (*.html);;CSV (*.csv);;JSON (*.json);;Text (*.txt)"_s;
}

ReportSaver::ReportSaver(QObject* parent)
    : QObject(parent), m_runner([this](base::Outcome<Saved> outcome) {
        if (outcome.isValue()) Q_EMIT saved(outcome.value().path, outcome.value().bytes);
        if (outcome.isError()) Q_EMIT failed(outcome.error());
      }) {}

void ReportSaver::save(const session::CompareStatePtr& state, const QString& path, bool changedOnly) {
  if (!state || !state->diff) return;
  const std::string native = QFile::encodeName(path).toStdString();
  const session::CompareReportOptions options{.isChangedOnly = changedOnly,
                                              .toolVersion = QCoreApplication::applicationVersion().toStdString()};
  m_runner.run([state, path, native, options](const base::Progress& progress) -> base::Outcome<Saved> {
    auto done = session::saveCompareReport(*state, native, options, progress);
    if (done.isCancelled()) return base::Cancelled{};
    if (done.isError()) return done.error();
    return Saved{path, done.value()};
  });
}

}  // namespace plumbline::ui
