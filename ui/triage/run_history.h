// SPDX-License-Identifier: GPL-3.0-or-later
// What the history knows of the rows of a pair: their last runs, since when they are red, who pinned the baseline. Read
// off the GUI thread, once the pair is on screen.
//
//   RunHistory history(client);
//   history.setSnapshot(snapshot);
//   connect(&history, &RunHistory::changed, ...);      // history.strip(row)
#pragma once

#include <QModelIndex>
#include <QObject>
#include <QStringList>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/evidence/advice_reader.h"
#include "core/session/history/history_client.h"
#include "core/session/session.h"
#include "ui/support/action_spec.h"

namespace plumbline::ui {

class TriageModel;

class RunHistory : public QObject {
  Q_OBJECT

 public:
  static constexpr std::size_t kLastRuns = 20;

  explicit RunHistory(session::HistoryClient& client, QObject* parent = nullptr);

  /// setSnapshot asks for the runs of the pair's config; those of the same config stay until the others are there.
  /// Null: none.
  void setSnapshot(const session::SnapshotPtr& snapshot);
  /// hasRuns: there are runs of at least one row.
  bool hasRuns() const { return !m_strips.empty(); }
  /// canShow: there is a history, and the pair's baseline says of which config it is.
  bool canShow() const { return !m_config.empty() && m_client.hasStore(); }
  const std::string& config() const { return m_config; }
  const std::string& file() const { return m_file; }
  /// strip of a row of the comparison; null without runs.
  const history::Strip* strip(std::uint32_t row) const;
  /// markFailedRuns shows runs that passed as failed where a number of the row failed, as the card of the row has them.
  void markFailedRuns(std::span<const evidence::AdvisedRow> rows);
  /// redSince is a time for each row, for verdicts::OrderBy::RedSince; 0: the row is not red.
  const std::shared_ptr<const std::vector<std::int64_t>>& redSince() const { return m_redSince; }
  /// setCurrent has a row described, kNoRow for none: since when it is red at once, who pinned its baseline when that
  /// was read.
  void setCurrent(std::uint32_t row);
  /// action requests the history of the current row, with the metric of the current cell.
  ActionSpec action(const TriageModel& model, const std::function<QModelIndex()>& currentIndex);

 Q_SIGNALS:
  void changed();
  void snapshotChanged(const session::SnapshotPtr& snapshot);
  void currentChanged(std::uint32_t row);
  void described(const QStringList& lines);
  void requested(const QString& config, const QString& model, const QString& metric, const QString& file);

 private:
  using Strips = std::vector<std::pair<std::string, history::Strip>>;
  void setStrips(Strips&& strips);
  bool hasCurrent() const;
  std::string currentModel() const;
  void describe(const std::vector<std::string>& blame);

  session::HistoryClient& m_client;
  session::SnapshotPtr m_snapshot;
  std::string m_config, m_file;
  std::uint32_t m_current = verdicts::kNoRow;
  std::unordered_map<std::string, history::Strip> m_strips;  ///< by model
  std::shared_ptr<const std::vector<std::int64_t>> m_redSince;
};

}  // namespace plumbline::ui
