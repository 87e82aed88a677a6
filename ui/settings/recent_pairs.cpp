// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/recent_pairs.h"

#include <QFileInfo>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {
constexpr auto kArray = "recent/pairs"_L1;
}

RecentPairs::RecentPairs(QSettings& store, QObject* parent) : QObject(parent), m_store(store) {}

QList<RecentPair> RecentPairs::pairs() const {
  QList<RecentPair> list;
  const int count = m_store.beginReadArray(kArray);
  for (int i = 0; i < count && i < kMaxPairs; ++i) {
    m_store.setArrayIndex(i);
    RecentPair pair{m_store.value("actual"_L1).toString(), m_store.value("expected"_L1).toString(),
                    QDateTime::fromString(m_store.value("when"_L1).toString(), Qt::ISODate),
                    m_store.value("progress"_L1).toString()};
    if (!pair.actual.isEmpty() && !pair.expected.isEmpty()) list.append(std::move(pair));
  }
  m_store.endArray();
  return list;
}

void RecentPairs::add(const RecentPair& pair) {
  if (pair.actual.isEmpty() || pair.expected.isEmpty()) return;
  RecentPair whole{QFileInfo(pair.actual).absoluteFilePath(), QFileInfo(pair.expected).absoluteFilePath(),
                   QDateTime::currentDateTimeUtc()};
  QList<RecentPair> list = pairs();
  for (const RecentPair& known : std::as_const(list))
    if (known == whole) whole.progress = known.progress;
  list.removeAll(whole);
  list.prepend(whole);
  while (list.size() > kMaxPairs) list.removeLast();
  store(list);
}

void RecentPairs::setProgress(const QString& actual, const QString& expected, const QString& progress) {
  const RecentPair whole{QFileInfo(actual).absoluteFilePath(), QFileInfo(expected).absoluteFilePath()};
  QList<RecentPair> list = pairs();
  for (RecentPair& known : list) {
    if (!(known == whole) || known.progress == progress) continue;
    known.progress = progress;
    return store(list);
  }
}

void RecentPairs::clear() { store({}); }

void RecentPairs::store(const QList<RecentPair>& pairs) {
  m_store.remove(kArray);
  m_store.beginWriteArray(kArray, static_cast<int>(pairs.size()));
  for (int i = 0; i < pairs.size(); ++i) {
    m_store.setArrayIndex(i);
    m_store.setValue("actual"_L1, pairs.at(i).actual);
    m_store.setValue("expected"_L1, pairs.at(i).expected);
    m_store.setValue("when"_L1, pairs.at(i).when.toString(Qt::ISODate));
    m_store.setValue("progress"_L1, pairs.at(i).progress);
  }
  m_store.endArray();
  Q_EMIT changed();
}

}  // namespace plumbline::ui
