// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/model_changes.h"

#include <unordered_map>

#include "core/baselines/baseline_edit.h"
#include "core/baselines/conflict_blocks.h"

namespace plumbline::baselines {
namespace {

std::string shown(const std::string& text) { return text.empty() ? "empty" : text; }

/// Words collects what happens to each model, in the order of the edits.
class Words {
 public:
  explicit Words(const BaselineTable& before) : m_before(before) {}

  void operator()(const SetValue& edit) {
    const auto old = m_before.value(edit.model, edit.column);
    say(edit.model, edit.column + ' ' + shown(old.value_or("")) + " -> " + shown(edit.text));
  }
  void operator()(const AddModel& edit) {
    std::string name;
    std::string metric;
    std::string values;
    for (const auto& [column, text] : edit.cells) {
      if (column == "name") {
        name = text;
      } else if (m_before.isPrTime() && column == kPrTimeColumns[1]) {
        metric = text;
      } else if (!text.empty()) {
        values += (values.empty() ? "" : ", ") + column + ' ' + text;
      }
    }
    say(m_before.isPrTime() ? name + ',' + metric : name, values.empty() ? "new row" : "new row (" + values + ')');
  }
  void operator()(const RemoveModel& edit) { say(edit.model, "row removed"); }
  void operator()(const AddMetric& edit) { say("all models", "new column " + edit.column); }

  std::vector<ModelChange> take() { return std::move(m_changes); }

 private:
  void say(const std::string& model, const std::string& words) {
    const auto [at, isNew] = m_places.try_emplace(model, m_changes.size());
    if (isNew) m_changes.push_back({model, {}});
    std::string& text = m_changes[at->second].words;
    text += (text.empty() ? "" : ", ") + words;
  }

  const BaselineTable& m_before;
  std::vector<ModelChange> m_changes;
  std::unordered_map<std::string, std::size_t> m_places;
};

}  // namespace

base::Result<std::vector<ModelChange>> modelChanges(const Drafts::File& file) {
  // A file that git left with conflicts is told as our side of it: its markers are no models.
  const auto blocks = conflictBlocks(file.saved, file.path);
  const std::size_t settled = blocks ? blocks->size() : 0;
  const auto ours = settled == 0 ? base::Result<std::string>(file.saved)
                                 : resolved(file.saved, file.path, std::vector(settled, ConflictChoice::Ours));
  if (!ours) return base::fail(ours.error());
  const auto before = BaselineTable::of(*ours, file.path);
  if (!before) return base::fail(before.error());
  const auto after = BaselineTable::of(file.pending, file.path);
  if (!after) return base::fail(after.error());
  Words words(*before);
  for (const BaselineEdit& edit : editsBetween(*before, *after)) std::visit(words, edit);
  std::vector<ModelChange> changes = words.take();
  if (settled != 0) changes.insert(changes.begin(), {settled == 1 ? "1 conflict" : std::to_string(settled) + " conflicts", "settled"});
  return changes;
}

}  // namespace plumbline::baselines
