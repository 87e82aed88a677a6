// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/margins/margin_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "core/configs/catalogue.h"
#include "core/files/descriptor.h"
#include "core/numerics/errors/error_measures.h"
#include "core/numerics/tensors/tensor.h"
#include "core/sources/formats/log_lines.h"
#include "core/text/ascii.h"

namespace plumbline::numerics {
namespace {

/// MarginLine is "RMSE (res-fp64): 0.00147, (ref-fp64): 0.00048 and shape=torch.Size([1, 1])", with the additions of
/// newer builds (SPEC 14 f). Loggers, ranks and the benchmark's own output may precede it in a line.
struct MarginLine {
  double resError = 0, refError = 0;
  std::string shape = {};                 ///< "1 x 1", "scalar"; "" when the line was cut before it
  std::string dtype = {};                 ///< "float16"; "" in the old form
  std::optional<double> multiplier = {}, tol = {};  ///< absent in the old form
};
constexpr std::string_view kFront = "RMSE (res-fp64): ";
constexpr std::string_view kKey = "Accuracy failed for key name ";

bool consume(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

/// readNumber reads the output of Python's %f: digits, "nan", "inf"; never negative here.
std::optional<double> readNumber(std::string_view& text) {
  if (consume(text, "nan")) return std::numeric_limits<double>::quiet_NaN();
  if (consume(text, "inf")) return std::numeric_limits<double>::infinity();
  if (text.empty() || !text::isDigit(text.front())) return std::nullopt;
  double number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// readShape reads "torch.Size([3, 2])".
std::string readShape(std::string_view& text) {
  if (!consume(text, "torch.Size([")) return {};
  std::vector<std::int64_t> sizes;
  while (!consume(text, "])")) {
    std::int64_t size = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (status != std::errc{} || sizes.size() == kMaxAxes) return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    consume(text, ", ");
    sizes.push_back(size);
  }
  return shapeText(sizes);
}

std::optional<double> readNamed(std::string_view& text, std::string_view name) {
  std::string_view rest = text;
  if (!consume(rest, name)) return std::nullopt;
  const auto number = readNumber(rest);
  if (number) text = rest;
  return number;
}

bool isDtypeCharacter(char c) { return c == '_' || text::isLower(c) || text::isDigit(c); }

std::string readDtype(std::string_view& text) {
  if (!consume(text, ". res.dtype: torch.")) return {};
  constexpr std::size_t kMaxLength = 32;
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, isDtypeCharacter) - text.begin());
  const std::string_view name = text.substr(0, std::min(end, kMaxLength));
  text.remove_prefix(end);
  return std::string(name);
}

std::string_view readWord(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  const std::string_view word = text.substr(0, std::min(text.find_first_of(" \t"), text.size()));
  text.remove_prefix(word.size());
  return word;
}

/// withoutRank removes "[rank0]: " and "[default3]:", the prefixes of launchers of several processes.
std::string_view withoutRank(std::string_view text) {
  constexpr std::size_t kMaxLength = 24;
  const std::size_t end = text.starts_with('[') ? text.substr(0, kMaxLength).find("]:") : std::string_view::npos;
  return end == std::string_view::npos ? text : text.substr(end + 2);
}

/// nextMarginLine reads the first one in the text and removes everything up to its end.
std::optional<MarginLine> nextMarginLine(std::string_view& text) {
  while (true) {
    const std::size_t at = text.find(kFront);
    if (at == std::string_view::npos) return std::nullopt;
    text.remove_prefix(at + kFront.size());
    const auto resError = readNumber(text);
    if (!resError || !consume(text, ", (ref-fp64): ")) continue;
    const auto refError = readNumber(text);
    if (!refError) continue;
    MarginLine line{.resError = *resError, .refError = *refError};
    if (consume(text, " and shape=")) line.shape = readShape(text);
    line.dtype = readDtype(text);
    line.multiplier = readNamed(text, ", multiplier: ");
    line.tol = readNamed(text, ", tol: ");
    return line;
  }
}

/// failedKey is the key of "Accuracy failed for key name past_key_values"; "" for other lines.
std::string_view failedKey(std::string_view text) {
  constexpr std::size_t kMaxLength = 1000;
  const std::size_t at = text.find(kKey);
  if (at == std::string_view::npos) return {};
  std::string_view key = text.substr(at + kKey.size(), kMaxLength);
  return key.substr(0, key.find_last_not_of(text::kBlanks) + 1);
}

/// isOtherFailure: same() failed for a leaf without an RMSE, so a key that follows does not belong to a margin.
bool isOtherFailure(std::string_view text) {
  constexpr std::array<std::string_view, 6> kFailures{
      "Accuracy failed: ",     "Accuracy failed (", "dtype mismatch torch.",
      "IoU accuracy failed: ", "Similarity score=", "Length mismatch"};
  return std::ranges::any_of(kFailures, [text](std::string_view failure) { return text.find(failure) != text.npos; });
}

/// modelAtFront is the model of "cuda train hf_Bert", whatever follows; "" for other lines.
std::string_view modelAtFront(std::string_view text) {
  constexpr std::size_t kMaxLength = 400;  // the benchmark pads the name to 34 characters and may add a tag
  text = withoutRank(text.substr(0, kMaxLength));
  const std::string_view device = readWord(text);
  if (device.empty() || configs::catalogue().device(device.substr(0, device.find(':'))) == nullptr) return {};
  const std::string_view mode = readWord(text);
  return mode == "train" || mode == "eval" ? readWord(text) : std::string_view{};
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

base::Error badOption(std::string text) { return {.code = base::ErrorCode::BadArgument, .text = std::move(text)}; }

constexpr std::size_t kChunkBytes = std::size_t{1} << 18U;
constexpr std::size_t kMaxPartBytes = std::size_t{1} << 16U;  // of a line without an end

/// feed passes every complete part of `pending` to the reader, and keeps the rest.
void feed(MarginReader& reader, std::string& pending) {
  std::size_t begin = 0;
  for (std::size_t end = pending.find_first_of("\r\n"); end != std::string::npos;
       end = pending.find_first_of("\r\n", begin)) {
    reader.addPart(std::string_view(pending).substr(begin, end - begin), pending[end] == '\n');
    begin = end + 1;
  }
  if (pending.size() - begin > kMaxPartBytes) {
    reader.addPart(std::string_view(pending).substr(begin), false);
    begin = pending.size();
  }
  pending.erase(0, begin);
}

}  // namespace

base::Result<void> checkOptions(const MarginOptions& options) {
  if (!std::isfinite(options.multiplier) || options.multiplier <= 0)
    return base::fail(badOption("The multiplier must be a number over 0."));
  if (!std::isfinite(options.tol) || options.tol < 0)
    return base::fail(badOption("The tolerance must be a number from 0 on."));
  if (!std::isfinite(options.warnAt) || options.warnAt <= 0)
    return base::fail(badOption("The margin to warn at must be a number over 0."));
  return {};
}

double marginOf(double resError, double refError, double multiplier, double tol) {
  if (std::isnan(resError) || std::isnan(refError)) return kNan;
  constexpr double kTolShare = 10.0;  // SPEC 14 f
  const double bound = multiplier * refError + tol / kTolShare;
  if (bound == 0) return resError == 0 ? 0 : std::numeric_limits<double>::infinity();
  if (std::isinf(resError) && std::isinf(bound)) return 1.0;  // infinity <= infinity: passes, by nothing
  return resError / bound;
}

bool isWarned(double margin, const MarginOptions& options) { return !(margin < options.warnAt); }

MarginReader::MarginReader(MarginOptions options) : m_options(options) {}

void MarginReader::add(std::string_view line) { addPart(line, true); }

void MarginReader::addPart(std::string_view part, bool endsLine) {
  sources::LogLines texts(part);
  while (texts.next()) addText(texts.text());
  if (endsLine) ++m_line;
}

void MarginReader::addText(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (m_line == 0 && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (const std::string_view model = modelAtFront(text); !model.empty()) {
    m_model = model;
    m_isOpen = false;
  }
  if (const std::string_view key = failedKey(text); !key.empty()) {
    addKey(key);
    return;
  }
  if (isOtherFailure(text)) m_isOpen = false;
  while (const auto line = nextMarginLine(text)) {
    LoggedMargin margin{.model = m_model,
                        .line = m_line + 1,
                        .resError = line->resError,
                        .refError = line->refError,
                        .shape = line->shape,
                        .dtype = line->dtype,
                        .multiplier = line->multiplier,
                        .tol = line->tol};
    margin.usedMultiplier = line->multiplier.value_or(m_options.multiplier);
    margin.usedTol = line->tol.value_or(m_options.tol);
    margin.isAssumed = !line->multiplier || !line->tol;
    margin.margin = marginOf(margin.resError, margin.refError, margin.usedMultiplier, margin.usedTol);
    m_margins.push_back(std::move(margin));
    m_isOpen = true;
    m_keyLine = 0;
  }
}

/// addKey: same() logs the innermost key first, then each enclosing dict on a line of its own.
void MarginReader::addKey(std::string_view key) {
  if (!m_isOpen) return;
  std::string& known = m_margins.back().key;
  const bool isNext = m_keyLine != 0 && m_line <= m_keyLine;
  constexpr std::size_t kMaxLength = 4000;
  if (known.empty())
    known = key;
  else if (isNext && known.size() < kMaxLength)
    known = std::string(key) + '.' + known;
  else
    m_isOpen = false;
  m_keyLine = m_line + 1;
}

std::vector<MarginTrend> marginTrends(const std::vector<std::vector<LoggedMargin>>& logs,
                                      const MarginOptions& options) {
  std::vector<MarginTrend> trends;
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::size_t> indices;
  for (std::size_t log = 0; log < logs.size(); ++log)
    for (const LoggedMargin& margin : logs[log]) {
      const auto [index, isNew] = indices.try_emplace({margin.model, margin.key, margin.shape}, trends.size());
      if (isNew) {
        trends.push_back({.model = margin.model, .key = margin.key, .shape = margin.shape, .margins = {}});
        trends.back().margins.resize(logs.size());
      }
      std::optional<double>& worst = trends[index->second].margins[log];
      if (!worst || isWorse(margin.margin, *worst)) worst = margin.margin;
    }
  constexpr std::size_t kMinToRise = 3;
  for (MarginTrend& trend : trends) {
    std::vector<double> there;
    for (const auto& margin : trend.margins)
      if (margin) there.push_back(*margin);
    trend.isWarned = isWarned(there.back(), options);
    const auto falls = [](double before, double after) { return !(after > before); };
    trend.isRising = there.size() >= kMinToRise && std::ranges::adjacent_find(there, falls) == there.end();
  }
  return trends;
}

std::vector<LoggedMargin> worstPerModel(const std::vector<LoggedMargin>& margins) {
  std::vector<LoggedMargin> worst;
  std::map<std::string_view, std::size_t> indices;
  for (const LoggedMargin& margin : margins) {
    const auto [index, isNew] = indices.try_emplace(margin.model, worst.size());
    if (isNew)
      worst.push_back(margin);
    else if (isWorse(margin.margin, worst[index->second].margin))
      worst[index->second] = margin;
  }
  std::ranges::stable_sort(worst, isWorse, &LoggedMargin::margin);
  return worst;
}

base::Outcome<std::vector<LoggedMargin>> readMargins(const std::string& path, const MarginOptions& options,
                                                     const base::Progress& progress) {
  if (auto sound = checkOptions(options); !sound) return sound.error();
  const files::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.isOpen()) return files::readError(path, errno);
  struct stat state {};
  if (::fstat(file.get(), &state) != 0) return files::readError(path, errno);
  const auto total = static_cast<std::uint64_t>(state.st_size);
  MarginReader reader(options);
  std::string pending;
  if (!S_ISREG(state.st_mode)) {  // pipes and devices may be silent or endless
    const auto stream = files::readFile(path);
    if (!stream) return stream.error();
    for (std::size_t at = 0; at < stream->bytes.size(); at += kChunkBytes) {
      pending.append(stream->bytes, at, kChunkBytes);
      feed(reader, pending);
    }
  }
  std::vector<char> chunk(kChunkBytes);
  std::uint64_t done = 0;
  while (S_ISREG(state.st_mode)) {
    if (!progress.report(done, std::max(done, total))) return base::Cancelled{};
    const ssize_t count = ::read(file.get(), chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return files::readError(path, errno);
    if (count == 0) break;
    done += static_cast<std::uint64_t>(count);
    pending.append(chunk.data(), static_cast<std::size_t>(count));
    feed(reader, pending);
  }
  if (!pending.empty()) reader.add(pending);
  return reader.margins();
}

}  // namespace plumbline::numerics
