// SPDX-License-Identifier: GPL-3.0-or-later
// The commit message of all pending edits: what changed is read from the bytes, why from the decisions.
#include <algorithm>
#include <map>
#include <set>

#include "core/baselines/hand_over.h"
#include "core/baselines/model_changes.h"
#include "core/baselines/repository.h"
#include "core/text/line_diff.h"
#include "core/text/utf8.h"

namespace plumbline::baselines {
namespace {

constexpr std::size_t kWidth = 72;

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

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

/// wrapped breaks at blanks; a word longer than a line stays whole.
std::string wrapped(const std::string& text, const std::string& first, const std::string& rest) {
  std::string out;
  std::string line = first;
  bool empty = true;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
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

/// Said is one thing that is said about one or more models.
struct Said {
  std::string what, reason, note;
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
      add(change.model, change.words + stays(joined.what), &joined);
      m_models.insert(change.model);
      m_changed.insert(change.model);
    }
  }

  const std::set<std::string>& models() const { return m_changed; }

  /// others adds the decisions of this file that changed none of its bytes.
  void others() {
    for (const auto& [key, decision] : m_drafts.decisions()) {
      if (key.baseline != m_path || m_models.count(key.model) != 0) continue;
      const bool silent = decision.reason.empty() && decision.note.empty();
      if (decision.kind == DecisionKind::Kept && !silent) add(key.model, "kept", &decision);
      if (decision.kind == DecisionKind::Flaky) add(key.model, "marked flaky", &decision);
      if (decision.kind == DecisionKind::Accepted && !decision.what.empty()) add(key.model, decision.what, &decision);
      if (!decision.kind && !silent) add(key.model, "not decided", &decision);
    }
  }

  std::string text(const std::string& title) const {
    std::string out = title + ":\n";
    for (const Said& said : m_said) {
      std::string models;
      for (const std::string& model : said.models) models += (models.empty() ? "" : ", ") + oneLine(model);
      out += wrapped(models + ": " + oneLine(said.what), "- ", "  ");
      if (!said.reason.empty()) out += wrapped("Reason: " + oneLine(said.reason), "  ", "    ");
      if (!said.note.empty()) out += wrapped("Note: " + oneLine(said.note), "  ", "    ");
    }
    return out + m_text;
  }

 private:
  const Decision* decisionOf(const std::string& model) const {
    const auto found = m_drafts.decisions().find({m_path, model});
    return found == m_drafts.decisions().end() ? nullptr : &found->second;
  }

  /// ofItsColumns joins what was said about the columns of a wide baseline, each once.
  Decision ofItsColumns(const std::string& model) {
    Decision all;
    for (auto at = m_drafts.decisions().lower_bound({m_path, model}); at != m_drafts.decisions().end(); ++at) {
      if (at->first.baseline != m_path || !at->first.model.starts_with(model)) break;
      if (!isRowOf(at->first.model, model)) continue;
      m_models.insert(at->first.model);
      for (const auto& [from, into] : {std::pair{&at->second.reason, &all.reason}, {&at->second.note, &all.note}})
        if (into->find(*from) == std::string::npos) *into += (into->empty() ? "" : "; ") + *from;
    }
    return all;
  }

  /// stays gives what a decision says about values that did not move: behind its first semicolon.
  static std::string stays(const std::string& what) {
    const std::size_t at = what.find("; ");
    return at == std::string::npos ? std::string() : what.substr(at);
  }

  void add(const std::string& model, const std::string& what, const Decision* decision) {
    const std::string reason = decision == nullptr ? std::string() : decision->reason;
    const std::string note = decision == nullptr ? std::string() : decision->note;
    const auto key = what + '\n' + reason + '\n' + note;
    const auto [at, isNew] = m_places.try_emplace(key, m_said.size());
    if (isNew) m_said.push_back({what, reason, note, {}});
    m_said[at->second].models.push_back(model);
  }

  /// otherText: a file that is no baseline, such as a flaky list.
  void otherText(const Drafts::File& file) {
    std::size_t added = 0;
    std::size_t removed = 0;
    for (const text::LineChange& change : text::changedLines(file.saved, file.pending)) {
      added += change.afterCount;
      removed += change.beforeCount;
    }
    m_text = "- " + counted(added, "line", "lines") + " added, " + std::to_string(removed) + " removed\n";
  }

  const Drafts& m_drafts;
  std::string m_path;
  std::set<std::string> m_models;   ///< rows that were told of
  std::set<std::string> m_changed;  ///< models whose bytes changed
  std::vector<Said> m_said;
  std::map<std::string, std::size_t> m_places;
  std::string m_text;
};

/// configOf is the file's name without its ending: "dynamic_inductor_torchbench_training".
std::string configOf(const std::string& path) {
  const std::string name = path.substr(path.find_last_of('/') + 1);
  const std::size_t point = name.find_last_of('.');
  return point == std::string::npos || point == 0 ? name : name.substr(0, point);
}

std::string subjectOf(const std::vector<FileSection>& sections, const std::vector<std::string>& files) {
  std::set<std::string> models;
  for (const FileSection& section : sections) models.insert(section.models().begin(), section.models().end());
  const std::string one = models.size() == 1 ? oneLine(*models.begin()) : counted(models.size(), "model", "models");
  const std::string where = files.size() == 1 ? configOf(files.front()) : counted(files.size(), "file", "files");
  std::vector<std::string> tries;
  if (models.empty()) {
    tries = {"Update " + where, "Update " + counted(files.size(), "file", "files")};
  } else {
    tries = {"Update " + one + " in " + where, "Update " + counted(models.size(), "model", "models") + " in " + where,
             "Update " + counted(models.size(), "model", "models") + " in " + counted(files.size(), "file", "files")};
  }
  for (const std::string& subject : tries)
    if (text::codePoints(subject) <= kWidth) return subject;
  return tries.back();
}

}  // namespace

std::string commitMessage(const Drafts& drafts) {
  std::vector<std::string> paths;
  std::vector<FileSection> sections;
  for (const Drafts::File* file : drafts.changed()) {
    paths.push_back(file->path);
    sections.emplace_back(drafts, *file);
  }
  if (sections.empty()) return {};
  const auto places = placesOf(paths);
  const std::vector<std::string> titles = places ? places->inside : paths;
  std::string message = subjectOf(sections, titles) + '\n';
  for (std::size_t i = 0; i < sections.size(); ++i) {
    sections[i].others();
    message += '\n' + sections[i].text(titles[i]);
  }
  return message;
}

}  // namespace plumbline::baselines
