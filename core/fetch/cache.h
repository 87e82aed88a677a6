// SPDX-License-Identifier: GPL-3.0-or-later
// The artifacts on disk, each content once. Below the cache's folder:
//
//   content/HASH                      what was received, named by what it is (BLAKE2b, 256 bits: b2sum -l 256)
//   names/COMMIT/RUN/ATTEMPT/ZIP      the same file (hard link, or a copy where there are none) named by where it is
//   from partial/KEY.ETAG                  the beginning of what is not complete yet in-use locked by every program
//   that works here
//
//   auto cache = Cache::open(defaultCacheFolder());
//   if (auto path = cache->find(artifact.path)) ...      // checked: the content still has its hash
//   cache->store(std::move(file), hash, artifact.path);
//
// Any number of programs may use it at once; nothing outside the folder is ever touched.
#pragma once

#include <QByteArray>
#include <QCryptographicHash>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/files/folders.h"
#include "core/files/stream_file.h"

namespace plumbline::fetch {

/// defaultCacheFolder is $XDG_CACHE_HOME/plumbline/artifacts, or ~/.cache/plumbline/artifacts.
std::string defaultCacheFolder();

/// kContentHash: as good as SHA-256 and three times as fast in Qt, which counts, since all that is used is checked.
inline constexpr QCryptographicHash::Algorithm kContentHash = QCryptographicHash::Blake2b_256;

/// hashOfFile is the hash of a file as 64 hex digits; "" when it cannot be read.
std::string hashOfFile(const std::string& path);

/// Partial is the beginning of a download, and the mark (ETag) of the content it belongs to.
struct Partial {
  files::StreamFile file;
  QByteArray etag;
};

class Cache {
 public:
  /// open makes the folder where it is missing and marks it as in use. Errors: NotWritable; BadArgument without a
  /// folder; NotReadable when another user could have changed what lies in it.
  static base::Result<Cache> open(const std::string& folder);

  /// find returns the path of an artifact ("COMMIT/RUN/ATTEMPT/ZIP") that is there and undamaged, and notes its use.
  std::optional<std::string> find(const std::string& name);
  /// store adds a complete download and returns its path. Errors: NotWritable.
  base::Result<std::string> store(files::StreamFile file, const std::string& hash, const std::string& name);

  /// resume returns the partial file of an earlier attempt at `url`; nullopt when there is none or it is in use.
  std::optional<Partial> resume(const std::string& url);
  /// begin makes an empty partial file. Errors: NotWritable.
  base::Result<files::StreamFile> begin(const std::string& url, const QByteArray& etag);

  /// commits lists the commits that something is there of; below lists the artifacts of one, as names for find().
  std::vector<std::string> commits() const;
  std::vector<std::string> below(const std::string& commit) const;
  std::string pathOf(const std::string& name) const { return m_folder + "/names/" + name; }

  /// evict removes what was used longest ago until at most `bytes` are there. What this object gave out stays, and
  /// nothing happens while another program works in the folder. Returns the bytes that are left.
  std::uint64_t evict(std::uint64_t bytes);

 private:
  Cache(std::string folder, files::FolderUse use) : m_folder(std::move(folder)), m_use(std::move(use)) {}
  std::string m_folder;
  files::FolderUse m_use;
  std::set<std::string> m_given;  ///< paths that find() and store() gave
};

}  // namespace plumbline::fetch
