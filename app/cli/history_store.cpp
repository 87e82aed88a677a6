// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/history_store.h"

#include <QDateTime>

namespace plumbline::cli {

std::vector<OptionSpec> withStoreOption(std::vector<OptionSpec> options) {
  options.insert(options.begin(), option("--store STORE", "the history: a file (default: plumbline/history.sqlite in the user's data folder) or postgresql://user@host:port/database"));
  return options;
}

base::Result<OpenHistory> openHistory(const ParsedArguments& arguments, history::Store::Access access) {
  auto application = std::make_unique<QtApplication>();
  const std::string file = arguments.value("--store").value_or(history::defaultStoreFile());
  if (file.empty()) return base::fail(badArgument("--store needs a file or a URL"));
  auto store = history::Store::open(file, access);
  if (!store) return base::fail(std::move(store.error()));
  return OpenHistory(std::move(application), *std::move(store));
}

base::Result<std::int64_t> timeOf(const ParsedArguments& arguments, const std::string& option, std::int64_t otherwise, bool end) {
  const auto given = arguments.value(option);
  if (!given) return otherwise;
  const QString text = QString::fromStdString(*given);
  bool isNumber = false;
  const qlonglong seconds = text.toLongLong(&isNumber);
  constexpr qlonglong kLeastUnixTime = 100'000'000;  // of 1973; shorter numbers are mistyped days, such as 20260301
  if (isNumber && seconds >= kLeastUnixTime) return seconds;
  QDateTime time = QDateTime::fromString(text, Qt::ISODate);
  const bool isDay = text.size() == 10;
  if (!time.isValid() || time.date().year() < 1970)
    return base::fail(badArgument(option + ": " + *given + " is no date", "Write 2026-03-01, 2026-03-01T12:00:00Z or Unix seconds (9 digits or more)."));
  if (time.timeSpec() == Qt::LocalTime) time.setTimeSpec(Qt::UTC);
  constexpr std::int64_t kLastSecondOfDay = 86'399;
  return time.toSecsSinceEpoch() + (isDay && end ? kLastSecondOfDay : 0);
}

}  // namespace plumbline::cli
