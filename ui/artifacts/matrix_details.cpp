// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/matrix_details.h"

#include <QHash>
#include <QSet>
#include <QStringList>
#include <QVBoxLayout>

#include "ui/artifacts/matrix_marks.h"
#include "ui/artifacts/matrix_model.h"
#include "ui/support/count_text.h"
#include "ui/support/elided_label.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using overview::ConfigResult;
using overview::ShardUse;

namespace {

const QString kDot = u" \u00b7 "_s;

QString utf8(const std::string& text) { return QString::fromStdString(text); }

QString shardNames(const QStringList& shards, int wanted) {
  if (shards.isEmpty()) return u"one file"_s;
  const QString all = (shards.size() == 1 ? u"shard "_s : u"shards "_s) + shards.join(u", "_s);
  return wanted > 0 ? all + u" of %1"_s.arg(wanted) : all;
}

QString detailText(const ConfigResult& config) {
  if (config.problem) {
    const QString text = utf8(config.problem->text);
    return config.problem->hint.empty() ? text : text + u' ' + utf8(config.problem->hint);
  }
  if (!config.run)
    return u"No result of this config was opened. Its baseline holds %1 models."_s.arg(grouped(config.modelsExpected));
  if (!config.baseline)
    return u"%1 models were run, and no baseline %2 was opened."_s.arg(grouped(config.modelsJudged),
                                                                      utf8(configs::baselineFile(config.config)));
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
    const QString why = utf8(use.why);
    if (!shards.contains(why)) whys << why;
    if (use.identity.shard > 0) shards[why] << QString::number(use.identity.shard);
    else shards[why];
  }
  QStringList parts;
  for (const QString& why : whys) parts << shardNames(shards.value(why), config.shardsWanted) + u": "_s + why;
  QStringList missing;
  for (int shard = 1; shard <= config.shardsWanted; ++shard)
    if (!here.contains(shard)) missing << QString::number(shard);
  if (!missing.isEmpty()) parts << shardNames(missing, config.shardsWanted) + (missing.size() == 1 ? u" is not here"_s : u" are not here"_s);
  for (const std::string& note : config.notes) parts << utf8(note);
  if (parts.isEmpty()) return {};
  parts.first()[0] = parts.first()[0].toUpper();
  return parts.join(kDot);
}

QString shardLines(const ConfigResult& config) {
  QStringList lines;
  for (const ShardUse& use : config.shards)
    lines << u"%1 %2: %3 rows, %4"_s.arg(use.used ? u"+"_s : u"\u2212"_s, utf8(use.origin), grouped(use.rows),
                                        use.why.empty() ? (use.used ? u"used"_s : u"not used"_s) : utf8(use.why));
  return lines.join(u'\n');
}

MatrixDetails::MatrixDetails(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_title(new ElidedLabel(Qt::ElideRight, this)), m_detail(new ElidedLabel(Qt::ElideRight, this)) {
  setAccessibleName(u"The current config"_s);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, kGrid);
  layout->setSpacing(kGrid / 2);
  layout->addWidget(m_title);
  layout->addWidget(m_detail);
  setTheme(theme);
}

void MatrixDetails::setTheme(const Theme& theme) {
  QPalette look = theme.palette();
  look.setColor(QPalette::Window, theme.color(Tone::Base));
  setPalette(look);
  setAutoFillBackground(true);
  m_title->setFont(theme.font(TextSize::Normal));
  m_detail->setFont(theme.font(TextSize::Small));
  look.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_detail->setPalette(look);
  const int lines = QFontMetrics(theme.font(TextSize::Normal)).height() + QFontMetrics(theme.font(TextSize::Small)).height();
  setFixedHeight(2 * kGrid + kGrid / 2 + lines);
}

void MatrixDetails::clear() {
  m_title->setText({});
  m_detail->setText({});
  m_detail->setDetail({});
}

void MatrixDetails::show(const overview::CommitPtr& view, const configs::Config& place, const overview::MatrixCell& cell) {
  clear();
  if (!view || !cell.config || *cell.config >= view->configs().size()) {
    m_title->setText(placeText(place));
    m_detail->setText(u"Neither a run nor a baseline of this config was opened."_s);
    return;
  }
  const ConfigResult& config = view->configs()[*cell.config];
  QStringList words{placeText(config.config), utf8(overview::cellText(cell))};
  if (config.run && config.baseline) words << utf8(overview::completenessText(config));
  words.removeAll(QString());
  words.removeDuplicates();
  m_title->setText(words.join(kDot));
  m_detail->setText(detailText(config));
  m_detail->setDetail(shardLines(config));
}

QString MatrixDetails::title() const { return m_title->text(); }
QString MatrixDetails::detail() const { return m_detail->text(); }

}  // namespace plumbline::ui
