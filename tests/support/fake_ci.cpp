// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_ci.h"

#include <algorithm>
#include <random>
#include <utility>

#include "tests/support/zip_maker.h"

namespace plumbline::support {
namespace {

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

/// shardName takes "a, 1, 2, machine" out of "… / test (a, 1, 2, machine)" and joins it as artifacts do.
std::string shardName(const std::string& job) {
  const std::size_t begin = job.rfind('(') + 1;
  std::string text = job.substr(begin, job.rfind(')') - begin), joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ',')
      joined += '-';
    else if (text[i] != ' ')
      joined += text[i];
  }
  return joined;
}

}  // namespace

void FakeCi::addRun(std::uint64_t id, const std::string& workflow, const std::string& event) {
  m_runIds.push_back(id);
  m_runs.push_back("{\"id\": " + std::to_string(id) + ", \"name\": " + quoted(workflow) +
                   ", \"event\": " + quoted(event) + ", \"head_sha\": " + quoted(m_sha) +
                   ", \"status\": \"completed\", \"run_attempt\": 1}");
}

void FakeCi::addShards(std::uint64_t run, std::size_t count, std::size_t zipBytes) {
  for (std::size_t i = 1; i <= count; ++i) {
    const std::uint64_t id = run * 1000 + i;
    addJob({.run = run,
            .id = id,
            .name = "linux-jammy-cuda12.8 / test (inductor_torchbench, " + std::to_string(i) + ", " +
                    std::to_string(count) + ", linux.g5.4xlarge)"});
    m_server.answer(zipPath(id), {{.body = zip(std::to_string(id), zipBytes),
                                   .headers = {{"ETag", "\"" + QByteArray::number(qulonglong{id}) + "\""}},
                                   .ranges = true}});
  }
}

void FakeCi::publishPages(const std::string& path, const char* member, const std::vector<std::string>& elements,
                          std::size_t perPage) {
  const std::string join = path.find('?') == std::string::npos ? "?" : "&";
  const std::size_t pages = std::max<std::size_t>(1, (elements.size() + perPage - 1) / perPage);
  for (std::size_t page = 0; page < pages; ++page) {
    std::string json = "{\"total_count\": " + std::to_string(elements.size()) + ", " + quoted(member) + ": [";
    for (std::size_t i = page * perPage; i < std::min(elements.size(), (page + 1) * perPage); ++i)
      json += (i > page * perPage ? ", " : "") + elements[i];
    FakeAnswer answer{.body = QByteArray::fromStdString(json + "]}")};
    const auto address = [&](std::size_t number) { return path + join + "page=" + std::to_string(number); };
    if (page + 1 < pages)
      answer.headers.append(
          {"Link", QByteArray::fromStdString("<" + m_server.url() + address(1) + ">; rel=\"first\", <" +
                                             m_server.url() + address(page + 2) + ">; rel=\"next\"")});
    m_server.answer(page == 0 ? path : address(page + 1), {answer});
  }
}

void FakeCi::publish(std::size_t perPage) {
  const std::string base = "/repos/pytorch/pytorch/actions/runs";
  publishPages(base + "?head_sha=" + m_sha + "&per_page=100", "workflow_runs", m_runs, perPage);
  for (std::size_t i = 0; i < m_runs.size(); ++i) {
    m_server.answer(base + "/" + std::to_string(m_runIds[i]), {{.body = QByteArray::fromStdString(m_runs[i])}});
    std::vector<std::string> jobs;
    for (const FakeJob& job : m_jobs)
      if (job.run == m_runIds[i])
        jobs.push_back("{\"id\": " + std::to_string(job.id) + ", \"run_id\": " + std::to_string(job.run) +
                       ", \"name\": " + quoted(job.name) + ", \"status\": " + quoted(job.status) +
                       ", \"conclusion\": " + (job.status == "completed" ? quoted(job.conclusion) : "null") +
                       ", \"run_attempt\": " + std::to_string(job.attempt) + "}");
    publishPages(base + "/" + std::to_string(m_runIds[i]) + "/jobs?filter=all&per_page=100", "jobs", jobs, perPage);
  }
}

std::string FakeCi::zipPath(std::uint64_t id) const {
  for (const FakeJob& job : m_jobs)
    if (job.id == id)
      return "/pytorch/pytorch/" + std::to_string(job.run) + "/" + std::to_string(job.attempt) +
             "/artifact/test-reports-test-" + shardName(job.name) + "_" + std::to_string(id) + ".zip";
  return {};
}

QByteArray FakeCi::zip(const std::string& seed, std::size_t bytes) {
  std::vector<ZipEntry> entries = {{.name = "test/test-reports/training_torchbench.csv",
                                    .bytes = "dev,name,batch_size,accuracy\ncuda,m" + seed + ",4,pass\n"}};
  if (bytes > 0) {
    std::minstd_rand random(static_cast<unsigned>(std::hash<std::string>{}(seed)));
    std::string noise(bytes, '\0');
    for (char& c : noise) c = static_cast<char>(random());
    entries.push_back({.name = "test/test-reports/noise.bin", .bytes = std::move(noise), .deflated = false});
  }
  return zipOf(entries);
}

}  // namespace plumbline::support
