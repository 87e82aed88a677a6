// SPDX-License-Identifier: GPL-3.0-or-later
// All configs of a commit, step by step: open, merge and judge, group.
//
//   tests/bench/commit_tree.py --make /tmp/tree && bench_overview /tmp/tree/artifacts /tmp/tree/pytorch
#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>
#include <vector>

#include "core/overview/open_commit.h"
#include "core/overview/signature.h"
#include "core/tasks/both.h"

namespace {

using namespace plumbline;

void sideBySide(const std::function<void()>& one, const std::function<void()>& other) {
  const auto done = [](const std::function<void()>& work) {
    work();
    return true;
  };
  (void)tasks::both([&] { return done(one); }, [&] { return done(other); });
}

void benchOpen(benchmark::State& state, const std::vector<sources::SourcePath>& paths) {
  for (auto _ : state) {
    auto opened = sources::open(paths);
    benchmark::DoNotOptimize(opened.isValue());
  }
}

void benchJudge(benchmark::State& state, const std::vector<sources::SourcePath>& paths) {
  auto opened = sources::open(paths);
  const auto shared = std::make_shared<const sources::Opened>(std::move(opened.value()));
  overview::ViewOptions options;
  options.rules = *verdicts::ruleSet(verdicts::kDefaultGeneration);
  for (auto _ : state) {
    auto view = overview::CommitView::make(shared, options, {}, state.range(0) == 2 ? sideBySide : base::SideBySide{});
    benchmark::DoNotOptimize(view.isValue());
  }
}

void benchGroups(benchmark::State& state, const std::vector<sources::SourcePath>& paths) {
  const auto view = overview::openCommit({.paths = paths});
  for (auto _ : state) {
    auto groups = overview::groupsOf(*view.value());
    benchmark::DoNotOptimize(groups.data());
  }
}

void benchAll(benchmark::State& state, const std::vector<sources::SourcePath>& paths) {
  for (auto _ : state) {
    auto view = overview::openCommit({.paths = paths, .sideBySide = sideBySide});
    auto groups = overview::groupsOf(*view.value());
    benchmark::DoNotOptimize(groups.data());
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc < 3) {
    std::fprintf(stderr, "usage: bench_overview RESULTS BASELINES\n");
    return 2;
  }
  const std::vector<sources::SourcePath> paths = {{argv[1], sources::Role::Auto}, {argv[2], sources::Role::Expected}};
  if (!overview::openCommit({.paths = paths}).isValue()) {
    std::fprintf(stderr, "nothing can be opened there\n");
    return 2;
  }
  benchmark::RegisterBenchmark("open", benchOpen, paths)->Unit(benchmark::kMillisecond)->UseRealTime();
  benchmark::RegisterBenchmark("judge/threads", benchJudge, paths)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
  benchmark::RegisterBenchmark("groups", benchGroups, paths)->Unit(benchmark::kMillisecond)->UseRealTime();
  benchmark::RegisterBenchmark("all", benchAll, paths)->Unit(benchmark::kMillisecond)->UseRealTime();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
