// SPDX-License-Identifier: GPL-3.0-or-later
// GitHub's answers as values. Whatever a mirror or a broken proxy sends, the answer is a value or an error.
#include "core/fetch/fetch_plan.h"

#include <toml++/toml.h>

#include <QDateTime>
#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "core/text/ascii.h"
#include "core/text/json_text.h"
#include "core/text/toml_reader.h"
#include "resources/embedded.h"

namespace plumbline::fetch {
namespace {

constexpr std::string_view kFile = "configs/fetch.toml";

/// Reader takes members and remembers the first one that is not as it should be.
struct TomlMembers {
  const toml::table& table;
  std::string wrong = {};

  std::string text(std::string_view section, std::string_view key) {
    const auto value = table[section][key].value<std::string>();
    if (!value || value->empty()) note(section, key, "a text");
    return value.value_or(std::string());
  }
  std::vector<std::string> texts(std::string_view section, std::string_view key) {
    std::vector<std::string> list;
    const toml::array* array = table[section][key].as_array();
    if (array == nullptr) note(section, key, "a list of texts");
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
      const auto value = array->get(i)->value<std::string>();
      if (!value) note(section, key, "a list of texts");
      list.push_back(value.value_or(std::string()));
    }
    return list;
  }
  void note(std::string_view section, std::string_view key, std::string_view what) {
    if (wrong.empty()) wrong = std::string(section) + "." + std::string(key) + " is not " + std::string(what) + ".";
  }
};

constexpr std::size_t kMaxSubject = 300;     // bytes of a commit's subject
constexpr std::size_t kMaxNameBytes = 200;  // of a zip's name; a file system takes 255

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::ranges::find(list, word) != list.end();
}

bool isBenchmarkJobBy(const FetchRules& words, const Job& job) {
  return contains(words.workflows, job.workflow) && job.name.find(words.jobContains) != std::string::npos &&
         std::ranges::none_of(words.jobWithout,
                              [&](const std::string& word) { return job.name.find(word) != std::string::npos; }) &&
         !job.shard.test.empty();
}

/// suiteInTest is the suite as the job spells it ("timm"), which its artifact's name repeats.
std::string suiteInTest(const Job& job) {
  std::size_t begin = job.name.rfind('(');
  begin = begin == std::string::npos ? 0 : job.name.find_first_not_of(' ', begin + 1);
  if (begin == std::string::npos) return job.shard.suite;
  std::string word = job.name.substr(begin, job.name.find_first_of(",)", begin) - begin);
  while (!word.empty() && word.back() == ' ') word.pop_back();
  if (word.starts_with(job.shard.test + "_")) return word.substr(job.shard.test.size() + 1);
  return job.shard.suite;
}

/// isFileName tests whether a name from the network is safe as a file name.
bool isFileName(const std::string& name) {
  return !name.empty() && name.size() <= kMaxNameBytes && name.front() != '.' &&
         std::ranges::all_of(name, [](unsigned char c) { return c > ' ' && c < 0x7f && c != '/' && c != '\\'; });
}

/// escaped writes what has a meaning in a URL as %XX; names of artifacts are plain otherwise.
std::string escaped(const std::string& name) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string result;
  for (const char c : name) {
    if (std::string_view("%?#[]@!$&'()*+,;=:\"<>^`{|}").find(c) == std::string_view::npos) {
      result += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    result += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
  }
  return result;
}

constexpr std::size_t kShortestSha = 7;  // what git and GitHub show
constexpr std::size_t kShownSha = 12;

bool isSha(std::string_view text) {
  return text.size() <= kFullSha && text::isHash(text::toLower(text), kShortestSha);
}

/// isName tests whether a word may be an owner or a repository of GitHub, and so a part of a URL's path.
bool isName(std::string_view text) {
  return !text.empty() && text.size() <= 100 && text.find_first_not_of('.') != std::string_view::npos &&
         std::ranges::all_of(text, [](char c) { return text::isAlphanumeric(c) || c == '.' || c == '_' || c == '-'; });
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end || value == 0) return std::nullopt;
  return value;
}

std::vector<std::string_view> pathParts(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end > 0) parts.push_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

base::Error badTarget(std::string text) {
  return {base::ErrorCode::BadArgument, std::move(text),
          "Give a commit (7 to 40 hex digits), or the URL of a commit, a workflow run, a job or a pull request."};
}

using Parts = std::vector<std::string_view>;

/// readGithub reads OWNER/REPOSITORY/commit/SHA and its like.
base::Result<Target> readGithub(const Parts& parts) {
  if (parts.size() < 4 || !isName(parts[0]) || !isName(parts[1]))
    return base::fail(badTarget("This URL of github.com names no commit, run or pull request."));
  Target target;
  target.repository = std::string(parts[0]) + "/" + std::string(parts[1]);
  const std::string_view kind = parts[2];
  if (kind == "commit" || kind == "commits" || kind == "tree") {
    if (!isSha(parts[3]))
      return base::fail(badTarget("\"" + std::string(parts[3]) + "\" is no commit: a branch moves on."));
    target.sha = text::toLower(parts[3]);
    return target;
  }
  if (kind == "pull") {
    const auto pull = number(parts[3]);
    if (!pull) return base::fail(badTarget("\"" + std::string(parts[3]) + "\" is no number of a pull request."));
    // A commit of the pull request is more precise than its number.
    if (parts.size() >= 6 && (parts[4] == "commits" || parts[4] == "changes") && isSha(parts[5]))
      target.sha = text::toLower(parts[5]);
    else
      target.pullRequest = *pull;
    return target;
  }
  if (kind == "actions" && parts[3] == "runs" && parts.size() >= 5) {
    const auto run = number(parts[4]);
    if (!run) return base::fail(badTarget("\"" + std::string(parts[4]) + "\" is no number of a workflow run."));
    target.runId = *run;
    return target;
  }
  return base::fail(badTarget("This URL of github.com names no commit, run or pull request."));
}

/// readHud reads the dashboard's pages: OWNER/REPOSITORY/commit/SHA, commit/OWNER/REPOSITORY/SHA, pr/NUMBER,
/// pr/OWNER/REPOSITORY/NUMBER, OWNER/REPOSITORY/pull/NUMBER.
base::Result<Target> readHud(const Parts& parts) {
  Target target;
  target.repository = fetchRules().repository;
  const auto named = [&](std::size_t owner) {
    if (owner + 1 >= parts.size() || !isName(parts[owner]) || !isName(parts[owner + 1])) return false;
    target.repository = std::string(parts[owner]) + "/" + std::string(parts[owner + 1]);
    return true;
  };
  std::string_view kind, last;
  if (parts.size() == 2 && (parts[0] == "pr" || parts[0] == "commit")) {
    kind = parts[0];
    last = parts[1];
  } else if (parts.size() >= 4 && (parts[0] == "pr" || parts[0] == "commit") && named(1)) {
    kind = parts[0];
    last = parts[3];
  } else if (parts.size() >= 4 && named(0)) {
    kind = parts[2];
    last = parts[3];
  }
  if (kind == "commit" && isSha(last)) {
    target.sha = text::toLower(last);
    return target;
  }
  const auto pull = kind == "pr" || kind == "pull" ? number(last) : std::nullopt;
  if (!pull) return base::fail(badTarget("This URL of hud.pytorch.org names no commit and no pull request."));
  target.pullRequest = *pull;
  return target;
}

using Json = nlohmann::ordered_json;

base::Error bad(const std::string& what) {
  return {base::ErrorCode::BadFormat, "The answer of the API is not what it should be: " + what + ".",
          "Try again later, or look at the address of the API."};
}

/// Reader takes the members of one object and remembers the first one that is wrong.
class Reader {
 public:
  Reader(const Json& object, std::string where) : m_object(object), m_where(std::move(where)) {
    if (!object.is_object()) note("", "is no object");
  }

  std::string text(const char* name) {
    const Json* member = find(name);
    if (member != nullptr && member->is_string()) return member->get<std::string>();
    note(name, member == nullptr ? "is missing" : "is no text");
    return {};
  }
  /// optionalText takes null and a missing member for "".
  std::string optionalText(const char* name) {
    const Json* member = find(name);
    if (member == nullptr || member->is_null()) return {};
    return text(name);
  }
  std::string id(const char* name) {
    const Json* member = find(name);
    if (member != nullptr && member->is_number_integer() && *member > 0)
      return std::to_string(member->get<std::uint64_t>());
    note(name, member == nullptr ? "is missing" : "is no positive number");
    return {};
  }
  /// attempt is 1 when it is missing.
  int attempt() {
    const Json* member = find("run_attempt");
    if (member == nullptr || member->is_null()) return 1;
    if (member->is_number_integer() && *member > 0 && *member < std::numeric_limits<int>::max())
      return member->get<int>();
    note("run_attempt", "is no positive number");
    return 1;
  }
  std::string sha(const char* name) {
    std::string value = text(name);
    if (value.size() != kFullSha || !text::isWholeHash(value))
      note(name, "is no commit");
    return value;
  }
  /// textBelow reads the text at `outer`.`inner`.`name` ("" for no inner object), "" where there is none.
  std::string textBelow(const char* outer, const std::string& inner, const char* name) const {
    const Json* object = find(outer);
    if (object != nullptr && object->is_object() && !inner.empty())
      object = object->contains(inner) ? &object->at(inner) : nullptr;
    if (object == nullptr || !object->is_object() || !object->contains(name) || !object->at(name).is_string()) return {};
    return object->at(name).get<std::string>();
  }
  const std::string& wrong() const { return m_wrong; }

 private:
  const Json* find(const char* name) const {
    if (!m_object.is_object()) return nullptr;
    const auto it = m_object.find(name);
    return it == m_object.end() ? nullptr : &*it;
  }
  void note(const std::string& name, const char* what) {
    if (m_wrong.empty()) m_wrong = m_where + (name.empty() || m_where.empty() ? name : "." + name) + " " + what;
  }

  const Json& m_object;
  std::string m_where, m_wrong;
};

Run readRun(Reader& reader) {
  Run run;
  run.id = reader.id("id");
  run.workflow = reader.optionalText("name");
  run.event = reader.optionalText("event");
  run.headSha = reader.sha("head_sha");
  run.status = reader.optionalText("status");
  run.attempt = reader.attempt();
  return run;
}

/// oneOf passes the answer, or its member of this name, to `read`.
template <typename Read>
auto oneOf(std::string_view json, const std::string& member, Read read) -> base::Result<decltype(read(std::declval<Reader&>()))> {
  const Json answer = text::parseOrderedJson(json);
  if (answer.is_discarded()) return base::fail(bad("it is no JSON"));
  if (!member.empty() && (!answer.is_object() || !answer.contains(member))) return base::fail(bad(member + " is missing"));
  Reader reader(member.empty() ? answer : answer.at(member), member);
  auto value = read(reader);
  if (!reader.wrong().empty()) return base::fail(bad(reader.wrong()));
  return value;
}

/// elementsOf passes each element of a list to `read`.
template <typename Element, typename Read>
base::Result<std::vector<Element>> elementsOf(const Json& list, const char* name, Read read) {
  if (!list.is_array()) return base::fail(bad(std::string(name) + " is no list"));
  std::vector<Element> elements;
  elements.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    Reader reader(list[i], std::string(name) + "[" + std::to_string(i) + "]");
    elements.push_back(read(reader));
    if (!reader.wrong().empty()) return base::fail(bad(reader.wrong()));
  }
  return elements;
}

/// listOf reads {"NAME": [...]}.
template <typename Element, typename Read>
base::Result<std::vector<Element>> listOf(std::string_view json, const char* name, Read read) {
  const Json answer = text::parseOrderedJson(json);
  if (answer.is_discarded()) return base::fail(bad("it is no JSON"));
  if (!answer.is_object() || !answer.contains(name)) return base::fail(bad(std::string(name) + " is missing"));
  return elementsOf<Element>(answer.at(name), name, std::move(read));
}

constexpr int kVersion = 2;
constexpr int kIndent = 2;
constexpr std::size_t kMaxReasons = 3;  // named in one sentence

/// reasonText is the beginning of a problem, without its advice: "not found (404)".
std::string reasonText(const std::string& problem) { return problem.substr(0, problem.find(": ")); }

std::string missingText(const FetchReport& report) {
  std::map<std::string, std::size_t> counts;
  for (const FetchedFile& file : report.files)
    if (file.path.empty()) ++counts[reasonText(file.problem)];
  std::vector<std::pair<std::size_t, std::string>> reasons;
  for (const auto& [reason, count] : counts) reasons.emplace_back(count, reason);
  std::ranges::stable_sort(reasons, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string words = std::to_string(report.missing()) + " not there: ";
  for (std::size_t i = 0; i < std::min(kMaxReasons, reasons.size()); ++i) {
    if (i > 0) words += ", ";
    if (reasons.size() > 1) words += std::to_string(reasons[i].first) + " ";
    words += reasons[i].second;
  }
  return words + (reasons.size() > kMaxReasons ? " ..." : "");
}

/// jobText is the displayed name of a job; an artifact from the cache only has its file name.
std::string jobText(const FetchedFile& file) {
  const std::string& path = file.artifact.path;
  const std::string name = file.artifact.job.name.empty() ? path.substr(path.rfind('/') + 1) : file.artifact.job.name;
  return file.artifact.job.attempt > 1 ? name + ", attempt " + std::to_string(file.artifact.job.attempt) : name;
}

}  // namespace

base::Result<FetchRules> parseFetchRules(std::string_view toml) {
  const std::string file(kFile);
  const auto table = text::parseToml(toml, {file, ""});
  if (!table) return base::fail(table.error());
  TomlMembers reader{*table};
  FetchRules words{.repository = reader.text("repository", "default"),
                   .workflows = reader.texts("runs", "workflows"),
                   .withoutEvents = reader.texts("runs", "without_events"),
                   .jobContains = reader.text("jobs", "contains"),
                   .jobWithout = reader.texts("jobs", "without"),
                   .withoutConclusions = reader.texts("jobs", "without_conclusions")};
  if (!reader.wrong.empty()) return base::fail(base::ErrorCode::BadFormat, reader.wrong, "", file);
  return words;
}

FetchRules fetchRules() {
  const auto bytes = resources::embeddedBytes(kFile);
  return bytes ? parseFetchRules(*bytes).value_or(FetchRules{}) : FetchRules{};
}

base::Result<Target> targetOf(std::string_view text) {
  text = text::trimmed(text);
  if (text.empty()) return base::fail(badTarget("No commit is named."));
  if (isSha(text)) {
    Target target;
    target.repository = fetchRules().repository;
    target.sha = text::toLower(text);
    return target;
  }
  std::string_view rest = text;
  for (const std::string_view scheme : {"https://", "http://"})
    if (text::toLower(rest.substr(0, scheme.size())) == scheme) {
      rest.remove_prefix(scheme.size());
      break;
    }
  rest = rest.substr(0, rest.find_first_of("?#"));
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  std::string host = text::toLower(rest.substr(0, slash));
  if (host.starts_with("www.")) host.erase(0, 4);
  const Parts parts = pathParts(rest.substr(slash));
  if (host == "github.com") return readGithub(parts);
  if (host == "hud.pytorch.org") return readHud(parts);
  return base::fail(
      badTarget("\"" + std::string(text) + "\" is neither a commit nor a URL of github.com or hud.pytorch.org."));
}

std::string targetText(const Target& target) {
  if (target.runId != 0) return "run " + std::to_string(target.runId);
  if (target.pullRequest != 0) return "pull request " + std::to_string(target.pullRequest);
  return "commit " + target.sha.substr(0, kShownSha);
}

bool isBenchmarkRun(const Run& run) {
  const FetchRules words = fetchRules();
  return contains(words.workflows, run.workflow) && !contains(words.withoutEvents, run.event);
}

bool isBenchmarkJob(const Job& job) { return isBenchmarkJobBy(fetchRules(), job); }

std::vector<Artifact> artifactsOf(const Target& target, const std::string& sha, const std::vector<Job>& jobs,
                                  const Endpoints& endpoints) {
  const FetchRules words = fetchRules();
  std::vector<Artifact> artifacts;
  for (const Job& job : jobs) {
    if (!isBenchmarkJobBy(words, job) || job.status != "completed" ||
        contains(words.withoutConclusions, job.conclusion))
      continue;
    std::string name = configs::artifactName(job.shard, suiteInTest(job));
    if (!name.ends_with(".zip")) name += ".zip";
    if (!isFileName(name)) continue;
    const std::string run = job.workflowId + "/" + std::to_string(job.attempt) + "/";
    artifacts.push_back({.job = job,
                         .url = endpoints.artifacts + "/" + target.repository + "/" + run + "artifact/" + escaped(name),
                         .path = sha + "/" + run + name});
  }
  const auto key = [](const Artifact& a) {
    return std::tie(a.job.workflow, a.job.name, a.job.workflowId, a.job.attempt, a.path);
  };
  std::ranges::sort(artifacts, [&](const Artifact& a, const Artifact& b) { return key(a) < key(b); });
  // The same job on two pages (the list moved while it was read) is one artifact.
  artifacts.erase(std::unique(artifacts.begin(), artifacts.end(),
                              [](const Artifact& a, const Artifact& b) { return a.path == b.path; }),
                  artifacts.end());
  return artifacts;
}

base::Result<std::vector<Run>> runsOf(std::string_view json) {
  return listOf<Run>(json, "workflow_runs", [](Reader& reader) { return readRun(reader); });
}

base::Result<std::vector<Job>> jobsOf(std::string_view json, const Run& run) {
  return listOf<Job>(json, "jobs", [&](Reader& reader) {
    Job job;
    job.workflow = run.workflow;
    job.workflowId = run.id;
    job.name = reader.text("name");
    job.jobId = reader.id("id");
    job.attempt = reader.attempt();
    job.status = reader.optionalText("status");
    job.conclusion = reader.optionalText("conclusion");
    if (auto shard = configs::shardOfJob(job.name)) job.shard = std::move(*shard);
    job.shard.jobId = job.jobId;
    return job;
  });
}

base::Result<Run> runOf(std::string_view json) { return oneOf(json, "", readRun); }

base::Result<std::string> commitOf(std::string_view json) {
  return oneOf(json, "", [](Reader& reader) { return reader.sha("sha"); });
}

base::Result<std::string> headOf(std::string_view json) {
  return oneOf(json, "head", [](Reader& reader) { return reader.sha("sha"); });
}

base::Result<std::vector<BranchCommit>> commitsOf(std::string_view json) {
  const Json answer = text::parseOrderedJson(json);
  if (answer.is_discarded()) return base::fail(bad("it is no JSON"));
  return elementsOf<BranchCommit>(answer, "commits", [](Reader& reader) {
    BranchCommit commit{.sha = reader.sha("sha"), .time = 0, .subject = reader.textBelow("commit", "", "message")};
    commit.subject = commit.subject.substr(0, std::min(commit.subject.find('\n'), kMaxSubject));
    const std::string made = reader.textBelow("commit", "committer", "date");
    const QDateTime time = QDateTime::fromString(QString::fromStdString(made), Qt::ISODate);
    if (time.isValid()) commit.time = time.toSecsSinceEpoch();
    return commit;
  });
}

std::string nextPage(std::string_view linkHeader) {
  // <URL>; rel="prev", <URL>; rel="next". A URL may hold commas and semicolons, so the brackets lead.
  while (true) {
    const std::size_t open = linkHeader.find('<');
    const std::size_t close = open == std::string_view::npos ? open : linkHeader.find('>', open);
    if (close == std::string_view::npos) return {};
    const std::string_view url = linkHeader.substr(open + 1, close - open - 1);
    linkHeader.remove_prefix(close + 1);
    const std::string_view parameters = linkHeader.substr(0, linkHeader.find('<'));
    for (const std::string_view word : {"rel=\"next\"", "rel=next"})
      if (parameters.find(word) != std::string_view::npos) return std::string(url);
  }
}

std::size_t FetchReport::missing() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(files, [](const FetchedFile& file) { return file.path.empty(); }));
}

bool isComplete(const FetchReport& report) { return report.missing() == 0 && report.running == 0; }

std::string reportText(const FetchReport& report) {
  const std::size_t total = report.files.size(), missing = report.missing();
  const auto cached = static_cast<std::size_t>(
      std::ranges::count_if(report.files, [](const FetchedFile& file) { return file.fromCache; }));
  std::string words =
      missing == 0 ? std::to_string(total) : std::to_string(total - missing) + " of " + std::to_string(total);
  words += total == 1 ? " artifact" : " artifacts";
  std::string details = cached > 0 ? std::to_string(cached) + " from the cache" : "";
  if (missing > 0) details += (details.empty() ? "" : ", ") + missingText(report);
  return details.empty() ? words : words + " (" + details + ")";
}

std::string fetchText(const FetchReport& report) {
  std::uint64_t bytes = 0;
  for (const FetchedFile& file : report.files) bytes += file.bytes;
  std::string text = report.folder + "\n";
  text += "commit " + report.sha + ": " + reportText(report) + ", " + std::to_string((bytes + 999'999) / 1'000'000) +
          " MB\n";
  for (const QString& note : report.notes) text += note.toStdString() + "\n";
  for (const FetchedFile& file : report.files)
    if (file.path.empty()) text += "missing: " + jobText(file) + ": " + file.problem + "\n";
  return text;
}

std::string fetchJson(const FetchReport& report, int exit) {
  Json files = Json::array();
  for (const FetchedFile& file : report.files)
    files.push_back({{"path", file.path.empty() ? Json() : Json(file.path)},
                     {"bytes", file.bytes},
                     {"from_cache", file.fromCache},
                     {"problem", file.path.empty() ? Json(file.problem) : Json()},
                     {"url", file.artifact.url.empty() ? Json() : Json(file.artifact.url)},
                     {"workflow", file.artifact.job.workflow},
                     {"run", file.artifact.job.workflowId},
                     {"job", file.artifact.job.jobId},
                     {"name", file.artifact.job.name},
                     {"attempt", file.artifact.job.attempt},
                     {"conclusion", file.artifact.job.conclusion}});
  Json notes = Json::array();
  for (const QString& note : report.notes) notes.push_back(note.toStdString());
  const Json json = {{"format", "plumbline-fetch"},
                     {"version", kVersion},
                     {"exit", exit},
                     {"repository", report.target.repository},
                     {"commit", report.sha},
                     {"folder", report.folder},
                     {"jobs", report.jobs},
                     {"running", report.running},
                     {"missing", report.missing()},
                     {"notes", std::move(notes)},
                     {"files", std::move(files)}};
  return text::toJsonText(json, kIndent) + "\n";
}

}  // namespace plumbline::fetch
