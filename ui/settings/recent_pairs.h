// SPDX-License-Identifier: GPL-3.0-or-later
// The pairs that were opened last, newest first, remembered in the given QSettings.
//
//   recent.add({actualPath, expectedPath});   for (const RecentPair& pair : recent.pairs()) menu->addAction(...);
#pragma once

#include <QDateTime>
#include <QList>
#include <QObject>
#include <QString>

class QSettings;

namespace plumbline::ui {

struct RecentPair {
  QString actual;
  QString expected;
  QDateTime when = {};    ///< opened last
  QString progress = {};  ///< "2 of 14 decided", when it was on screen last
  /// Equal are pairs of the same files, whenever they were open.
  bool operator==(const RecentPair& other) const { return actual == other.actual && expected == other.expected; }
};

class RecentPairs : public QObject {
  Q_OBJECT

 public:
  explicit RecentPairs(QSettings& store, QObject* parent = nullptr);

  QList<RecentPair> pairs() const;
  /// add puts a pair first; relative paths are stored as absolute ones, pairs with an empty side are ignored.
  void add(const RecentPair& pair);
  /// setProgress keeps what is decided of a pair that is in the list.
  void setProgress(const QString& actual, const QString& expected, const QString& progress);
  void clear();

  static constexpr qsizetype kMaxPairs = 10;

 Q_SIGNALS:
  void changed();

 private:
  void store(const QList<RecentPair>& pairs);

  QSettings& m_store;
};

}  // namespace plumbline::ui
