// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/matrix_details.h"

#include <QHash>
#include <QSet>
#include <QStringList>

#include "ui/artifacts/matrix_model.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using overview::ConfigResult;
using overview::ShardUse;

namespace {

const QString kDot = u" \u00b7 "_s;

QString shardNames(const QStringList& shards, int wanted) {
  if (shards.isEmpty()) return MatrixDetails::tr("one file");
  const QString all = (shards.size() == 1 ? u"shard "_s : u"shards "_s) + shards.join(u", "_s);
  return wanted > 0 ? all + MatrixDetails::tr(" of %1").arg(wanted) : all;
}

QString detailText(const ConfigResult& config) {
  if (config.problem) {
    const QString text = fromUtf8(config.problem->text);
    return config.problem->hint.empty() ? text : text + u' ' + fromUtf8(config.problem->hint);
  }
  if (!config.run)
    return MatrixDetails::tr("No result of this config was opened. Its baseline holds %1 models.")
        .arg(grouped(config.modelsExpected));
  if (!config.baseline)
    return MatrixDetails::tr("%1 models were run, and no baseline %2 was opened.").arg(grouped(config.modelsJudged),
                                                                      fromUtf8(configs::baselineFile(config.config)));
  return shardsText(config);
}

}  // namespace

QString shardsText(const ConfigResult& config) {
  // Shards that stand for the same reason are one part of the sentence.
  QStringList whys;
  QHash<QString, QStringList> shards;
  QSet<int> here;
  for (const ShardUse& use : config.shards) {
    if (!use.used) continue;
    here << use.identity.shard;
    const QString why = fromUtf8(use.why);
    if (!shards.contains(why)) whys << why;
    if (use.identity.shard > 0) shards[why] << QString::number(use.identity.shard);
    else shards[why];
  }
  QStringList parts;
  for (const QString& why : whys) parts << shardNames(shards.value(why), config.shardsWanted) + u": "_s + why;
  QStringList missing;
  for (int shard = 1; shard <= config.shardsWanted; ++shard)
    if (!here.contains(shard)) missing << QString::number(shard);
  if (!missing.isEmpty())
    parts << shardNames(missing, config.shardsWanted) +
                 (missing.size() == 1 ? MatrixDetails::tr(" is not here") : MatrixDetails::tr(" are not here"));
  for (const std::string& note : config.notes) parts << fromUtf8(note);
  if (parts.isEmpty()) return {};
  parts.first()[0] = parts.first()[0].toUpper();
  return parts.join(kDot);
}

QString shardLines(const ConfigResult& config) {
  QStringList lines;
  for (const ShardUse& use : config.shards)
    lines << MatrixDetails::tr("%1 %2: %3 rows, %4")
                 .arg(use.used ? u"+"_s : u"\u2212"_s, fromUtf8(use.origin), grouped(use.rows),
                      use.why.empty() ? (use.used ? u"used"_s : MatrixDetails::tr("not used")) : fromUtf8(use.why));
  return lines.join(u'\n');
}

MatrixDetails::MatrixDetails(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_title(new ElidedLabel(Qt::ElideRight, this)), m_detail(new ElidedLabel(Qt::ElideRight, this)) {
  setAccessibleName(tr("The current config"));
  makeColumn(this, {2 * kGrid, kGrid, 2 * kGrid, kGrid}, kGrid / 2, {m_title, m_detail});
  styleText({m_detail}, {.size = TextSize::Small, .isMuted = true});
  applyTheme(*this, theme);
}

void MatrixDetails::setTheme(const Theme& theme) {
  setPalette(theme.basePalette());
  setAutoFillBackground(true);
  const int lines =
      QFontMetrics(theme.font(TextSize::Normal)).height() + QFontMetrics(theme.font(TextSize::Small)).height();
  setFixedHeight(2 * kGrid + kGrid / 2 + lines);
}

void MatrixDetails::clear() {
  m_title->setText({});
  m_detail->setText({});
  m_detail->setDetail({});
}

void MatrixDetails::show(const overview::CommitPtr& view, const configs::Config& place,
                         const overview::MatrixCell& cell) {
  clear();
  if (!view || !cell.config || *cell.config >= view->configs().size()) {
    m_title->setText(placeText(place));
    m_detail->setText(tr("Neither a run nor a baseline of this config was opened."));
    return;
  }
  const ConfigResult& config = view->configs()[*cell.config];
  QStringList words{placeText(config.config), fromUtf8(overview::cellText(cell))};
  if (config.run && config.baseline) words << fromUtf8(overview::completenessText(config));
  words.removeAll(QString());
  words.removeDuplicates();
  m_title->setText(words.join(kDot));
  m_detail->setText(detailText(config));
  m_detail->setDetail(shardLines(config));
}

QString MatrixDetails::title() const { return m_title->text(); }
QString MatrixDetails::detail() const { return m_detail->text(); }

}  // namespace plumbline::ui
