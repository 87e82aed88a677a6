// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QFile>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

#include "core/files/descriptor.h"
#include "core/files/locked_log.h"

namespace plumbline::fetch {
namespace {

namespace fs = std::filesystem;

constexpr qsizetype kLongestEtag = 120;  // of a partial file's name; a longer one is not remembered
constexpr qsizetype kKeyDigits = 32;
constexpr int kMaxOwn = 100;

const QByteArray::Base64Options kNameSafe = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;

std::string keyOf(const std::string& url) {
  const QByteArray hash = QCryptographicHash::hash(QByteArray::fromStdString(url), QCryptographicHash::Sha256).toHex();
  return hash.left(kKeyDigits).toStdString();
}

std::string parentOf(const std::string& name) { return fs::path(name).parent_path().string(); }

/// Content is one file on disk with all names it has in the cache.
struct Content {
  std::uint64_t bytes = 0;
  std::int64_t usedNs = 0;
  std::vector<std::string> paths;
};

std::vector<Content> contentsBelow(const std::string& folder) {
  std::map<std::pair<dev_t, ino_t>, Content> contents;
  std::error_code error;
  for (const char* part : {"/content", "/names", "/partial"}) {
    fs::recursive_directory_iterator entries(folder + part, fs::directory_options::skip_permission_denied, error);
    for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
      struct stat info {};
      const std::string path = entries->path().string();
      if (::lstat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) continue;
      Content& content = contents[{info.st_dev, info.st_ino}];
      content.bytes = static_cast<std::uint64_t>(info.st_size);
      content.usedNs = info.st_atim.tv_sec * std::int64_t{1'000'000'000} + info.st_atim.tv_nsec;
      content.paths.push_back(path);
    }
  }
  std::vector<Content> list;
  for (auto& [inode, content] : contents) list.push_back(std::move(content));
  std::ranges::sort(list, {}, &Content::usedNs);
  return list;
}

}  // namespace

std::string defaultCacheFolder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return std::string(cache) + "/plumbline/artifacts";
  const char* home = std::getenv("HOME");
  return home == nullptr || home[0] == 0 ? std::string() : std::string(home) + "/.cache/plumbline/artifacts";
}

std::string hashOfFile(const std::string& path) {
  QFile file(QFile::decodeName(path.c_str()));
  QCryptographicHash hash(kContentHash);
  if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file)) return {};
  return hash.result().toHex().toStdString();
}

base::Result<Cache> Cache::open(const std::string& folder) {
  if (folder.empty())
    return base::fail(
        {base::ErrorCode::BadArgument, "There is no folder to keep artifacts in.", "Set HOME or XDG_CACHE_HOME."});
  for (const char* part : {"content", "names", "partial"})
    if (auto made = files::makeFolders(folder, part, files::Missing::MakePrivate); !made) return base::fail(made.error());
  // What another user puts here would be taken for CI's: the names of contents prove nothing about who wrote them.
  for (const char* part : {"content", "names", "partial", "in-use"})
    if (const auto foreign = files::foreignPart(folder, part))
      return base::fail(base::ErrorCode::NotReadable,
                        "The cache is not used: another user owns a part of it or can write to it.",
                        "Make it yours alone (chown, chmod go-w), or name another folder.", *foreign);
  auto use = files::FolderUse::shared(folder + "/in-use");
  if (!use) return base::fail(use.error());
  return Cache(folder, *std::move(use));
}

std::optional<std::string> Cache::find(const std::string& name) {
  const std::string path = pathOf(name);
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  // Damaged bytes hash to something that no content is named by.
  const std::string hash = hashOfFile(path);
  const std::string content = m_folder + "/content/" + hash;
  if (hash.empty() || ::access(content.c_str(), F_OK) != 0) return std::nullopt;
  files::touchAccessTime(path);
  files::touchAccessTime(content);  // the same file, unless names are copies
  m_given.insert({path, content});
  return path;
}

base::Result<std::string> Cache::store(files::StreamFile file, const std::string& hash, const std::string& name) {
  const std::string content = m_folder + "/content/" + hash;
  // No fsync: everything can be fetched again, and is checked when it is used.
  const bool isThere = ::access(content.c_str(), F_OK) == 0 && hashOfFile(content) == hash;
  const auto placed = isThere ? file.discard() : file.finish(content, files::StreamFile::Durable::No);
  if (!placed) return base::fail(placed.error());
  if (auto made = files::makeFolders(m_folder, "names/" + parentOf(name)); !made) return base::fail(made.error());
  const std::string path = pathOf(name);
  if (auto linked = files::replaceWithLink(content, path); !linked) return base::fail(linked.error());
  files::touchAccessTime(path);
  m_given.insert({path, content});
  return path;
}

std::optional<Partial> Cache::resume(const std::string& url) {
  const std::string start = keyOf(url) + ".";
  std::error_code error;
  for (fs::directory_iterator entries(m_folder + "/partial", error); !error && entries != fs::directory_iterator();
       entries.increment(error)) {
    const std::string name = entries->path().filename().string();
    if (!name.starts_with(start) || name.size() == start.size()) continue;
    const auto etag = QByteArray::fromBase64Encoding(QByteArray::fromStdString(name.substr(start.size())),
                                                     kNameSafe | QByteArray::AbortOnBase64DecodingErrors);
    if (!etag) continue;  // one program's own
    auto file = files::StreamFile::resume(entries->path().string());
    if (file && file->size() > 0) return Partial{*std::move(file), *etag};
  }
  return std::nullopt;
}

base::Result<files::StreamFile> Cache::begin(const std::string& url, const QByteArray& etag) {
  // Only strong ETags guarantee equal bytes (RFC 9110, 8.8.3).
  const bool isStrong = etag.startsWith('"') && etag.size() <= kLongestEtag;
  const std::string plain = m_folder + "/partial/" + keyOf(url) + ".";
  const std::string own = "-." + std::to_string(::getpid()) + ".";  // not base 64, so it is never resumed
  auto file = files::StreamFile::create(plain + (isStrong ? etag.toBase64(kNameSafe).toStdString() : own));
  for (int i = 0; i < kMaxOwn && !file && file.error().code == base::ErrorCode::Changed; ++i)
    file = files::StreamFile::create(plain + own + std::to_string(i));
  return file;
}

std::vector<std::string> Cache::commits() const {
  std::vector<std::string> list;
  std::error_code error;
  for (fs::directory_iterator entries(m_folder + "/names", error); !error && entries != fs::directory_iterator();
       entries.increment(error))
    if (entries->is_directory(error)) list.push_back(entries->path().filename().string());
  std::ranges::sort(list);
  return list;
}

std::vector<std::string> Cache::below(const std::string& commit) const {
  std::vector<std::string> list;
  std::error_code error;
  const std::string root = m_folder + "/names/";
  fs::recursive_directory_iterator entries(root + commit, fs::directory_options::skip_permission_denied, error);
  for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error))
    if (entries->is_regular_file(error) && entries->path().extension() == ".zip")
      list.push_back(entries->path().string().substr(root.size()));
  std::ranges::sort(list);
  return list;
}

std::uint64_t Cache::evict(std::uint64_t bytes) {
  std::vector<Content> contents = contentsBelow(m_folder);
  std::uint64_t left = 0;
  for (const Content& content : contents) left += content.bytes;
  if (left <= bytes || !m_use.tryLockExclusive()) return left;
  for (const Content& content : contents) {
    if (left <= bytes) break;
    const auto given = [&](const std::string& path) { return m_given.count(path) > 0; };
    if (std::ranges::any_of(content.paths, given)) continue;
    for (const std::string& path : content.paths) {
      if (!files::removeFile(path)) continue;
      files::removeEmptyFolders(m_folder + "/names", parentOf(path));
    }
    left -= content.bytes;
  }
  m_use.lockShared();
  return left;
}

}  // namespace plumbline::fetch
