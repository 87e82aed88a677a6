// SPDX-License-Identifier: GPL-3.0-or-later
// GitHub's API and the artifact store, played on this machine by a server that can lie: on its own thread, loopback
// only.
//
//   FakeCiServer server;
//   server.answer("/repos/o/r/actions/runs", {.body = json});
//   server.answer("/a.zip", {.status = 503}, {.body = zip});        // first this, then that, the last one for ever
//   server.url() + "/a.zip"
#pragma once

#include <QByteArray>
#include <QList>
#include <QPair>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::support {

struct FakeAnswer {
  int status = 200;
  QByteArray body = {};
  QList<QPair<QByteArray, QByteArray>> headers = {};
  /// What is wrong with the body. CutAfter and StallAfter send `bytes` of it; Slow sends pieces of `bytes`, one at a
  /// time; Claim says `bytes` for its length whatever it is; NoLength ends it by closing.
  enum class Trick { None, CutAfter, StallAfter, Slow, Claim, NoLength } trick = Trick::None;
  qint64 bytes = 0;
  bool ranges = false;  ///< answer a Range with 206 when If-Range is this answer's ETag
};

struct FakeRequest {
  QByteArray path;  ///< with the query
  QByteArray host;
  QList<QPair<QByteArray, QByteArray>> headers;  ///< names in lower case
  QByteArray header(const QByteArray& name) const;
};

class FakeCiServer {
 public:
  FakeCiServer();
  ~FakeCiServer();

  /// url is "http://127.0.0.1:PORT"; other names of the same machine are other hosts to a client.
  std::string url(const char* host = "127.0.0.1") const;
  /// answer sets what a path (with its query, or without to match any) gives: one after the other, the last for ever.
  void answer(const std::string& path, std::vector<FakeAnswer> answers);
  /// answerFirst gives these before what the path gives now.
  void answerFirst(const std::string& path, std::vector<FakeAnswer> answers);
  std::vector<FakeRequest> requests() const;
  std::vector<FakeRequest> requests(const std::string& path) const;
  /// limitRate sends bodies with at most this many bytes a second on each connection (0: as fast as it goes).
  void limitRate(qint64 bytesPerSecond);
  /// busyShare is the share of time, from the first of `connections` answers at once to the last moment there were so
  /// many, in which that many answers were under way.
  double busyShare(int connections) const;
  /// meanBusy is how many answers were under way on average over the same time.
  double meanBusy(int connections) const;
  int mostAtOnce() const;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::support
