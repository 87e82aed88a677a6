// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/commit_message.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <unordered_map>

#include "core/baselines/baseline_edit.h"
#include "core/baselines/conflict_blocks.h"
#include "core/text/line_diff.h"
#include "core/text/quantities.h"
#include "core/text/utf8.h"

namespace plumbline::baselines {
namespace {

struct ModelChange {
  std::string model;  ///< as the file spells it
  std::string text;   ///< "accuracy pass -> OOM, graph_breaks 7 -> 9", "new row (...)", "row removed"
};

/// ModelChanges collects what happens to each model, in the order of the edits.
class ModelChanges {
 public:
  explicit ModelChanges(const BaselineTable& before) : m_before(before) {}

  void operator()(const SetValue& edit) {
    const auto old = m_before.value(edit.model, edit.column);
    add(edit.model, edit.column + ' ' + shownCell(old.value_or("")) + " -> " + shownCell(edit.text));
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
        values += values.empty() ? "" : ", ";
        values += column;
        values += ' ';
        values += text;
      }
    }
    add(m_before.isPrTime() ? name + ',' + metric : name, values.empty() ? "new row" : "new row (" + values + ')');
  }
  void operator()(const RemoveModel& edit) { add(edit.model, "row removed"); }
  void operator()(const AddMetric& edit) { add("all models", "new column " + edit.column); }

  std::vector<ModelChange> changes() && { return std::move(m_changes); }

 private:
  void add(const std::string& model, const std::string& change) {
    const auto [at, isNew] = m_places.try_emplace(model, m_changes.size());
    if (isNew) m_changes.push_back({model, {}});
    std::string& text = m_changes[at->second].text;
    text += (text.empty() ? "" : ", ") + change;
  }

  const BaselineTable& m_before;
  std::vector<ModelChange> m_changes;
  std::unordered_map<std::string, std::size_t> m_places;
};

/// modelChanges reads both versions of a baseline. Errors: those of BaselineTable::of for any other file.
base::Result<std::vector<ModelChange>> modelChanges(const Drafts::File& file) {
  // A file with conflicts of git counts as our side of it: its markers are no models.
  const auto blocks = conflictBlocks(file.saved, file.path);
  const std::size_t settled = blocks ? blocks->size() : 0;
  const auto ours = settled == 0 ? base::Result<std::string>(file.saved)
                                 : resolved(file.saved, file.path, std::vector(settled, ConflictChoice::Ours));
  if (!ours) return base::fail(ours.error());
  const auto before = BaselineTable::of(*ours, file.path);
  if (!before) return base::fail(before.error());
  const auto after = BaselineTable::of(file.pending, file.path);
  if (!after) return base::fail(after.error());
  ModelChanges collected(*before);
  for (const BaselineEdit& edit : editsBetween(*before, *after)) std::visit(collected, edit);
  std::vector<ModelChange> changes = std::move(collected).changes();
  if (settled != 0) changes.insert(changes.begin(), {text::counted(settled, "conflict"), "settled"});
  return changes;
}

constexpr std::size_t kWidth = 72;
constexpr const char* kMarkedFlaky = "marked flaky";

/// oneLine keeps a name or a reason from breaking the message's layout.
std::string oneLine(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool space = static_cast<unsigned char>(c) <= 0x20;
    if (!space) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

/// wrapped breaks at blanks; a word longer than a line stays whole, and a number with its "%".
std::string wrapped(const std::string& text, const std::string& first, const std::string& rest) {
  std::string out;
  std::string line = first;
  bool empty = true;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find(' ', begin), text.size());
    if (end + 1 < text.size() && text[end + 1] == '%') end = std::min(text.find(' ', end + 1), text.size());
    const std::string word = text.substr(begin, end - begin);
    begin = end + 1;
    if (!empty && text::codePoints(line) + 1 + text::codePoints(word) > kWidth) {
      out += line + '\n';
      line = rest;
      empty = true;
    }
    line += (empty ? "" : " ") + word;
    empty = false;
  }
  return out + line + '\n';
}

/// Statement is one sentence about one or more models.
struct Statement {
  std::string what, reason, note, evidence;
  std::vector<std::string> models;
};

class FileSection {
 public:
  FileSection(const Drafts& drafts, const Drafts::File& file) : m_drafts(drafts), m_path(file.path) {
    const auto changes = modelChanges(file);
    if (!changes) {
      otherText(file);
      return;
    }
    for (const ModelChange& change : *changes) {
      const Decision* decision = decisionOf(change.model);
      const Decision joined = decision == nullptr ? ofItsColumns(change.model) : *decision;
      add(change.model, change.text + stays(joined.what), &joined);
      m_models.insert(change.model);
      m_changed.insert(change.model);
    }
  }

  /// A baseline without edits, of which rows came onto a flaky list.
  FileSection(const Drafts& drafts, std::string path) : m_drafts(drafts), m_path(std::move(path)) {
    for (const auto& [key, decision] : m_drafts.decisions()) {
      if (key.baseline != m_path || decision.kind != DecisionKind::Flaky) continue;
      add(key.model, kMarkedFlaky, &decision);
    }
  }

  const std::set<std::string>& models() const { return m_changed; }

  /// others adds the decisions of this file that changed none of its bytes.
  void others() {
    for (const auto& [key, decision] : m_drafts.decisions()) {
      if (key.baseline != m_path || m_models.count(key.model) != 0) continue;
      const bool silent = decision.reason.empty() && decision.note.empty() && decision.evidence.empty();
      if (decision.kind == DecisionKind::Kept && !silent) add(key.model, "kept", &decision);
      if (decision.kind == DecisionKind::Flaky) add(key.model, kMarkedFlaky, &decision);
      if (decision.kind == DecisionKind::Accepted && !decision.what.empty()) add(key.model, decision.what, &decision);
      if (!decision.kind && !silent) add(key.model, decision.isEvidenceOnly() ? decision.what : "not decided", &decision);
    }
  }

  std::string text(const std::string& title) const {
    std::string out = title + ":\n";
    for (const Statement& statement : m_statements) {
      std::string models;
      for (const std::string& model : statement.models) models += (models.empty() ? "" : ", ") + oneLine(model);
      out += wrapped(models + ": " + oneLine(statement.what), "- ", "  ");
      if (!statement.reason.empty()) out += wrapped("Reason: " + oneLine(statement.reason), "  ", "    ");
      if (!statement.note.empty()) out += wrapped("Note: " + oneLine(statement.note), "  ", "    ");
      if (!statement.evidence.empty()) out += wrapped("Evidence: " + oneLine(statement.evidence), "  ", "    ");
    }
    return out + m_text;
  }

 private:
  const Decision* decisionOf(const std::string& model) const {
    const auto found = m_drafts.decisions().find({m_path, model});
    return found == m_drafts.decisions().end() ? nullptr : &found->second;
  }

  /// ofItsColumns joins the decisions on the columns of a wide baseline, each once.
  Decision ofItsColumns(const std::string& model) {
    Decision all;
    for (auto at = m_drafts.decisions().lower_bound({m_path, model}); at != m_drafts.decisions().end(); ++at) {
      if (at->first.baseline != m_path || !at->first.model.starts_with(model)) break;
      if (!isRowOf(at->first.model, model)) continue;
      m_models.insert(at->first.model);
      for (const auto& [from, into] : {std::pair{&at->second.reason, &all.reason},
                                       {&at->second.note, &all.note},
                                       {&at->second.evidence, &all.evidence}})
        if (into->find(*from) == std::string::npos) *into += (into->empty() ? "" : "; ") + *from;
    }
    return all;
  }

  /// stays returns the part of a decision about values that did not move: behind its first semicolon.
  static std::string stays(const std::string& what) {
    const std::size_t at = what.find("; ");
    return at == std::string::npos ? std::string() : what.substr(at);
  }

  void add(const std::string& model, const std::string& what, const Decision* decision) {
    const std::string reason = decision == nullptr ? std::string() : decision->reason;
    const std::string note = decision == nullptr ? std::string() : decision->note;
    const std::string evidence = decision == nullptr ? std::string() : decision->evidence;
    const auto key = what + '\n' + reason + '\n' + note + '\n' + evidence;
    const auto [at, isNew] = m_places.try_emplace(key, m_statements.size());
    if (isNew) m_statements.push_back({what, reason, note, evidence, {}});
    m_statements[at->second].models.push_back(model);
  }

  /// otherText: a file that is no baseline, such as a flaky list.
  void otherText(const Drafts::File& file) {
    std::size_t added = 0;
    std::size_t removed = 0;
    for (const text::LineChange& change : text::changedLines(file.saved, file.pending)) {
      added += change.afterCount;
      removed += change.beforeCount;
    }
    m_text = "- " + text::counted(added, "line") + " added, " + std::to_string(removed) + " removed\n";
  }

  const Drafts& m_drafts;
  std::string m_path;
  std::set<std::string> m_models;   ///< rows that the section mentions
  std::set<std::string> m_changed;  ///< models whose bytes changed
  std::vector<Statement> m_statements;
  std::map<std::string, std::size_t> m_places;
  std::string m_text;
};

/// configOf is the file's name without its ending: "dynamic_inductor_torchbench_training".
std::string configOf(const std::string& path) {
  const std::string name = path.substr(path.find_last_of('/') + 1);
  const std::size_t point = name.find_last_of('.');
  return point == std::string::npos || point == 0 ? name : name.substr(0, point);
}

/// subjectOf is about the sections of changed files; of flaky lists alone, about the rows that came onto them.
std::string subjectOf(std::span<const FileSection> sections, std::span<const std::string> files, const std::set<std::string>& flaky) {
  std::set<std::string> models;
  for (const FileSection& section : sections) models.insert(section.models().begin(), section.models().end());
  const std::string one = models.size() == 1 ? oneLine(*models.begin()) : text::counted(models.size(), "model");
  const std::string where = files.size() == 1 ? configOf(files.front()) : text::counted(files.size(), "file");
  std::vector<std::string> tries;
  if (models.empty() && !flaky.empty()) {
    tries = {"Mark " + (flaky.size() == 1 ? oneLine(*flaky.begin()) : text::counted(flaky.size(), "model")) + " as flaky",
             "Mark " + text::counted(flaky.size(), "model") + " as flaky"};
  } else if (models.empty()) {
    tries = {"Update " + where, "Update " + text::counted(files.size(), "file")};
  } else {
    tries = {"Update " + one + " in " + where, "Update " + text::counted(models.size(), "model") + " in " + where,
             "Update " + text::counted(models.size(), "model") + " in " + text::counted(files.size(), "file")};
  }
  for (const std::string& subject : tries)
    if (text::codePoints(subject) <= kWidth) return subject;
  return tries.back();
}

}  // namespace

Drafts draftsToCommit(const Drafts& drafts, const CommitBase& base) {
  Drafts out = drafts.changedFiles();
  for (const auto& [path, bytes] : base.bytes)
    if (const Drafts::File* file = drafts.find(path); file != nullptr && file->pending != bytes)
      out.adopt({path, bytes, file->pending, file->stamp, !bytes.empty()});
  Decisions open = drafts.decisions();
  std::erase_if(open, [&base](const auto& one) {
    const auto done = base.committed.find(one.first);
    return done != base.committed.end() && done->second == one.second;
  });
  out.setDecisions(std::move(open));
  return out;
}

std::string commitMessage(const Drafts& drafts) {
  std::vector<std::string> paths;
  std::vector<FileSection> sections;
  for (const Drafts::File* file : drafts.changed()) {
    paths.push_back(file->path);
    sections.emplace_back(drafts, *file);
  }
  if (sections.empty()) return {};
  const std::size_t changed = sections.size();
  std::set<std::string> flaky;
  for (const auto& [key, decision] : drafts.decisions()) {
    if (decision.kind != DecisionKind::Flaky) continue;
    flaky.insert(key.model);
    if (std::ranges::find(paths, key.baseline) != paths.end()) continue;
    paths.push_back(key.baseline);
    sections.emplace_back(drafts, key.baseline);
  }
  const auto places = placesOf(paths);
  const std::vector<std::string> titles = places ? places->inside : paths;
  std::string message = subjectOf(std::span(sections).first(changed), std::span(titles).first(changed), flaky) + '\n';
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (i < changed) sections[i].others();
    message += '\n' + sections[i].text(titles[i]);
  }
  return message;
}

}  // namespace plumbline::baselines
