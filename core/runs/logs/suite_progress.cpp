// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/logs/suite_progress.h"

#include <array>
#include <fstream>
#include <utility>

#include "core/sources/formats/log_lines.h"
#include "core/sources/formats/source_text.h"

namespace plumbline::runs {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{64} << 10, kMaxRest = std::size_t{4} << 20;

std::string statusOf(const sources::LogAnswer& answer) {
  if (!answer.accuracy.empty()) return answer.accuracy;
  return answer.speedup.empty() ? answer.absLatency + " ms" : answer.speedup + "x";
}

}  // namespace

std::vector<SuiteProgress::Ended> SuiteProgress::update(const std::string& log) {
  std::vector<Ended> ended;
  std::ifstream file(log, std::ios::binary);
  if (!file.seekg(static_cast<std::streamoff>(m_offset))) return ended;
  std::array<char, kChunkBytes> chunk{};
  while (file) {
    file.read(chunk.data(), chunk.size());
    m_offset += static_cast<std::size_t>(file.gcount());
    m_rest.append(chunk.data(), static_cast<std::size_t>(file.gcount()));
  }
  const std::size_t end = m_rest.rfind('\n') + 1;  // npos + 1 is 0
  const std::string whole = m_rest.substr(0, end);
  m_rest.erase(0, end);
  if (m_rest.size() > kMaxRest) m_rest.clear();
  sources::LogLines lines(whole);
  while (lines.next()) readLine(lines.text(), ended);
  // The name of a model stands on its line before the result does.
  if (const auto model = sources::modelIn(m_rest); model && !model->answer) m_current = model->name;
  return ended;
}

void SuiteProgress::readLine(std::string_view line, std::vector<Ended>& ended) {
  if (auto model = sources::modelIn(line)) {
    if (m_current != model->name) end({}, ended);
    m_current = std::move(model->name);
    if (model->answer) end(statusOf(*model->answer), ended);
  } else if (const auto answer = m_current.empty() ? std::nullopt : sources::answerIn(line)) {
    end(statusOf(*answer), ended);
  } else if (sources::endsRun(line)) {
    end({}, ended);
  }
}

void SuiteProgress::end(std::string status, std::vector<Ended>& ended) {
  if (m_current.empty()) return;
  ++m_count;
  ended.push_back({std::exchange(m_current, {}), std::move(status)});
}

}  // namespace plumbline::runs
