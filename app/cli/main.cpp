// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <system_error>

#include "app/cli/cli.h"
#include "app/cli/descriptor_stream.h"

namespace {

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

plumbline::cli::Environment surroundings() {
  plumbline::cli::Environment environment;
  environment.sha = variable("SHA1");
  environment.terminal = ::isatty(STDOUT_FILENO) == 1;
  environment.errorTerminal = ::isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb";
  // NO_COLOR counts when it is set to anything but nothing (no-color.org).
  environment.colour = environment.terminal && variable("NO_COLOR").value_or("").empty() && variable("TERM") != "dumb";
  winsize size{};
  if (environment.terminal && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) environment.columns = size.ws_col;
  return environment;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away shows as EPIPE, and is no reason to die
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  plumbline::cli::DescriptorStream buffer(STDOUT_FILENO);
  std::ostream out(&buffer);
  const int exit = plumbline::cli::runCli(words, out, std::cerr, surroundings());
  out.flush();
  if (buffer.failure() == 0 || buffer.failure() == EPIPE) return exit;
  std::cerr << "plumbline-cli: standard output cannot be written: "
            << std::generic_category().message(buffer.failure()) << ".\n";
  return plumbline::cli::kExitUsage;
}
