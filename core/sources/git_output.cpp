// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/git_output.h"

#include <charconv>

#include "core/files/child_process.h"
#include "core/text/utf8.h"

namespace plumbline::sources {

namespace {

using base::ErrorCode;

/// Words before git's own command. Settings of a repository that would start a program, or change what is printed, are
/// answered here, on the command line, which wins over every file.
const std::vector<std::string>& firmSettings() {
  static const std::vector<std::string> kWords = {
      "--no-pager", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs",
      "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false",
      "-c", "gpg.program=/bin/false", "-c", "gpg.ssh.program=/bin/false", "-c", "core.sshCommand=/bin/false",
      "-c", "protocol.allow=never", "-c", "diff.external=", "-c", "diff.relative=false", "-c", "log.follow=false",
      "-c", "i18n.logOutputEncoding=UTF-8", "-c", "core.quotePath=false"};
  return kWords;
}

/// firstLine is what git complained about, without its "fatal: ".
std::string firstLine(const std::string& err) {
  std::string line = err.substr(0, err.find('\n'));
  for (const std::string_view prefix : {"fatal: ", "error: "})
    if (line.starts_with(prefix)) line.erase(0, prefix.size());
  if (!line.empty() && !line.ends_with('.')) line += '.';
  return line;
}

base::Error complaint(const std::string& checkout, const files::ChildAnswer& answer) {
  if (answer.err.find("dubious ownership") != std::string::npos)
    return {ErrorCode::NotReadable, "git does not trust this repository: it belongs to somebody else.",
            "Say that it is safe: git config --global --add safe.directory FOLDER.", checkout};
  if (answer.err.find("not a git repository") != std::string::npos ||
      answer.err.find("cannot change to") != std::string::npos)
    return {ErrorCode::NotFound, "There is no git repository here.", "Open a clone of PyTorch.", checkout};
  if (answer.err.find("does not have any commits") != std::string::npos ||
      answer.err.find("bad revision 'HEAD'") != std::string::npos ||
      answer.err.find("Not a valid object name HEAD") != std::string::npos)
    return {ErrorCode::NotFound, "This repository has no commits yet.", "Open a clone of PyTorch.", checkout};
  return {ErrorCode::NotReadable, "git could not answer: " + firstLine(answer.err), "", checkout};
}

base::Error missingVersion(const std::string& checkout) {
  return {ErrorCode::NotFound, "This clone does not hold every version of the files (it is a partial one).",
          "Get the rest first: git fetch --refetch --no-filter.", checkout};
}

base::Error oddBlobs(const std::string& checkout) {
  return {ErrorCode::BadFormat, "git's answer was not understood: versions of files are missing from it.",
          "Look at the repository first: git fsck.", checkout};
}

/// Fields cuts an answer at its separators.
class Fields {
 public:
  Fields(std::string_view said, char separator) : m_rest(said), m_separator(separator) {}
  bool atEnd() const { return m_rest.empty(); }
  std::string_view peek() const { return m_rest.substr(0, m_rest.find(m_separator)); }
  /// next gives nothing when the separator is missing: every field ends in one.
  std::optional<std::string_view> next() {
    const std::size_t end = m_rest.find(m_separator);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view field = m_rest.substr(0, end);
    m_rest.remove_prefix(end + 1);
    return field;
  }

 private:
  std::string_view m_rest;
  char m_separator;
};

bool isId(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string idIn(std::string_view mode, std::string_view id) {
  return mode.starts_with("100") ? std::string(id) : std::string();
}

/// clean replaces bytes that are no UTF-8: names and subjects are shown and written as JSON.
std::string clean(std::string_view text) {
  std::string out(text);
  while (const auto bad = text::firstInvalidUtf8(out)) out[*bad] = '?';
  return out;
}

/// fileOf reads ":100644 100644 OLD NEW M".
std::optional<LoggedFile> fileOf(std::string_view meta) {
  Fields fields(meta, ' ');
  const auto oldMode = fields.next();
  const auto newMode = fields.next();
  const auto before = fields.next();
  const auto after = fields.next();
  if (!after || !oldMode->starts_with(':') || !isId(*before) || !isId(*after)) return std::nullopt;
  return LoggedFile{{}, idIn(oldMode->substr(1), *before), idIn(*newMode, *after)};
}

tl::unexpected<const char*> odd(const char* what) { return tl::unexpected<const char*>(what); }

bool isRaw(std::string_view field) { return field.starts_with("\n:") || field.starts_with(':'); }

bool numberOf(std::string_view text, std::uint64_t& value) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

}  // namespace

Parsed<std::vector<LoggedCommit>> loggedCommits(std::string_view said) {
  std::vector<LoggedCommit> commits;
  Fields fields(said, '\0');
  while (!fields.atEnd()) {
    const auto hash = fields.next();
    const auto parents = fields.next();
    const auto date = fields.next();
    const auto author = fields.next();
    const auto subject = fields.next();
    if (!subject || !isId(*hash)) return odd("a commit without its hash");
    LoggedCommit commit{{std::string(*hash), clean(*date), clean(*author), clean(*subject)}, !parents->empty(), {}};
    while (!fields.atEnd() && isRaw(fields.peek())) {
      std::string_view meta = *fields.next();
      if (meta.starts_with('\n')) meta.remove_prefix(1);
      auto file = fileOf(meta);
      const auto path = fields.next();
      if (!file || !path || path->empty()) return odd("a file without its versions");
      file->path = *path;
      if (file->before != file->after) commit.files.push_back(std::move(*file));
    }
    commits.push_back(std::move(commit));
  }
  return commits;
}

Parsed<std::map<std::string, std::string>> listedFiles(std::string_view said) {
  std::map<std::string, std::string> files;
  Fields entries(said, '\0');
  while (!entries.atEnd()) {
    const auto entry = entries.next();
    const std::size_t tab = entry ? entry->find('\t') : std::string_view::npos;
    if (tab == std::string_view::npos) return odd("a file without a path");
    Fields fields(entry->substr(0, tab), ' ');
    const auto mode = fields.next();
    const auto type = fields.next();
    if (!type || !isId(fields.peek())) return odd("a file without its version");
    std::string id = idIn(*mode, fields.peek());
    if (!id.empty()) files.emplace(entry->substr(tab + 1), std::move(id));
  }
  return files;
}

base::Result<std::string> Git::run(const std::vector<std::string>& words, const std::string& input,
                                   std::size_t maxOutput) {
  files::ChildRequest request{.program = "git",
                              .arguments = {"-C", m_checkout},
                              .input = input,
                              .maxOutput = maxOutput,
                              .environmentWithout = {"GIT_"},
                              .environmentWith = {"GIT_ALLOW_PROTOCOL=", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0",
                                                  "LC_ALL=C"}};
  request.arguments.insert(request.arguments.end(), firmSettings().begin(), firmSettings().end());
  request.arguments.insert(request.arguments.end(), words.begin(), words.end());
  auto answer = files::runChild(request, m_stop);
  if (answer.isCancelled()) {
    m_cancelled = true;
    return std::string();
  }
  if (answer.isError()) {
    base::Error error = answer.error();
    if (error.code == ErrorCode::NotFound) error.hint = "Install git to see the history of the baselines.";
    return base::fail(std::move(error));
  }
  if (answer.value().exitCode != 0) return base::fail(complaint(m_checkout, answer.value()));
  return std::move(answer.value().out);
}

base::Result<std::unordered_map<std::string, std::uint64_t>> Git::sizes(const std::vector<std::string>& ids) {
  std::unordered_map<std::string, std::uint64_t> sizes;
  std::string input;
  for (const std::string& id : ids) input += id + '\n';
  const auto said = run({"cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)", "--buffer"}, input);
  if (!said || m_cancelled) return said ? base::Result<decltype(sizes)>(sizes) : base::fail(said.error());
  Fields lines(*said, '\n');
  for (const std::string& id : ids) {
    const auto line = lines.next();
    if (line && line->ends_with(" missing")) return base::fail(missingVersion(m_checkout));
    std::uint64_t size = 0;
    if (!line || !line->starts_with(id + " blob ") || !numberOf(line->substr(id.size() + 6), size))
      return base::fail(oddBlobs(m_checkout));
    sizes.emplace(id, size);
  }
  return sizes;
}

std::optional<base::Error> Git::fill(std::unordered_map<std::string, std::string>& blobs, std::size_t limit) {
  std::string input;
  for (const auto& [id, bytes] : blobs) input += id + '\n';
  if (input.empty()) return std::nullopt;
  const auto said = run({"cat-file", "--batch", "--buffer"}, input, limit + blobs.size() * 128);
  if (!said) return said.error();
  if (m_cancelled) return std::nullopt;
  std::string_view rest = *said;
  for (std::size_t i = 0; i < blobs.size(); ++i) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return oddBlobs(m_checkout);
    const std::string_view head = rest.substr(0, end);
    const std::size_t blank = head.find(' ');
    const auto blob = blobs.find(std::string(head.substr(0, blank)));
    std::uint64_t size = 0;
    rest.remove_prefix(end + 1);
    if (blob == blobs.end() || !head.substr(blank).starts_with(" blob ") || !numberOf(head.substr(blank + 6), size) ||
        rest.size() < size + 1)
      return oddBlobs(m_checkout);
    blob->second = rest.substr(0, size);
    rest.remove_prefix(size + 1);
  }
  return std::nullopt;
}

}  // namespace plumbline::sources
