// SPDX-License-Identifier: GPL-3.0-or-later
// The history for pages: reads off the GUI thread, one after the other, and delivers in it. The store is opened with
// the first read and stays open; while there is none, each read tries again.
//
//   client.read<StripList>(this, [](history::Store& store) { return store.strips().rows(); },
//                          [this](base::Result<StripList> rows) { show(std::move(rows)); });
#pragma once

#include <QMetaObject>
#include <QObject>
#include <QPointer>
#include <QString>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "core/base/result.h"
#include "core/history/store.h"
#include "core/tasks/object_thread.h"

namespace plumbline::session {

class HistoryClient : public QObject {
  Q_OBJECT

 public:
  /// An empty `file` is a client without a history: its reads fail.
  explicit HistoryClient(std::string file) : m_file(std::move(file)) {}

  const std::string& file() const { return m_file; }
  /// hasStore: the file is there. Nothing of a history is shown without.
  bool hasStore() const;
  /// announceChange says that runs were added: pages read again.
  void announceChange() { Q_EMIT changed(); }

  /// read calls `work` on the reader's thread, then `done` on this one, unless `receiver` is gone by then.
  template <typename T>
  void read(QObject* receiver, std::function<base::Result<T>(history::Store&)> work,
            std::function<void(base::Result<T>)> done) {
    post([this, guard = QPointer<QObject>(receiver), work = std::move(work), done = std::move(done)](Reader& reader) {
      auto store = reader.store();
      auto result = std::make_shared<base::Result<T>>(store ? work(**store)
                                                            : base::Result<T>(base::fail(std::move(store.error()))));
      QMetaObject::invokeMethod(
          this,
          [guard, result, done] {
            if (!guard.isNull()) done(std::move(*result));
          },
          Qt::QueuedConnection);
    });
  }

 Q_SIGNALS:
  void changed();

 private:
  /// Reader lives on the thread: a connection belongs to the one that opened it.
  class Reader {
   public:
    explicit Reader(std::string file) : m_file(std::move(file)) {}
    base::Result<history::Store*> store();

   private:
    std::string m_file;
    std::unique_ptr<history::Store> m_store;
  };
  void post(std::function<void(Reader&)> work);

  std::string m_file;
  std::unique_ptr<tasks::ObjectThread<Reader>> m_thread;  ///< last: it ends before the rest goes
};

}  // namespace plumbline::session
