// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/same_controller.h"

#include <QFile>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "core/numerics/errors/error_statistics.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

/// The largest errors are computed in batches of this duration, so that the first are shown early.
constexpr std::chrono::milliseconds kErrorBatchMs{150};
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double largestError(const numerics::Decision& decision, const numerics::SameOptions& options, const base::Progress& progress) {
  if (!isTensor(decision.ref) || !isTensor(decision.res)) return kNone;
  const numerics::TensorPair pair{&decision.ref->tensor, &decision.res->tensor,
                                  isTensor(decision.fp64) ? &decision.fp64->tensor : nullptr};
  const auto statistics = numerics::errorStatistics(pair, options, progress);
  if (!statistics.isValue() || !statistics.value().maxAbs) return kNone;
  // NaN on one side counts as an infinite error.
  const double value = statistics.value().maxAbs->value;
  return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
}

}  // namespace

SameController::SameController(QObject* parent)
    : QObject(parent),
      m_loader(
          [this](base::Outcome<Files> outcome) {
            if (outcome.isError()) return fail(outcome.error());
            if (outcome.isCancelled()) return setBusy(false);
            m_read = std::move(outcome.value());
            decide();
          },
          [this](quint64 done, quint64 total) { Q_EMIT progress(done, total); }),
      m_decider(
          [this](base::Outcome<SameAnswer> outcome) {
            if (outcome.isError()) return fail(outcome.error());
            setBusy(false);
            if (outcome.isCancelled()) return;
            SameAnswer& answer = outcome.value();
            answer.milliseconds = static_cast<double>(m_clock.nsecsElapsed()) / 1e6;
            m_result = SameResultPtr(answer.rows, &answer.rows->result());
            Q_EMIT decided(answer);
            computeErrors(0);
          },
          [this](quint64 done, quint64 total) { Q_EMIT progress(done, total); }),
      m_errors([this](base::Outcome<Errors> outcome) {
        if (!outcome.isValue()) return;
        const Errors& errors = outcome.value();
        Q_EMIT maxErrorsFound(errors.first, errors.largest);
        computeErrors(errors.first + errors.largest.size());
      }) {}

void SameController::open(const TensorFiles& files) {
  m_files = files;
  load();
}

void SameController::reload() {
  m_read = {};
  load();
}

void SameController::load() {
  m_decider.cancel();
  m_errors.cancel();
  m_result.reset();
  m_wasCancelled = false;
  if (!m_files.isComplete()) {
    m_loader.cancel();
    return setBusy(false);
  }
  m_clock.start();
  setBusy(true);
  Files files{{m_files.ref, m_files.res, m_files.fp64}, {}};
  for (std::size_t i = 0; i < files.paths.size(); ++i)
    for (std::size_t j = 0; j < m_read.paths.size(); ++j)
      if (files.paths[i] == m_read.paths[j] && m_read.loaded[j]) files.loaded[i] = m_read.loaded[j];
  m_loader.run([files](const base::Progress& progress) -> base::Outcome<Files> {
    Files read = files;
    for (std::size_t i = 0; i < read.paths.size(); ++i) {
      if (read.paths[i].isEmpty() || read.loaded[i]) continue;
      auto loaded = numerics::loadValue(QFile::encodeName(read.paths[i]).toStdString(), progress);
      if (loaded.isCancelled()) return base::Cancelled{};
      if (loaded.isError()) {
        base::Error error = loaded.error();
        if (error.file.empty()) error.file = QFile::encodeName(read.paths[i]).toStdString();
        return error;
      }
      read.loaded[i] = std::make_shared<const numerics::Loaded>(std::move(loaded.value()));
    }
    return read;
  });
}

void SameController::setOptions(const numerics::SameOptions& options) {
  if (options == m_options) return;
  m_options = options;
  if (!m_files.isComplete() || m_loader.isBusy()) return;  // the running read uses the new options
  if (m_read.loaded[0] == nullptr || m_read.paths[0] != m_files.ref || m_read.paths[1] != m_files.res || m_read.paths[2] != m_files.fp64)
    return load();  // it was cancelled, or could not be read
  m_clock.start();
  m_wasCancelled = false;
  setBusy(true);
  decide();
}

void SameController::decide() {
  m_errors.cancel();
  m_decider.run([read = m_read, files = m_files, options = m_options](const base::Progress& progress) -> base::Outcome<SameAnswer> {
    const auto valueOf = [](const LoadedPtr& loaded) { return loaded ? loaded->value : numerics::ValuePtr(); };
    auto result = numerics::same({valueOf(read.loaded[0]), valueOf(read.loaded[1]), valueOf(read.loaded[2])}, options,
                                 numerics::Detail::Margins, progress);
    if (result.isCancelled()) return base::Cancelled{};
    if (result.isError()) return result.error();
    SameAnswer answer{files, options, {}, {}};
    answer.rows = std::make_shared<const TensorRows>(std::make_shared<const numerics::SameResult>(std::move(result.value())));
    for (std::size_t i = 0; i < read.loaded.size(); ++i)
      if (read.loaded[i])
        for (const std::string& note : read.loaded[i]->notes)
          answer.notes << read.paths[i].section(u'/', -1, -1, QString::SectionSkipEmpty) + u": "_s + fromUtf8(note);
    return answer;
  });
}

/// computeErrors computes the largest errors from a decision on, one batch at a time.
void SameController::computeErrors(std::size_t first) {
  if (!m_result || first >= m_result->decisions.size()) return;
  m_errors.run([result = m_result, options = m_options, first](const base::Progress& progress) -> base::Outcome<Errors> {
    Errors errors{first, {}};
    const auto began = std::chrono::steady_clock::now();
    const base::Progress quiet(progress.stopToken());
    for (std::size_t i = first; i < result->decisions.size(); ++i) {
      errors.largest.push_back(largestError(result->decisions[i], options, quiet));
      if (progress.stopRequested()) return base::Cancelled{};
      if (std::chrono::steady_clock::now() - began > kErrorBatchMs) break;
    }
    return errors;
  });
}

void SameController::cancel() {
  if (!m_isBusy) return;
  m_loader.cancel();
  m_decider.cancel();
  m_wasCancelled = true;
  setBusy(false);
}

void SameController::setBusy(bool isBusy) {
  if (std::exchange(m_isBusy, isBusy) != isBusy) Q_EMIT busyChanged(isBusy);
}

void SameController::fail(const base::Error& error) {
  m_result.reset();
  setBusy(false);
  Q_EMIT failed(error);
}

}  // namespace plumbline::ui
