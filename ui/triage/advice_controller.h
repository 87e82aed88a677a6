// SPDX-License-Identifier: GPL-3.0-or-later
// The advice on the rows of the pair on screen: read off the GUI thread where there is a history, shown for the current
// row with what its runs say, and given to the decisions, which ask for a reason where history expects them to be undone.
//
//   new AdviceController({client, history, details, controller});      // a child of the RunHistory
#pragma once

#include <QObject>
#include <cstdint>
#include <stop_token>
#include <unordered_map>

#include "core/base/result.h"
#include "core/evidence/advice_reader.h"
#include "core/session/history/history_client.h"
#include "core/session/session.h"
#include "ui/support/action_spec.h"

namespace plumbline::ui {

class DecisionController;
class DetailsPanel;
class RunHistory;

class AdviceController : public QObject {
  Q_OBJECT

 public:
  /// Pairs of more rows get no advice: it takes their whole tables.
  static constexpr std::size_t kMaxRows = 20'000;
  /// Without a history the columns of a row are compared at once, therefore only in small pairs.
  static constexpr std::size_t kMaxRowsAtOnce = 2'000;

  struct Parts {
    session::HistoryClient& client;
    RunHistory& history;
    DetailsPanel& details;
    DecisionController* decisions = nullptr;  ///< null: rows cannot be decided
  };
  explicit AdviceController(const Parts& parts);

  /// action shows and hides the evidence of the current row.
  ActionSpec action();

 private:
  void setSnapshot(const session::SnapshotPtr& snapshot);
  void readAdvice();
  void setCurrent(std::uint32_t row);
  void showAdvice();
  void readRuns();
  void setAdvice(base::Result<evidence::PairAdvice> advice);

  Parts m;
  session::SnapshotPtr m_snapshot;
  std::unordered_map<std::uint32_t, evidence::RowAdvice> m_advice;  ///< by row of the comparison
  std::uint32_t m_current = verdicts::kNoRow;
  bool m_isReading = false;  ///< of m_snapshot
  std::uint32_t m_read = verdicts::kNoRow;  ///< of m_snapshot, whose runs are read or shown
  std::stop_source m_stop;                  ///< of that reading
};

}  // namespace plumbline::ui
