// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/margin_desk.h"

#include <QFile>
#include <utility>

namespace plumbline::ui {

MarginDesk::MarginDesk(QObject* parent)
    : QObject(parent),
      m_runner(
          [this](base::Outcome<MarginAnswer> outcome) {
            setBusy(false);
            if (outcome.isError()) Q_EMIT failed(outcome.error());
            if (outcome.isValue()) Q_EMIT found(outcome.value());
          },
          [this](quint64 done, quint64 total) { Q_EMIT progress(done, total); }) {}

void MarginDesk::open(const QStringList& logs) {
  m_logs = logs;
  read();
}

void MarginDesk::setOptions(const numerics::MarginOptions& options) {
  m_options = options;
  if (!m_logs.isEmpty()) read();
}

void MarginDesk::read() {
  setBusy(true);
  m_runner.run([logs = m_logs, options = m_options](const base::Progress& progress) -> base::Outcome<MarginAnswer> {
    MarginAnswer answer;
    answer.options = options;
    for (const QString& log : logs) {
      const std::string path = QFile::encodeName(log).toStdString();
      auto margins = numerics::readMargins(path, options, progress);
      if (margins.isCancelled()) return base::Cancelled{};
      if (margins.isError()) {
        base::Error error = margins.error();
        if (error.file.empty()) error.file = path;
        answer.errors.push_back(std::move(error));
        continue;
      }
      answer.logs << log;
      answer.margins.push_back(std::move(margins.value()));
    }
    answer.trends = numerics::marginTrends(answer.margins, options);
    return answer;
  });
}

void MarginDesk::cancel() {
  m_runner.cancel();
  setBusy(false);
}

void MarginDesk::setBusy(bool isBusy) {
  if (std::exchange(m_isBusy, isBusy) != isBusy) Q_EMIT busyChanged(isBusy);
}

}  // namespace plumbline::ui
