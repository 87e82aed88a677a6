// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/flaky_source.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "core/flaky/python_list.h"
#include "core/flaky/toml_list.h"
#include "core/python/tokens.h"

namespace plumbline::flaky {

struct FlakySource::Impl {
  std::string bytes, path;
  Origin origin = Origin::Toml;
  TomlList toml;      ///< of a list
  PythonList python;  ///< of a script

  bool isToml() const { return origin == Origin::Toml; }
  const std::vector<FlakyEntry>& entries() const { return isToml() ? toml.entries : python.entries; }
  const std::vector<std::string>& problems() const { return python.sets.problems; }
};

namespace {

/// comesBefore orders entries so that two readings of one are equal. In a script a comment may come to stand beside
/// another name.
bool comesBefore(const FlakyEntry& a, const FlakyEntry& b) {
  const auto scope = [](const FlakyEntry& e) {
    return std::tie(e.name, e.isPattern, e.check, e.platform, e.config, e.origin);
  };
  if (scope(a) != scope(b)) return scope(a) < scope(b);
  const auto rest = [](const FlakyEntry& e) { return std::tie(e.reason, e.issue, e.owner, e.added, e.expires); };
  return a.origin == Origin::Toml && rest(a) < rest(b);
}

bool sameEntry(const FlakyEntry& a, const FlakyEntry& b) { return !comesBefore(a, b) && !comesBefore(b, a); }

/// sameEntries compares two lists in any order.
bool sameEntries(std::vector<FlakyEntry> a, std::vector<FlakyEntry> b) {
  std::sort(a.begin(), a.end(), comesBefore);
  std::sort(b.begin(), b.end(), comesBefore);
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), sameEntry);
}

base::Error bad(std::string text, std::string hint) {
  return {base::ErrorCode::BadArgument, std::move(text), std::move(hint)};
}

/// oddName refuses what would be an entry that matches nothing.
std::optional<base::Error> oddName(const FlakyEntry& entry) {
  if (entry.name.find_first_not_of(" \t") == std::string::npos)
    return bad("An entry needs a name or a pattern.", "Give one.");
  if (entry.isPattern || entry.name.find_first_of("*?") == std::string::npos) return std::nullopt;
  return bad("No model is called \"" + entry.name + "\": names have no * and ?.",
             "Make it a pattern, in a flaky.toml, or give the whole name.");
}

/// unsayable describes what a form has no place for, an error for the first such thing. The day on which an entry was
/// added is none: for a script git knows it.
std::optional<base::Error> unsayable(const FlakyEntry& entry, Origin form) {
  if (auto odd = oddName(entry)) return odd;
  std::string why = refusalReason(form, entry);
  if (form == Origin::Toml && why.empty()) return std::nullopt;
  if (why.empty() && entry.config.find_first_of("*?") != std::string::npos)
    why = "A check script knows whole file names only.";
  if (why.empty() && entry.expires) why = unsupportedReason(form, EntryField::Expires);
  if (why.empty() && !entry.owner.empty()) why = unsupportedReason(form, EntryField::Owner);
  if (why.empty()) return std::nullopt;
  return bad(std::move(why), "Leave it out, or put the entry into a flaky.toml.");
}

}  // namespace

base::Result<FlakySource> FlakySource::read(std::string bytes, std::string path) {
  auto impl = std::make_shared<Impl>();
  if (path.ends_with(".py")) {
    impl->origin = originOfScript(bytes, path);
    impl->python = readPythonList(bytes, impl->origin);
    if (impl->python.sets.sets.empty() && impl->python.sets.problems.empty())
      return base::fail(base::ErrorCode::BadFormat, "This script has no set of flaky models.",
                        "Name check_accuracy.py or check_graph_breaks.py.", path);
  } else {
    auto list = readTomlList(bytes, path);
    if (!list) return base::fail(list.error());
    impl->toml = std::move(*list);
  }
  impl->bytes = std::move(bytes);
  impl->path = std::move(path);
  FlakySource source;
  source.m_impl = std::move(impl);
  return source;
}

Origin FlakySource::origin() const { return m_impl->origin; }
const std::string& FlakySource::path() const { return m_impl->path; }
const std::string& FlakySource::bytes() const { return m_impl->bytes; }
const std::vector<FlakyEntry>& FlakySource::entries() const { return m_impl->entries(); }
const std::vector<std::string>& FlakySource::problems() const { return m_impl->problems(); }

FlakyEntry FlakySource::asHere(FlakyEntry entry) const {
  entry.origin = origin();
  entry.line = 0;
  if (m_impl->isToml()) return entry;
  if (entry.check.empty()) entry.check = originName(origin());
  return entry;
}

base::Result<text::ByteEdits> FlakySource::checked(base::Result<text::ByteEdits> edits, std::size_t index,
                                                   const FlakyEntry* entry) const {
  const auto located = [&](base::Error error) {
    if (error.file.empty()) error.file = path();
    return base::fail(std::move(error));
  };
  if (!m_impl->isToml())
    if (const std::size_t line = conflictLine(bytes()); line != 0)
      return located({base::ErrorCode::BadFormat, "git left a conflict in this script.",
                      "Choose a side in an editor first.", {}, line});
  if (!edits) return located(edits.error());
  const auto after = text::applied(bytes(), *edits);
  if (!after) return located(after.error());
  const base::Error surprise{base::ErrorCode::Internal,
                             "Read again after the edit, the file would not differ by exactly this entry.",
                             "Edit it by hand, and report this to the authors of Plumbline."};
  const auto again = read(*after, path());
  // A script whose only set lost its last name has no set to be read any more.
  const bool emptied = !again && index != npos && entry == nullptr && entries().size() == 1;
  if (!again && again.error().code == base::ErrorCode::TooLarge)
    return located({base::ErrorCode::TooLarge, again.error().text, "Remove entries that are no longer needed first."});
  if (!again && !emptied) return located(surprise);
  std::vector<FlakyEntry> want = entries();
  if (index != npos) want.erase(want.begin() + static_cast<std::ptrdiff_t>(index));
  if (entry != nullptr) want.push_back(*entry);
  if (!sameEntries(std::move(want), emptied ? std::vector<FlakyEntry>{} : again->entries())) return located(surprise);
  if (m_impl->isToml()) return edits;
  std::size_t texts = 0;
  if (index != npos) {
    const PythonList::Place place = m_impl->python.places[index];
    const PythonName& name = m_impl->python.sets.sets[place.set].names[place.name];
    for (const python::Statement& s :
         python::readStatements(std::string_view(bytes()).substr(name.begin, name.end - name.begin)))
      texts += s.tokens.size();
  }
  if (!samePythonButFor(bytes(), *after, entry == nullptr ? 0 : 1, texts)) return located(surprise);
  return edits;
}

base::Result<text::ByteEdits> FlakySource::add(const FlakyEntry& entry) const {
  FlakyEntry wanted = asHere(entry);
  const auto located = [&](base::Error error, std::size_t line = 0) {
    error.file = path();
    if (line != 0) error.line = line;
    return base::fail(std::move(error));
  };
  if (auto error = unsayable(wanted, origin())) return located(std::move(*error));
  if (!m_impl->isToml() && !wanted.config.empty()) {
    // the set of a file may ask for more than the entry says: then the entry becomes what the set asks
    if (const auto set = setFor(m_impl->python, wanted)) {
      const PathCondition& asks = m_impl->python.sets.sets[*set].condition;
      if (asks.rocm == Rocm::No && wanted.platform.empty()) wanted.platform = platformOf(asks.files.front());
      if (asks.rocm == Rocm::Yes && wanted.platform.empty()) wanted.platform = "rocm";
    }
  }
  if (const std::size_t there = find(wanted.name, wanted.platform, wanted.config, wanted.check); there != npos)
    return located(bad("\"" + wanted.name + "\" is on this list already, for the same checks and files.",
                       "Change that entry instead."),
                   entries()[there].line);
  auto edits =
      m_impl->isToml() ? addToToml(bytes(), m_impl->toml, wanted) : addToPython(bytes(), m_impl->python, wanted);
  return checked(std::move(edits), npos, &wanted);
}

base::Result<text::ByteEdits> FlakySource::remove(std::size_t index) const {
  if (index >= entries().size()) return base::fail(bad("There is no such entry.", "Read the list again."));
  return checked(m_impl->isToml() ? removeFromToml(bytes(), m_impl->toml, index)
                                  : removeFromPython(bytes(), m_impl->python, index),
                 index, nullptr);
}

base::Result<text::ByteEdits> FlakySource::replace(std::size_t index, const FlakyEntry& entry) const {
  if (index >= entries().size()) return base::fail(bad("There is no such entry.", "Read the list again."));
  const FlakyEntry wanted = asHere(entry);
  const FlakyEntry& old = entries()[index];
  if (auto error = unsayable(wanted, origin())) {
    error->file = path();
    return base::fail(std::move(*error));
  }
  if (const std::size_t there = find(wanted.name, wanted.platform, wanted.config, wanted.check);
      there != npos && !(there == index || sameEntry(entries()[there], old)))
    return base::fail(base::ErrorCode::BadArgument,
                      "\"" + wanted.name + "\" is on this list already, for the same checks and files.",
                      "Remove one of the two entries.", path(), entries()[there].line);
  if (m_impl->isToml()) return checked(replaceInToml(bytes(), m_impl->toml, index, wanted), index, &wanted);
  if (wanted.platform == old.platform && wanted.config == old.config)
    return checked(replaceInPython(bytes(), m_impl->python, index, wanted), index, &wanted);
  // Another scope is another set: out of the one, into the other.
  const auto out = remove(index);
  if (!out) return out;
  const auto between = read(*text::applied(bytes(), *out), path());
  if (!between) return base::fail(between.error());
  const auto in = between->add(wanted);
  if (!in) return in;
  return text::between(bytes(), *text::applied(between->bytes(), *in));
}

std::size_t FlakySource::find(std::string_view name, std::string_view platform, std::string_view config,
                              std::string_view check) const {
  if (check.empty() && !m_impl->isToml()) check = originName(origin());
  const auto& all = entries();
  const auto at = std::ranges::find_if(all, [&](const FlakyEntry& e) {
    return e.name == name && e.platform == platform && e.config == config && e.check == check;
  });
  return at == all.end() ? npos : static_cast<std::size_t>(at - all.begin());
}

}  // namespace plumbline::flaky
