// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots for the tests of the triage page, judged by the real rules.
#pragma once

#include <QByteArray>

#include "core/session/session.h"
#include "core/tables/csv_table.h"

namespace plumbline::testing {

inline session::SnapshotPtr judged(const QByteArray& actual, const QByteArray& expected) {
  auto snapshot = std::make_shared<session::Snapshot>();
  const auto scan = [](const QByteArray& bytes, const char* name) {
    return tables::CsvTable::scan(bytes.toStdString(), name).value();
  };
  snapshot->actual = {"out/inductor_torchbench_training.csv", {}, scan(actual, "actual.csv")};
  snapshot->expected = {"ci/inductor_torchbench_training.csv", {}, scan(expected, "expected.csv")};
  verdicts::ComparisonOptions options;
  options.rules = *verdicts::ruleSet(verdicts::kDefaultGeneration);
  options.words = {snapshot->actual.path, snapshot->expected.path, {}};
  auto made = verdicts::Comparison::make({{snapshot->actual.table}, {snapshot->expected.table}}, options);
  if (made.isValue()) snapshot->comparison = made.value();
  return snapshot;
}

/// samplePair is resources/samples, read like any other pair.
inline session::SnapshotPtr samplePair() {
  auto made = session::loadPair({.actualPath = PLUMBLINE_SOURCE_DIR "/resources/samples/actual.csv",
                                 .expectedPath = PLUMBLINE_SOURCE_DIR "/resources/samples/expected.csv",
                                 .ruleId = {},
                                 .sha = {}},
                                {});
  return made.isValue() ? made.value() : session::SnapshotPtr();
}

}  // namespace plumbline::testing
