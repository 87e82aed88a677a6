// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of numerics keeps between runs: what was compared, columns, room, what is shown.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "ui/numerics/numerics_page_private.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kStateVersion = 1;

QJsonObject toJson(const TensorFiles& files) { return {{u"ref"_s, files.ref}, {u"res"_s, files.res}, {u"fp64"_s, files.fp64}}; }

}  // namespace

QByteArray NumericsPage::saveState() const {
  QJsonArray recent;
  for (const TensorFiles& files : d->strip->recent()) recent.append(toJson(files));
  QJsonObject state{{u"version"_s, kStateVersion},
                    {u"recent"_s, recent},
                    {u"table"_s, d->tree->saveColumns()},
                    {u"options"_s, d->isOptionsWanted},
                    {u"log"_s, d->answerStrip->isLogShown()}};
  if (d->detailsWanted) state[u"details"_s] = *d->detailsWanted;
  if (d->isShaped) {
    state[u"split"_s] = QString::fromLatin1(d->split->saveState().toBase64());
    state[u"beside"_s] = d->split->orientation() == Qt::Horizontal;
  }
  return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

bool NumericsPage::restoreState(const QByteArray& bytes) {
  const QJsonObject state = QJsonDocument::fromJson(bytes).object();
  if (state["version"_L1].toInt() != kStateVersion) return false;
  QList<TensorFiles> recent;
  const QJsonArray kept = state["recent"_L1].toArray();
  for (const auto& each : kept) {
    const QJsonObject one = each.toObject();
    const TensorFiles files{one["ref"_L1].toString(), one["res"_L1].toString(), one["fp64"_L1].toString()};
    if (files.isComplete()) recent << files;
  }
  d->strip->setRecent(recent);
  d->tree->restoreColumns(state["table"_L1].toObject());
  if (const QJsonValue details = state["details"_L1]; details.isBool()) d->detailsWanted = details.toBool();
  d->isOptionsWanted = state["options"_L1].toBool(true);
  d->answerStrip->setLogShown(state["log"_L1].toBool());
  if (const QJsonValue split = state["split"_L1]; split.isString() && d->split->restoreState(QByteArray::fromBase64(split.toString().toLatin1())))
    d->isShaped = true;
  d->showParts();
  return true;
}

}  // namespace plumbline::ui
