// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>

#include "core/charts/axis_range.h"
#include "core/charts/make_chart.h"
#include "core/charts/number_text.h"
#include "core/charts/pair_rows.h"
#include "core/sources/run_notes.h"

namespace plumbline::charts {
namespace {

using sources::CompileParts;
using sources::kCompileParts;
using sources::totalOf;

constexpr std::array<Role, kCompileParts.size()> kRoles = {Role::Before, Role::After, Role::Third,
                                                           Role::Fourth, Role::Fifth, Role::Sixth};

/// ModelParts are the stages of one model in both runs.
struct ModelParts {
  std::string model;
  std::optional<CompileParts> before = {}, after = {};
  double weight = 0;  ///< seconds more than before; the whole time where only one run has the model
};

class PhasesMaker {
 public:
  PhasesMaker(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options)
      : m_diff(diff), m_before(diff.runs()[before]), m_after(diff.runs()[after]), m_isAlone(before == after), m_options(options) {}

  ChartData make() {
    m_chart.kind = ChartKind::Phases;
    m_chart.title = "Compile phases";
    readRows();
    m_chart.subtitle = hasBefore() ? m_before.label + " against " + m_after.label : m_after.label;
    if (m_rows.empty()) {
      m_chart.emptyText = "Nothing to draw: no table has a NAME_compilation_metrics.csv with the phases of compiling beside it.";
      return std::move(m_chart);
    }
    const Page page = pageOf(m_rows.size(), m_options);
    m_chart.subtitle += ", " + pageText(page, m_options.order);
    m_chart.shown = page.count;
    m_chart.total = page.total;
    for (std::size_t part = 0; part < kCompileParts.size(); ++part)
      m_chart.series.push_back({.title = std::string(kCompileParts[part]), .shape = Shape::Bars, .role = kRoles[part], .isStacked = true});
    m_range.add(0);
    for (std::size_t i = 0; i < page.count; ++i) addModel(m_rows[page.first + i]);
    m_chart.categories = m_chart.items.size();
    m_chart.x = categoryAxis(hasBefore() ? "model and run" : "model", m_chart.categories);
    m_chart.y = m_range.axis("compile time (s)", 0.12);
    if (hasBefore() && m_isComparable) m_chart.markedTitle = "slower beyond the threshold";
    addTable();
    return std::move(m_chart);
  }

 private:
  bool hasBefore() const { return !m_isAlone && !m_before.notes.phases.empty(); }

  void readRows() {
    m_isComparable = sources::comparesCompileTimes(m_before.notes.cache, m_after.notes.cache);
    std::size_t without = 0;
    for (std::size_t row = 0; row < m_diff.rowCount(); ++row) {
      ModelParts parts{.model = m_diff.model(row)};
      if (!m_isAlone) parts.before = sources::compileParts(m_before.notes, parts.model);
      parts.after = sources::compileParts(m_after.notes, parts.model);
      const double before = parts.before ? totalOf(*parts.before) : 0, after = parts.after ? totalOf(*parts.after) : 0;
      parts.weight = parts.before && parts.after ? after - before : after;
      if (parts.before || parts.after) m_rows.push_back(std::move(parts));
      else ++without;
    }
    if (m_rows.empty()) return;
    if (without != 0) m_chart.notes.push_back(countOf(without, "model is", "models are") + " left out: their phases were not measured.");
    if (!m_isAlone && !hasBefore())
      m_chart.notes.push_back(m_before.label + " has no phases of compiling, so " + m_after.label + " is shown alone.");
    if (hasBefore() && !m_isComparable)
      m_chart.notes.push_back("The compile times of the two runs are not known to be of the same state of the caches: they are not compared.");
    if (m_options.order == Order::Name) std::ranges::stable_sort(m_rows, {}, &ModelParts::model);
    if (m_options.order == Order::WorstFirst) std::ranges::stable_sort(m_rows, std::ranges::greater(), &ModelParts::weight);
    if (m_options.order == Order::BestFirst) std::ranges::stable_sort(m_rows, {}, &ModelParts::weight);
  }

  void addModel(const ModelParts& row) {
    const double limit = m_options.thresholds.relativeOf("compilation_latency");
    const bool isSlower = row.before && row.after && m_isComparable && totalOf(*row.after) > totalOf(*row.before) * (1 + limit);
    if (row.before) addStack(row.model, m_before, *row.before, false);
    if (row.after) addStack(row.model, m_after, *row.after, isSlower);
  }

  void addStack(const std::string& model, const diff::Run& run, const CompileParts& parts, bool isSlower) {
    const std::size_t at = m_chart.items.size();
    double top = 0;
    Mark* last = nullptr;
    for (std::size_t part = 0; part < parts.size(); ++part) {
      if (parts[part] <= 0) continue;
      Mark mark = markAt(static_cast<double>(at), top + parts[part], at);
      mark.y2 = top;
      top = mark.y;
      last = &m_chart.series[part].marks.emplace_back(std::move(mark));
    }
    if (last != nullptr) last->text = fixedText(top, top < 10 ? 1 : 0) + " s";
    m_range.add(top);
    m_chart.items.push_back({.name = model,
                             .label = hasBefore() ? model + ", " + run.label : model,
                             .numbers = (hasBefore() ? run.label + " " : std::string()) + sources::partsText(parts),
                             .cls = isSlower ? verdicts::VerdictClass::Fail : verdicts::VerdictClass::Pass,
                             .isMarked = isSlower});
  }

  /// addTable: a row per model, so that a row's place is that of its page.
  void addTable() {
    m_chart.columns = {"model"};
    const auto addColumns = [this](const diff::Run& run) {
      for (const std::string_view part : kCompileParts) m_chart.columns.push_back(std::string(part) + " " + run.label + " (s)");
      m_chart.columns.push_back("total " + run.label + " (s)");
    };
    if (hasBefore()) addColumns(m_before);
    addColumns(m_after);
    for (const ModelParts& row : m_rows) {
      std::vector<std::string> cells = {row.model};
      const auto add = [&cells](const std::optional<CompileParts>& parts) {
        for (std::size_t part = 0; part < kCompileParts.size(); ++part) cells.push_back(parts ? exactText((*parts)[part]) : std::string());
        cells.push_back(parts ? exactText(totalOf(*parts)) : std::string());
      };
      if (hasBefore()) add(row.before);
      add(row.after);
      m_chart.rows.push_back(std::move(cells));
    }
  }

  const diff::RunDiff& m_diff;
  const diff::Run& m_before;
  const diff::Run& m_after;
  bool m_isAlone, m_isComparable = false;
  const ChartOptions& m_options;
  ChartData m_chart;
  std::vector<ModelParts> m_rows;
  AxisRange m_range;
};

}  // namespace

ChartData phasesChart(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options) {
  return PhasesMaker(diff, before, after, options).make();
}

}  // namespace plumbline::charts
