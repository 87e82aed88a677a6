// SPDX-License-Identifier: GPL-3.0-or-later
// Is every member of a JSON output explained in resources/help/json.md, and is its key in snake_case?
//
//   QCOMPARE(support::undocumentedKeys(json), QStringList());
//   QCOMPARE(support::keysNotInSnakeCase(json), QStringList());
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QRegularExpression>
#include <QStringList>
#include <functional>

namespace plumbline::support {

/// undocumentedKeys walks the whole value. Objects at `columnsAt` (depth, -1: nowhere) are keyed by a file's own columns.
inline QStringList undocumentedKeys(const QJsonValue& json, int columnsAt = -1) {
  QFile file(QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/help/json.md"));
  if (!file.open(QIODevice::ReadOnly)) return {file.fileName()};
  const QByteArray page = file.readAll();
  QStringList missing;
  const std::function<void(const QJsonValue&, int)> visit = [&](const QJsonValue& value, int depth) {
    for (const QJsonValue& element : value.toArray()) visit(element, depth);
    const QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
      const bool isColumn = depth == columnsAt && it.value().isObject();
      const qsizetype suffix = it.key().lastIndexOf(QStringLiteral("_nonfinite"));  // explained once, for any key
      const bool isReason = suffix > 0 && object.contains(it.key().left(suffix)) && page.contains("`KEY_nonfinite`");
      if (!isColumn && !isReason && !page.contains('`' + it.key().toUtf8() + '`')) missing << it.key();
      visit(it.value(), depth + 1);
    }
  };
  visit(json, 0);
  return missing;
}

/// keysNotInSnakeCase leaves out objects whose keys are data: columns, variables, accuracy words.
inline QStringList keysNotInSnakeCase(const QJsonValue& json) {
  static const QStringList kNamedByData{QStringLiteral("metrics"), QStringLiteral("changes"), QStringLiteral("environment"),
                                        QStringLiteral("folder_variables"), QStringLiteral("facts"), QStringLiteral("cache"),
                                        QStringLiteral("statuses")};
  static const QRegularExpression kSnakeCase(QStringLiteral("^[a-z][a-z0-9]*(_[a-z0-9]+)*$"));
  QStringList others;
  for (const QJsonValue& element : json.toArray()) others += keysNotInSnakeCase(element);
  const QJsonObject object = json.toObject();
  for (auto it = object.begin(); it != object.end(); ++it) {
    const bool isAgreed = it.key() == QStringLiteral("moreRuns");  // of `rate`, whose members were agreed on with its readers
    if (!isAgreed && !kSnakeCase.match(it.key()).hasMatch()) others << it.key();
    if (!kNamedByData.contains(it.key()) || !it.value().isObject()) others += keysNotInSnakeCase(it.value());
  }
  return others;
}

}  // namespace plumbline::support
