// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/edit_journal.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QUuid>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "core/files/folders.h"
#include "core/text/json_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::session {
namespace {

using baselines::Change;
using baselines::Decision;
using baselines::DecisionChange;
using baselines::DecisionKind;
using nlohmann::json;

constexpr int kForm = 3;
constexpr int kFormWithQuotedFiles = 2;  // still read: the bytes of a file are texts in its line
constexpr const char *kSavedBytes = "saved_bytes", *kPendingBytes = "pending_bytes";
constexpr const char* kWhat = "plumbline-edits";

/// bytesFrom reads text::toJsonBytes. Throws for anything else, as the rest of the reader does.
std::string bytesFrom(const json& value) {
  auto bytes = text::fromJsonBytes(value);
  return bytes ? *std::move(bytes) : value.get<std::string>();
}

json stampJson(const files::FileStamp& stamp) { return json::array({stamp.size, stamp.modifiedNs, stamp.inode}); }

files::FileStamp stampFrom(const json& value) {
  return {value.at(0).get<std::uint64_t>(), value.at(1).get<std::int64_t>(), value.at(2).get<std::uint64_t>()};
}

json decisionJson(const DecisionChange& change) {
  json out{{"baseline", text::toJsonBytes(change.key.baseline)}, {"model", text::toJsonBytes(change.key.model)}};
  if (!change.now) return out;
  json now{{"what", text::toJsonBytes(change.now->what)},
           {"reason", text::toJsonBytes(change.now->reason)},
           {"note", text::toJsonBytes(change.now->note)}};
  if (!change.now->values.empty()) now["values"] = text::toJsonBytes(change.now->values);
  if (!change.now->evidence.empty()) now["evidence"] = text::toJsonBytes(change.now->evidence);
  if (change.now->kind) now["kind"] = static_cast<int>(*change.now->kind);
  out["now"] = std::move(now);
  return out;
}

DecisionChange decisionFrom(const json& value) {
  DecisionChange out{{bytesFrom(value.at("baseline")), bytesFrom(value.at("model"))}, std::nullopt};
  const auto now = value.find("now");
  if (now == value.end()) return out;
  Decision decision{std::nullopt, bytesFrom(now->at("what")), bytesFrom(now->at("reason")), bytesFrom(now->at("note"))};
  if (const auto kind = now->find("kind"); kind != now->end()) {
    const int number = kind->get<int>();
    if (number < 0 || number > static_cast<int>(DecisionKind::Flaky)) throw std::out_of_range("decision");
    decision.kind = static_cast<DecisionKind>(number);
  }
  if (const auto values = now->find("values"); values != now->end()) decision.values = bytesFrom(*values);
  if (const auto evidence = now->find("evidence"); evidence != now->end()) decision.evidence = bytesFrom(*evidence);
  out.now = std::move(decision);
  return out;
}

Change stepFrom(const json& value) {
  Change change;
  change.text = bytesFrom(value.at("text"));
  for (const json& file : value.at("files")) {
    baselines::FileChange part{bytesFrom(file.at("path")), {}};
    for (const json& edit : file.at("edits"))
      part.edits.push_back({edit.at(0).get<std::size_t>(), edit.at(1).get<std::size_t>(), bytesFrom(edit.at(2))});
    change.files.push_back(std::move(part));
  }
  for (const json& decision : value.at("decisions")) change.decisions.push_back(decisionFrom(decision));
  return change;
}

/// FileBytes are those behind the line of a file, and the line feed after them.
struct FileBytes {
  std::string_view saved, pending;
  std::size_t size = 0;  ///< with the line feed
};

/// fileBytesAt reads them at the front of `rest`; nullopt where they were cut short. Throws as bytesFrom.
std::optional<FileBytes> fileBytesAt(const json& file, std::string_view rest) {
  const auto sizeOf = [&](const char* key) { return file.at(key).get_ref<const json::number_unsigned_t&>(); };
  const std::size_t saved = sizeOf(kSavedBytes), pending = file.contains(kPendingBytes) ? sizeOf(kPendingBytes) : 0;
  if (saved >= rest.size() || pending >= rest.size() - saved) return std::nullopt;
  if (rest[saved + pending] != '\n') throw std::out_of_range("bytes of a file");
  return FileBytes{rest.substr(0, saved), rest.substr(saved, pending), saved + pending + 1};
}

baselines::Drafts::File fileFrom(const json& value, const FileBytes& bytes) {
  const bool isQuoted = value.contains("saved");
  baselines::Drafts::File file{bytesFrom(value.at("path")), isQuoted ? bytesFrom(value.at("saved")) : std::string(bytes.saved), {},
                               stampFrom(value.at("stamp")), value.at("exists").get<bool>()};
  if (value.contains(isQuoted ? "pending" : kPendingBytes))
    file.pending = isQuoted ? bytesFrom(value.at("pending")) : std::string(bytes.pending);
  else
    file.pending = file.saved;
  return file;
}

std::string lineOf(const json& value) { return value.dump() + '\n'; }

/// replay does what one line says; false when the line does not fit what came before.
bool replay(const json& line, const FileBytes& bytes, JournalContent& content) {
  if (const auto when = line.find("when"); when != line.end()) content.when = when->get<std::string>();
  if (const auto file = line.find("file"); file != line.end()) {
    content.drafts.adopt(fileFrom(*file, bytes));
    return true;
  }
  if (const auto step = line.find("step"); step != line.end()) return content.drafts.apply(stepFrom(*step)).has_value();
  if (const auto saved = line.find("saved"); saved != line.end()) {
    const std::string path = bytesFrom(*saved);
    const auto* file = content.drafts.find(path);
    if (file == nullptr) return false;
    const std::string written = file->pending;
    content.drafts.rebase(path, written, stampFrom(line.at("stamp")), written);
    return true;
  }
  baselines::Decisions decisions;
  for (const json& decision : line.at("decisions")) {
    DecisionChange change = decisionFrom(decision);
    decisions[change.key] = change.now.value();
  }
  content.drafts.setDecisions(std::move(decisions));
  return true;
}

std::string now() { return QDateTime::currentDateTime().toString(Qt::ISODate).toStdString(); }

}  // namespace

std::string journalHead(const std::string& when) { return lineOf({{"journal", kWhat}, {"form", kForm}, {"when", when}}); }

std::string journalFile(const baselines::Drafts::File& file) {
  constexpr std::size_t kRoomForSteps = std::size_t{1} << 20;
  json about = {{"path", text::toJsonBytes(file.path)}, {"exists", file.exists}, {"stamp", stampJson(file.stamp)}, {kSavedBytes, file.saved.size()}};
  if (file.isChanged()) about[kPendingBytes] = file.pending.size();
  const std::string line = lineOf({{"file", std::move(about)}});
  std::string out;
  out.reserve(line.size() + file.saved.size() + (file.isChanged() ? file.pending.size() : 0) + kRoomForSteps);
  out.append(line).append(file.saved);
  if (file.isChanged()) out.append(file.pending);
  return out.append(1, '\n');
}

std::string journalStep(const Change& change, const std::string& when) {
  json files = json::array();
  for (const baselines::FileChange& part : change.files) {
    json edits = json::array();
    for (const text::ByteEdit& edit : part.edits) edits.push_back({edit.begin, edit.end, text::toJsonBytes(edit.with)});
    files.push_back({{"path", text::toJsonBytes(part.path)}, {"edits", std::move(edits)}});
  }
  json decisions = json::array();
  for (const DecisionChange& decision : change.decisions) decisions.push_back(decisionJson(decision));
  return lineOf({{"step",
                  {{"text", text::toJsonBytes(change.text)}, {"files", std::move(files)}, {"decisions", std::move(decisions)}}},
                 {"when", when}});
}

std::string journalSaved(const std::string& path, const files::FileStamp& stamp) {
  return lineOf({{"saved", text::toJsonBytes(path)}, {"stamp", stampJson(stamp)}});
}

std::string journalDecisions(const baselines::Decisions& decisions, const std::string& when) {
  json all = json::array();
  for (const auto& [key, decision] : decisions) all.push_back(decisionJson({key, decision}));
  return lineOf({{"decisions", std::move(all)}, {"when", when}});
}

base::Result<JournalContent> readJournal(std::string_view bytes) {
  JournalContent content;
  std::size_t number = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = bytes.find('\n', at);
    if (end == std::string_view::npos) break;
    const json line = text::parseJson(bytes.substr(at, end - at));
    at = end + 1;
    ++number;
    if (number == 1) {
      if (!line.is_object() || line.value("journal", json()) != kWhat)
        return base::fail(base::ErrorCode::BadFormat, "This is not a journal of unsaved edits.", "", "", 1);
      const json form = line.value("form", json());
      if (form != kForm && form != kFormWithQuotedFiles)
        return base::fail(base::ErrorCode::BadFormat, "This journal was written by another version of Plumbline.",
                          "Open it with that version.", "", 1);
      continue;
    }
    try {
      FileBytes raw;
      if (line.is_object() && line.contains("file") && line["file"].contains(kSavedBytes)) {
        const auto found = fileBytesAt(line["file"], bytes.substr(at));
        if (!found) return content;  // cut short: what was pending is in the lines before
        raw = *found;
        at += raw.size;
      }
      if (line.is_object() && replay(line, raw, content)) {
        number += static_cast<std::size_t>(std::ranges::count(bytes.substr(at - raw.size, raw.size), '\n'));
        continue;
      }
    } catch (const std::exception&) {  // a field is missing or of another kind
    }
    content.damagedLine = number;
    break;
  }
  // Killed within the very first line: nothing was pending yet.
  if (number == 0 && !bytes.empty() && bytes.front() != '{')
    return base::fail(base::ErrorCode::BadFormat, "This is not a journal of unsaved edits.", "", "", 1);
  return content;
}

void EditJournal::willTouch(const baselines::Drafts::File& file) {
  if (m_folder.isEmpty() || !m_known.insert(file.path).second) return;
  std::string line = journalFile(file);
  if (m_ahead.empty()) m_ahead = std::move(line);  // as large as the file
  else
    m_ahead += line;
}

std::string EditJournal::wholeState(const baselines::Drafts& drafts) const {
  std::string lines;
  for (const std::string& path : m_known)
    if (const auto* file = drafts.find(path)) lines += journalFile(*file);
  return lines + journalDecisions(drafts.decisions(), now());
}

base::Result<void> EditJournal::append(const std::string& lines, const baselines::Drafts& drafts) {
  if (m_folder.isEmpty()) return {};
  m_ahead.clear();
  const bool hadGap = std::exchange(m_gap, true);  // until the lines are written
  if (!m_log) {
    const std::string folder = QFile::encodeName(m_folder).toStdString();
    if (auto made = files::makeFolders(folder, "", files::Missing::MakePrivate); !made) return made;
    m_name = u"edits-%1-%2.jsonl"_s.arg(QCoreApplication::applicationPid())
                 .arg(QUuid::createUuid().toString(QUuid::Id128).left(8));
    auto made = files::LockedLog::create(folder + '/' + m_name.toStdString());
    if (!made) return base::fail(made.error());
    m_log.emplace(std::move(*made));
  }
  if (m_empty)
    if (auto done = m_log->append(journalHead(now())); !done) return done;
  m_empty = false;
  if (auto done = m_log->append(hadGap ? wholeState(drafts) : lines); !done) return done;
  m_gap = false;
  return {};
}

base::Result<void> EditJournal::step(const baselines::Change& change, const baselines::Drafts& drafts) {
  if (m_folder.isEmpty()) return {};
  return append(std::exchange(m_ahead, {}) + journalStep(change, now()), drafts);
}

base::Result<void> EditJournal::fileAnew(const baselines::Drafts::File& file, const baselines::Drafts& drafts) {
  m_known.insert(file.path);
  return append(journalFile(file), drafts);
}

base::Result<void> EditJournal::decisionsAnew(const baselines::Drafts& drafts) {
  return append(journalDecisions(drafts.decisions(), now()), drafts);
}

base::Result<void> EditJournal::saved(const baselines::Drafts::File& file, const baselines::Drafts& drafts) {
  if (!m_known.contains(file.path)) return {};
  return append(journalSaved(file.path, file.stamp), drafts);
}

base::Result<void> EditJournal::clear() {
  m_known.clear();
  m_ahead.clear();
  m_gap = true;  // earlier decisions are written again with the next step
  if (!m_log || m_empty) return {};
  m_empty = true;
  return m_log->clear();
}

void EditJournal::remove() {
  (void)clear();
  if (m_log) (void)m_log->remove();
  m_log.reset();
  m_name.clear();
}

}  // namespace plumbline::session
