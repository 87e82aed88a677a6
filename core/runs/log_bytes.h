// SPDX-License-Identifier: GPL-3.0-or-later
// An open log with the index of what was read of it so far: from lines to offsets and back, and the bytes there.
//
//   if (auto start = bytes.startOf(1000)) bytes.read(*start, buffer);
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/files/descriptor.h"
#include "core/runs/log_index.h"

namespace plumbline::runs {

struct LogBytes {
  files::Descriptor file{-1};
  LogIndex index;

  std::uint64_t size() const { return index.bytes(); }
  std::uint64_t lineCount() const;
  /// read fills `buffer` with at most `length` bytes from `offset`, never past what is indexed; shorter at the end, or
  /// when the file was cut meanwhile, or cannot be read.
  void read(std::uint64_t offset, std::size_t length, std::string& buffer) const;
  /// startOf is where a line begins, up to lineCount(); none when the file no longer has it.
  std::optional<std::uint64_t> startOf(std::uint64_t line) const;
  /// lineAt is the line that holds an offset.
  std::optional<std::uint64_t> lineAt(std::uint64_t offset) const;
};

/// readAt is pread until `length` bytes or the end; -1 with errno on an error.
std::int64_t readAt(int file, std::uint64_t offset, char* out, std::size_t length);

}  // namespace plumbline::runs
