// SPDX-License-Identifier: GPL-3.0-or-later
// The models of the history, a row for each in each config. Reads the list at once and strips as they come on screen,
// both off the GUI thread.
//
//   HistoryModel model(client);
//   model.reload();
//   model.showRange(0, 40);      // reads the strips of these rows
#pragma once

#include <QCache>
#include <QStringList>
#include <functional>
#include <unordered_map>
#include <vector>

#include "core/session/history/history_client.h"
#include "ui/support/tables/filtered_model.h"

namespace plumbline::ui {

enum class HistoryColumn { Model, Config, RedSince, Runs };
inline constexpr int kHistoryColumns = 4;

struct HistoryFilter {
  QStringList words;  ///< all must occur in model or config
  bool isRedOnly = false;
};

class HistoryModel : public FilteredModel {
  Q_OBJECT

 public:
  explicit HistoryModel(session::HistoryClient& client, QObject* parent = nullptr);

  /// reload reads the list again; what is shown stays until it is there.
  void reload();
  /// showRange reads the strips of these rows, as far as they are not there.
  void showRange(int first, int last);
  void setFilter(const HistoryFilter& filter);

  const history::StripRow& row(int row) const { return m_rows[sourceRow(row)]; }
  /// strip of a shown row; null until it was read.
  const history::Strip* strip(int row) const;
  /// redSince is the time of the first bad run, 0 for a row that is not red.
  qint64 redSince(std::uint32_t source) const;
  std::size_t redCount() const { return m_redSince.size(); }
  /// find returns the source row of a model in a config, -1 without one.
  int find(const std::string& config, const std::string& model) const;
  bool isLoaded() const { return m_isLoaded; }
  bool isReading() const { return m_isReading; }  ///< strips

  std::size_t sourceRowCount() const override { return m_rows.size(); }
  std::string_view sourceName(std::uint32_t sourceRow, std::string& scratch) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 Q_SIGNALS:
  void loaded();  ///< the list is there
  void failed(const plumbline::base::Error& error);
  void stripsRead();

 private:
  using Rows = std::vector<history::StripRow>;
  using RedSince = std::unordered_map<std::int64_t, std::int64_t>;
  using Strips = std::vector<std::pair<std::int64_t, history::Strip>>;

  void setRows(Rows rows);
  void setStrips(Strips strips);
  ColumnHead columnHead(int column) const override;
  std::vector<std::uint32_t> matchingRows() const override;
  QVariant sortKey(std::uint32_t source) const;

  session::HistoryClient& m_client;
  Rows m_rows;
  RedSince m_redSince;
  QCache<qint64, history::Strip> m_strips;
  HistoryFilter m_filter;
  int m_first = 0, m_last = -1;  ///< rows on screen
  bool m_isLoaded = false;
  bool m_isReading = false;  ///< strips
};

}  // namespace plumbline::ui
