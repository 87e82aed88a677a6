// SPDX-License-Identifier: GPL-3.0-or-later
// The local folder of a task that runs elsewhere: events and logs grow with each poll, and the last event is
// written only when every file is here.
//
//   TaskMirror mirror(task.folder);
//   if (mirror.eventsWith(offset, bytes)->finished) fetch(files); else mirror.add(kEventsFile, offset, bytes);
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/runs/engine/task_file.h"

namespace plumbline::runs {

class TaskMirror {
 public:
  explicit TaskMirror(std::string folder) : m_folder(std::move(folder)) {}

  std::string pathOf(std::string_view name) const { return m_folder + "/" + std::string(name); }
  /// sizeOf is 0 for a file that is not here.
  std::uint64_t sizeOf(std::string_view name) const;
  /// events are what is known here. Errors: BadFormat; no file is no events.
  base::Result<TaskEvents> events() const { return eventsWith(sizeOf(kEventsFile), {}); }
  /// eventsWith are those up to `offset`, and `news`.
  base::Result<TaskEvents> eventsWith(std::uint64_t offset, std::string_view news) const;
  /// add puts bytes at `offset` of a file here. 0 begins it anew; another offset than its size is an answer to an old
  /// question and is passed over. Errors: NotWritable.
  base::Result<void> add(std::string_view name, std::uint64_t offset, std::string_view bytes) const;
  /// checkFiles compares what is here with the sizes and hashes in the events. Errors: Changed naming the first file
  /// that differs.
  base::Result<void> checkFiles(const TaskEvents& events) const;

 private:
  std::string m_folder;
};

}  // namespace plumbline::runs
