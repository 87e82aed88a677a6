// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/run_history.h"

#include <map>
#include <utility>

#include "core/history/cell_history.h"
#include "core/history/rows/baseline_cells.h"
#include "core/history/run_store.h"
#include "ui/support/tables/strip_painter.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/triage_model.h"

namespace plumbline::ui {
namespace {

/// expectedIn reads the cells of the pair's baseline when the first of them is asked for.
history::ExpectedOf expectedIn(const session::SnapshotPtr& snapshot) {
  using Cells = std::map<std::pair<std::string, std::string>, std::string>;  // by metric and model
  return [snapshot, cells = std::optional<Cells>()](const std::string& model, std::string_view metric) mutable -> std::optional<std::string> {
    const verdicts::Comparison* comparison = snapshot->comparison.get();
    if (comparison == nullptr) return std::nullopt;
    if (!cells) {
      cells.emplace();
      std::string scratch;
      for (std::size_t column = 0; column < comparison->metrics().size(); ++column) {
        const std::string_view name = comparison->metrics()[column].info.name;
        if (name != history::kStatusMetric && name != history::kGraphBreaks) continue;
        for (std::uint32_t row = 0; row < comparison->rowCount(); ++row)
          cells->emplace(std::pair(name, comparison->modelName(row, scratch)), comparison->cell(row, column).expectedText);
      }
    }
    const auto found = cells->find(std::pair(std::string(metric), model));
    return found == cells->end() ? std::nullopt : std::optional(found->second);
  };
}

std::string configOf(const session::Snapshot& pair) {
  const tables::CsvTable* expected = pair.expected.table.get();
  return history::configOfPair(pair.expected.path, pair.actual.path, expected == nullptr ? std::vector<std::string>() : expected->columnNames());
}

}  // namespace

RunHistory::RunHistory(session::HistoryClient& client, QObject* parent) : QObject(parent), m_client(client) {
  connect(&client, &session::HistoryClient::changed, this, [this] { setSnapshot(m_snapshot); });
}

void RunHistory::setSnapshot(const session::SnapshotPtr& snapshot) {
  m_snapshot = snapshot;
  Q_EMIT snapshotChanged(snapshot);
  const std::string name = snapshot ? configOf(*snapshot) : std::string();
  m_file = snapshot ? snapshot->expected.path : std::string();
  if (name != m_config) m_strips.clear();
  m_config = name;
  setStrips({});
  if (!canShow()) return;
  m_client.read<Strips>(
      this,
      [name, expectedOf = expectedIn(snapshot)](history::Store& store) {
        return store.strips().stripsOf(name, kLastRuns, expectedOf);
      },
      [this, name](base::Result<Strips> strips) {
        // A store that cannot be read is reported by its own page; here there are no runs then.
        if (strips && name == m_config) setStrips(*std::move(strips));
      });
}

void RunHistory::setStrips(Strips&& strips) {
  for (auto& [model, strip] : strips) m_strips.insert_or_assign(std::move(model), std::move(strip));
  std::vector<std::int64_t> since;
  if (m_snapshot && m_snapshot->comparison)
    for (std::uint32_t row = 0; row < m_snapshot->comparison->rowCount() && hasRuns(); ++row) {
      const history::Strip* found = strip(row);
      since.push_back(found == nullptr ? 0 : found->redSince);
    }
  m_redSince = std::make_shared<const std::vector<std::int64_t>>(std::move(since));
  Q_EMIT changed();
  setCurrent(m_current);
}

void RunHistory::markFailedRuns(std::span<const evidence::AdvisedRow> rows) {
  if (m_strips.empty()) return;
  std::string scratch;
  for (const evidence::AdvisedRow& row : rows) {
    const auto found = m_strips.find(std::string(m_snapshot->comparison->modelName(row.row, scratch)));
    if (found == m_strips.end()) continue;
    for (history::StripCell& cell : found->second.cells)
      for (const evidence::FailedRun& run : row.failedRuns) {
        if (run.time != cell.time || cell.mark == history::StripMark::Missing) continue;
        cell.mark = history::StripMark::Fail;
        cell.text += ", " + run.text;
      }
  }
  Q_EMIT changed();
}

const history::Strip* RunHistory::strip(std::uint32_t row) const {
  std::string scratch;
  const auto found = m_strips.find(std::string(m_snapshot->comparison->modelName(row, scratch)));
  return found == m_strips.end() ? nullptr : &found->second;
}

bool RunHistory::hasCurrent() const {
  return m_snapshot && m_snapshot->comparison && m_current < m_snapshot->comparison->rowCount();
}

std::string RunHistory::currentModel() const {
  std::string scratch;
  return hasCurrent() ? std::string(m_snapshot->comparison->modelName(m_current, scratch)) : std::string();
}

void RunHistory::setCurrent(std::uint32_t row) {
  m_current = row;
  Q_EMIT currentChanged(row);
  describe({});
  if (!hasCurrent() || !canShow()) return;
  const history::CellQuery query{.config = m_config, .model = currentModel(), .metric = {}, .file = m_file};
  m_client.read<std::vector<std::string>>(
      this, [query](history::Store& store) { return history::blameLines(store, query); },
      [this, query](base::Result<std::vector<std::string>> lines) {
        if (lines && query.model == currentModel() && query.file == m_file) describe(*lines);
      });
}

void RunHistory::describe(const std::vector<std::string>& blame) {
  QStringList lines;
  const history::Strip* runs = hasCurrent() ? strip(m_current) : nullptr;
  if (runs != nullptr && runs->redSince > 0) lines << tr("Red since %1").arg(dayText(runs->redSince));
  for (const std::string& line : blame) lines << fromUtf8(line);
  Q_EMIT described(lines);
}

ActionSpec RunHistory::action(const TriageModel& model, const std::function<QModelIndex()>& currentIndex) {
  return {.id = u"triage.history"_s,
          .text = tr("Show the history of the row"),
          .tooltip = tr("All runs of the model in this config, and how its baseline moved: of the chosen cell, or of the one that decides"),
          .group = tr("Triage"),
          .iconName = u"history"_s,
          .shortcuts = {Qt::Key_Y},
          .run =
              [this, &model, currentIndex] {
                const QModelIndex index = currentIndex();
                const bool isMetric = index.isValid() && model.columns().at(index.column()).kind == ColumnKind::Metric;
                const verdicts::Comparison& pair = *model.comparison();
                const auto decision = pair.decision(m_current);
                QString metric;  // of the cell, or what decides the row
                if (isMetric)
                  metric = fromUtf8(pair.metrics()[model.columns().at(index.column()).metric].info.name);
                else if (decision.verdict != nullptr && decision.verdict->cls != verdicts::VerdictClass::Pass)
                  metric = fromUtf8(verdicts::verdictMetric(pair.checks()[decision.check].check, *decision.verdict));
                Q_EMIT requested(fromUtf8(m_config), fromUtf8(currentModel()), metric, fromUtf8(m_file));
              },
          .enabled = [this] { return hasCurrent() && canShow(); }};
}

}  // namespace plumbline::ui
