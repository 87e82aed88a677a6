// SPDX-License-Identifier: GPL-3.0-or-later
// A fetch for a program without an event loop: it waits, looks at how far it is, and may stop.
//
//   WaitingFetch fetch(options);
//   fetch.start(target);
//   while (!fetch.wait(std::chrono::milliseconds(50))) show(fetch.state());
//   auto outcome = fetch.take();
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/fetch/fetcher.h"

namespace plumbline::fetch {

class WaitingFetch {
 public:
  struct State {
    int done = 0, total = 0;  ///< artifacts; total is 0 while the API is asked
    std::uint64_t bytes = 0;
    std::string said;  ///< the newest sentence
  };

  explicit WaitingFetch(FetchOptions options);
  ~WaitingFetch();
  WaitingFetch(const WaitingFetch&) = delete;
  WaitingFetch& operator=(const WaitingFetch&) = delete;

  void start(const Target& target);
  /// cancel ends it: take() gives Cancelled then.
  void cancel();
  /// wait is true as soon as there is an outcome; false after `limit`.
  bool wait(std::chrono::milliseconds limit);
  State state() const;
  base::Outcome<FetchReport> take();

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::fetch
