// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/ioctl.h>
#include <unistd.h>

#include <QSettings>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <new>
#include <streambuf>
#include <system_error>

#include "app/cli/cli.h"
#include "core/history/store.h"
#include "core/session/user_settings.h"

namespace {

// Standard output as a stream that writes large pieces and keeps the errno of a failed write. A closed pipe
// (plumbline-cli ... | head) is no error, a full disk is.
class DescriptorStream : public std::streambuf {
 public:
  explicit DescriptorStream(int descriptor);
  /// failure is the errno of the first write that failed, 0 when none did. After it nothing more is written.
  int failure() const { return m_failure; }

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  bool writeAll(const char* text, std::size_t count);

  int m_descriptor;
  int m_failure = 0;
  std::array<char, 1U << 16U> m_buffer;
};

DescriptorStream::DescriptorStream(int descriptor) : m_descriptor(descriptor) {
  setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
}

bool DescriptorStream::writeAll(const char* text, std::size_t count) {
  while (count != 0 && m_failure == 0) {
    const ssize_t wrote = ::write(m_descriptor, text, count);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) {
      m_failure = errno;
      break;
    }
    text += wrote;
    count -= static_cast<std::size_t>(wrote);
  }
  return m_failure == 0;
}

int DescriptorStream::sync() {
  const bool wrote = writeAll(pbase(), static_cast<std::size_t>(pptr() - pbase()));
  setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
  return wrote ? 0 : -1;
}

DescriptorStream::int_type DescriptorStream::overflow(int_type c) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
  return traits_type::not_eof(c);
}

std::streamsize DescriptorStream::xsputn(const char* text, std::streamsize count) {
  if (count > epptr() - pptr()) {
    if (sync() != 0) return 0;
    if (count >= epptr() - pptr()) return writeAll(text, static_cast<std::size_t>(count)) ? count : 0;
  }
  std::memcpy(pptr(), text, static_cast<std::size_t>(count));
  pbump(static_cast<int>(count));
  return count;
}

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

plumbline::cli::Environment surroundings() {
  plumbline::cli::Environment environment;
  environment.sha = variable("SHA1");
  environment.terminal = ::isatty(STDOUT_FILENO) == 1;
  if (::isatty(STDIN_FILENO) == 1) environment.answers = &std::cin;
  environment.errorTerminal = ::isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb";
  // NO_COLOR counts when it is set to anything but nothing (no-color.org).
  environment.colour = environment.terminal && variable("NO_COLOR").value_or("").empty() && variable("TERM") != "dumb";
  const QSettings settings(QStringLiteral("plumbline"), QStringLiteral("plumbline"));
  environment.flakyList = plumbline::session::flakyListFrom(settings);
  if (plumbline::session::fillsHistory(settings)) environment.history = plumbline::history::defaultStoreFile();
  environment.logsDecisions = plumbline::session::logsDecisions(settings);
  winsize size{};
  if (environment.terminal && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) environment.columns = size.ws_col;
  return environment;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away shows as EPIPE, and is no reason to die
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  DescriptorStream buffer(STDOUT_FILENO);
  std::ostream out(&buffer);
  int exit = plumbline::cli::kExitUsage;
  try {
    exit = plumbline::cli::runCli(words, out, std::cerr, surroundings());
  } catch (const std::bad_alloc&) {  // what was being written is undone on the way here
    std::cerr << "plumbline-cli: There is not enough memory for this. Name fewer or smaller files.\n";
    return exit;
  }
  out.flush();
  if (buffer.failure() == 0 || buffer.failure() == EPIPE) return exit;
  std::cerr << "plumbline-cli: standard output cannot be written: "
            << std::generic_category().message(buffer.failure()) << ".\n";
  return plumbline::cli::kExitUsage;
}
