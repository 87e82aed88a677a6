// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/system/crash_report.h"

#include <unistd.h>

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <ctime>
#include <optional>

#include "core/files/folders.h"
#include "core/files/locked_log.h"
#include "core/session/system/system_information.h"

using namespace Qt::StringLiterals;

namespace plumbline::session {
namespace {

constexpr std::uint64_t kMaxReportBytes = 1 << 20;

struct CrashSignal {
  int number;
  const char* name;
};
constexpr std::array<CrashSignal, 5> kCrashSignals{
    {{SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"}}};

/// CrashState is all that the handler uses, made before: a handler may neither allocate nor lock. It is never freed.
struct CrashState {
  std::optional<files::LockedLog> log;
  std::array<std::array<char, 48>, kNotedActions> actions{};
  unsigned noted = 0;
  alignas(std::max_align_t) std::array<char, std::size_t{64} * 1024> stack{};  // a crash may be that the stack is full
};

CrashState& crashState() {
  static CrashState* const kState = new CrashState;
  return *kState;
}

void put(int file, const char* text) {
  for (std::size_t left = std::strlen(text); left > 0;) {
    const ssize_t written = write(file, text, left);
    if (written <= 0) return;
    text += written;
    left -= static_cast<std::size_t>(written);
  }
}

void putNumber(int file, long number) {
  std::array<char, 24> digits{};
  std::size_t at = digits.size() - 1;
  do {
    digits[--at] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number > 0);
  put(file, &digits[at]);
}

/// onCrash uses functions only that signal-safety(7) lists. SA_RESETHAND has put back the default: raising the signal again ends
/// the program, with a core dump where there is one.
void onCrash(int number) {
  const CrashState& state = crashState();
  if (state.log) {
    const int file = state.log->fd();
    put(file, "Signal: ");
    for (const CrashSignal& signal : kCrashSignals)
      if (signal.number == number) put(file, signal.name);
    put(file, "\nTime: ");
    putNumber(file, static_cast<long>(time(nullptr)));
    put(file, " s since 1970\nLast actions, the newest last:\n");
    const unsigned count = std::min<unsigned>(state.noted, kNotedActions);
    for (unsigned i = state.noted - count; i < state.noted; ++i) {
      put(file, "  ");
      put(file, state.actions[i % kNotedActions].data());
      put(file, "\n");
    }
  }
  raise(number);
}

std::string native(const QString& path) { return QFile::encodeName(path).toStdString(); }

}  // namespace

base::Result<void> writeCrashReports(const QString& folder) {
  CrashState& state = crashState();
  if (auto made = files::makeFolders(native(folder), "", files::Missing::MakePrivate); !made) return made;
  auto log = files::LockedLog::create(native(folder + u"/crash-%1.txt"_s.arg(QCoreApplication::applicationPid())));
  if (!log) return base::fail(log.error());
  if (auto head = log->append(versionText(u"plumbline"_s, true).toStdString() + '\n'); !head) return head;
  state.log.emplace(*std::move(log));
  stack_t stack{};
  stack.ss_sp = state.stack.data();
  stack.ss_size = state.stack.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = onCrash;
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
  for (const CrashSignal& signal : kCrashSignals) sigaction(signal.number, &action, nullptr);
  return {};
}

void endCrashReports() {
  CrashState& state = crashState();
  for (const CrashSignal& signal : kCrashSignals) std::signal(signal.number, SIG_DFL);
  if (state.log) (void)state.log->remove();
  state.log.reset();
}

void noteAction(std::string_view name) {
  CrashState& state = crashState();
  auto& action = state.actions[state.noted % kNotedActions];
  const std::size_t length = std::min(name.size(), action.size() - 1);
  std::copy_n(name.data(), length, action.data());
  action[length] = '\0';
  ++state.noted;
}

QStringList takeCrashReports(const QString& folder) {
  const QDir reports(folder);
  constexpr auto kFiles = QDir::Files | QDir::NoSymLinks;
  QStringList taken;
  for (const QFileInfo& report : reports.entryInfoList({u"crash-*.txt"_s}, kFiles, QDir::Time)) {
    bool isNew = false;
    const QString process = report.baseName().section(u'-', 1);
    (void)process.toUInt(&isNew);
    const std::string path = native(report.filePath());
    if (!isNew || files::isHeld(path)) continue;
    const auto text = files::readLog(path, kMaxReportBytes);
    const QString named = reports.filePath(
        u"crash-%1-%2.txt"_s.arg(report.lastModified().toUTC().toString(u"yyyyMMdd_HHmmss"_s), process));
    if (!text || text->find("\nSignal: ") == std::string::npos) (void)files::removeFile(path);
    else if (files::moveFile(path, native(named))) taken << named;
  }
  const QStringList kept = reports.entryList({u"crash-*_*-*.txt"_s}, kFiles, QDir::Name | QDir::Reversed);
  for (const QString& old : kept.mid(kKeptCrashReports)) {
    (void)files::removeFile(native(reports.filePath(old)));
    taken.removeOne(reports.filePath(old));
  }
  return taken;
}

}  // namespace plumbline::session
