// SPDX-License-Identifier: GPL-3.0-or-later
// GitHub's answers as values. Whatever a mirror or a broken proxy sends, the answer is a value or an error.
#include <limits>
#include <nlohmann/json.hpp>

#include "core/fetch/fetch_plan.h"

namespace plumbline::fetch {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kFullSha = 40;

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
  /// attempt is 1 where the API does not say it.
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
    if (value.size() != kFullSha || value.find_first_not_of("0123456789abcdef") != std::string::npos)
      note(name, "is no commit");
    return value;
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

/// listOf reads {"NAME": [...]} and gives each element to `read`.
template <typename Element, typename Read>
base::Result<std::vector<Element>> listOf(std::string_view json, const char* name, Read read) {
  const Json answer = Json::parse(json, nullptr, false);
  if (answer.is_discarded()) return base::fail(bad("it is no JSON"));
  if (!answer.is_object() || !answer.contains(name)) return base::fail(bad(std::string(name) + " is missing"));
  const Json& list = answer.at(name);
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

}  // namespace

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

base::Result<Run> runOf(std::string_view json) {
  const Json answer = Json::parse(json, nullptr, false);
  if (answer.is_discarded()) return base::fail(bad("it is no JSON"));
  Reader reader(answer, "");
  Run run = readRun(reader);
  if (!reader.wrong().empty()) return base::fail(bad(reader.wrong()));
  return run;
}

base::Result<std::string> commitOf(std::string_view json) {
  const Json answer = Json::parse(json, nullptr, false);
  if (answer.is_discarded()) return base::fail(bad("it is no JSON"));
  Reader reader(answer, "");
  std::string sha = reader.sha("sha");
  if (!reader.wrong().empty()) return base::fail(bad(reader.wrong()));
  return sha;
}

base::Result<std::string> headOf(std::string_view json) {
  const Json answer = Json::parse(json, nullptr, false);
  if (answer.is_discarded()) return base::fail(bad("it is no JSON"));
  if (!answer.is_object() || !answer.contains("head")) return base::fail(bad("head is missing"));
  Reader reader(answer.at("head"), "head");
  std::string sha = reader.sha("sha");
  if (!reader.wrong().empty()) return base::fail(bad(reader.wrong()));
  return sha;
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

}  // namespace plumbline::fetch
