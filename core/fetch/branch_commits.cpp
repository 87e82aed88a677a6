// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/branch_commits.h"

#include <QUrl>
#include <optional>
#include <utility>

#include "core/fetch/api_client.h"
#include "core/tasks/object_thread.h"

namespace plumbline::fetch {
namespace {

/// Lister lives on the thread: the client and what it refers to.
struct Lister {
  explicit Lister(const FetchOptions& fetchOptions)
      : options(fetchOptions), rules{.api = QUrl(QString::fromStdString(options.endpoints.api)), .token = options.token, .stallMs = options.stallMs} {}
  FetchOptions options;
  HttpRules rules;
  ApiClient api{rules, options};
};

struct State {
  BranchListing listing;
  std::optional<base::Result<void>> end;
  std::int64_t retryAfterS = 0;
  bool isStopped = false;
};

/// addPage returns true when the listing has all that it is for.
bool addPage(const BranchRequest& request, std::vector<BranchCommit> page, BranchListing& to) {
  for (BranchCommit& commit : page) {
    to.isKnownFound = !request.known.empty() && commit.sha.starts_with(request.known);
    if (to.isKnownFound || to.commits.size() >= request.limit) return true;
    to.commits.push_back(std::move(commit));
  }
  return request.known.empty();
}

}  // namespace

base::Outcome<BranchListing> listCommits(const BranchRequest& request, const FetchOptions& options,
                                         const std::stop_token& stop, std::int64_t& retryAfterS) {
  initHttp();
  tasks::BlockingClient<Lister, State> client([&options](auto&) { return std::make_unique<Lister>(options); });
  const std::stop_callback wake(stop, [&client] { client.update([](State& state) { state.isStopped = true; }); });
  client.post([&](Lister& lister) {
    const std::string path = "/repos/" + request.repository + "/commits?sha=" +
                             QUrl::toPercentEncoding(QString::fromStdString(request.branch)).toStdString() +
                             "&per_page=100";
    lister.api.pages(
        path,
        [&](const QByteArray& json) -> base::Result<void> {
          auto page = commitsOf(json.toStdString());
          if (!page) return base::fail(page.error());
          client.update([&](State& state) {
            if (addPage(request, *std::move(page), state.listing)) lister.api.skipOtherPages();
          });
          return {};
        },
        [&](base::Result<void> end) {
          client.update([&](State& state) {
            state.retryAfterS = lister.api.retryAfterS();
            state.end = std::move(end);
          });
        });
  });
  client.wait([](const State& state) { return state.end || state.isStopped; });
  State state = client.read([](const State& all) { return all; });
  retryAfterS = state.retryAfterS;
  if (!state.end) return base::Cancelled{};
  if (!*state.end) return state.end->error();
  return std::move(state.listing);
}

}  // namespace plumbline::fetch
