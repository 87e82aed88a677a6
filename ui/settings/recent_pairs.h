// SPDX-License-Identifier: GPL-3.0-or-later
// The pairs that were opened last, newest first, remembered in the given QSettings.
//
//   recent.add({actualPath, expectedPath});   for (const RecentPair& pair : recent.pairs()) menu->addAction(...);
#pragma once

#include <QList>
#include <QObject>
#include <QString>

class QSettings;

namespace plumbline::ui {

struct RecentPair {
  QString actual;
  QString expected;
  bool operator==(const RecentPair&) const = default;
};

class RecentPairs : public QObject {
  Q_OBJECT

 public:
  explicit RecentPairs(QSettings& store, QObject* parent = nullptr);

  QList<RecentPair> pairs() const;
  /// add puts a pair first; relative paths are stored as absolute ones, pairs with an empty side are ignored.
  void add(const RecentPair& pair);
  void clear();

  static constexpr qsizetype kMaxPairs = 10;

 Q_SIGNALS:
  void changed();

 private:
  void store(const QList<RecentPair>& pairs);

  QSettings& m_store;
};

}  // namespace plumbline::ui
