// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_branch.h"

#include <QDateTime>
#include <algorithm>

#include "tests/support/fake_ci.h"
#include "tests/support/zip_maker.h"

namespace plumbline::support {
namespace {

constexpr std::uint64_t kFirstRun = 18000;

std::uint64_t runOf(std::size_t number) { return kFirstRun + number; }
std::uint64_t jobOf(std::size_t number, std::size_t shard) { return runOf(number) * 100 + shard; }

FakeCi::FakeJob fakeJob(std::size_t number, std::size_t shard, std::size_t shards, const std::string& status) {
  return {.run = runOf(number),
          .id = jobOf(number, shard),
          .name = "linux-jammy-cuda12.8 / test (inductor_torchbench, " + std::to_string(shard) + ", " + std::to_string(shards) + ", linux.g5)",
          .status = status};
}

}  // namespace

std::string FakeBranch::shaOf(std::size_t number) {
  const QByteArray digits = QByteArray::number(qulonglong{number * 2'654'435'761ULL % 0xffff'ffffULL}, 16).rightJustified(8, '0');
  return digits.repeated(5).toStdString();
}

std::size_t FakeBranch::push(const std::vector<Shard>& shards) {
  set(m_size, shards);
  return m_size++;
}

void FakeBranch::set(std::size_t number, const std::vector<Shard>& shards) {
  FakeCi ci(m_server, shaOf(number));
  if (!shards.empty()) ci.addRun(runOf(number), "inductor");
  for (std::size_t i = 1; i <= shards.size(); ++i) {
    ci.addJob(fakeJob(number, i, shards.size(), shards[i - 1].status));
    m_server.answer(zipPath(number, i, shards.size()), {{.body = zip(shards[i - 1].rows)}});
  }
  ci.publish();
}

void FakeBranch::publish(std::size_t perPage) {
  for (std::size_t from = 0; from == 0 || from < m_size; from += perPage) {
    QByteArray json = "[";
    for (std::size_t i = from; i < std::min(m_size, from + perPage); ++i) {
      const std::size_t number = m_size - 1 - i;
      const QString time = QDateTime::fromSecsSinceEpoch(timeOf(number), Qt::UTC).toString(Qt::ISODate);
      json += (i > from ? ", " : "") + QByteArray("{\"sha\": \"") + shaOf(number).c_str() + "\", \"commit\": {\"message\": \"Change " +
              QByteArray::number(qulonglong{number}) + "\\n\\nWhy.\", \"committer\": {\"name\": \"x\", \"date\": \"" + time.toUtf8() + "\"}}}";
    }
    FakeAnswer answer{.body = json + "]"};
    const auto page = [](std::size_t begin) { return begin == 0 ? std::string() : "&page=" + std::to_string(begin); };
    if (from + perPage < m_size)
      answer.headers.append({"Link", QByteArray::fromStdString("<" + m_server.url() + listPath() + page(from + perPage) + ">; rel=\"next\"")});
    m_server.answer(listPath() + page(from), {answer});
  }
}

std::string FakeBranch::runsPath(std::size_t number) { return "/repos/pytorch/pytorch/actions/runs?head_sha=" + shaOf(number) + "&per_page=100"; }

std::string FakeBranch::jobsPath(std::size_t number) {
  return "/repos/pytorch/pytorch/actions/runs/" + std::to_string(runOf(number)) + "/jobs?filter=all&per_page=100";
}

std::string FakeBranch::zipPath(std::size_t number, std::size_t shard, std::size_t shards) const {
  FakeCi ci(m_server, shaOf(number));
  ci.addJob(fakeJob(number, shard, shards, "completed"));
  return ci.zipPath(jobOf(number, shard));
}

QByteArray FakeBranch::zip(const std::string& rows) {
  return zipOf({{.name = "test/test-reports/training_torchbench.csv", .bytes = "name,accuracy,graph_breaks\n" + rows}});
}

}  // namespace plumbline::support
