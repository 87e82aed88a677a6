// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_find.h"

#include <filesystem>

#include "core/runs/engine/run_store.h"

namespace plumbline::cli {

std::vector<runs::Run> runsIn(const std::string& folder, Context& context) {
  std::error_code problem;
  if (!std::filesystem::is_directory(folder, problem)) {
    if (problem && problem != std::errc::no_such_file_or_directory)
      printError(context, {base::ErrorCode::NotReadable, "The runs' folder cannot be read: " + problem.message() + ".",
                         "Name another one (--folder).", folder});
    return {};
  }
  const auto store = runs::RunStore::open(folder);
  if (!store) {
    printError(context, store.error());
    return {};
  }
  std::vector<base::Error> problems;
  std::vector<runs::Run> found = store->list(problems);
  for (const base::Error& error : problems) printError(context, error);
  return found;
}

base::Result<runs::Run> findRunById(const std::string& folder, const std::string& word, Context& context) {
  std::vector<runs::Run> found = runsIn(folder, context);
  if (word == "last" && !found.empty()) return std::move(found.front());
  std::vector<std::size_t> fits;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!word.empty() && (found[i].id.starts_with(word) || found[i].id.ends_with(word))) fits.push_back(i);
  if (fits.size() == 1) return std::move(found[fits.front()]);
  if (fits.empty())
    return base::fail(base::ErrorCode::NotFound, "There is no run \"" + word + "\" in " + folder + ".",
                      "plumbline-cli run list names them; last is the newest.");
  return base::fail(base::ErrorCode::BadArgument, std::to_string(fits.size()) + " runs fit \"" + word + "\".",
                    "Give more of the id.");
}

Supervision supervisionOf(const runs::Run& run) {
  if (runs::isFinished(runs::stateOf(run)) && run.isSaved) return Supervision::Finished;
  return run.access == runs::RunAccess::Abandoned ? Supervision::Abandoned : Supervision::Supervised;
}

std::string stateText(const runs::Run& run) {
  const Supervision supervision = supervisionOf(run);
  if (supervision == Supervision::Abandoned) return "left behind";
  if (supervision != Supervision::Finished && run.access == runs::RunAccess::Foreign) return "not yours";
  return std::string(runs::stateWord(runs::stateOf(run)));
}

}  // namespace plumbline::cli
