// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's processes and threads want an application to be there; its event loop never runs here.
//
//   const QueueProgram program;
//   runs::WaitingQueue queue({...});
#pragma once

#include <QCoreApplication>
#include <optional>

namespace plumbline::cli {

class QueueProgram {
 public:
  QueueProgram() {
    if (QCoreApplication::startingUp()) m_application.emplace(m_count, m_words);
  }

 private:
  int m_count = 1;
  char m_name[14] = "plumbline-cli";
  char* m_words[2] = {m_name, nullptr};
  std::optional<QCoreApplication> m_application;
};

}  // namespace plumbline::cli
