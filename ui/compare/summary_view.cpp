// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/summary_view.h"

#include <QHeaderView>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/text/quantities.h"
#include "ui/compare/diff_text.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/support/tables/record_table.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr std::string_view kPassRate = "pass_rate";

double share(double before, double after) {
  return before == 0 ? std::numeric_limits<double>::quiet_NaN() : (after - before) / std::fabs(before);
}

QString signedShare(const diff::SummaryLine& line, double before, double after) {
  if (before == after) return u"="_s;
  if (line.metric == kPassRate) {
    const QString points = decimalText(std::fabs(after - before), 1);
    return after > before ? SummaryModel::tr("+%1 pt", "percentage points").arg(points)
                          : SummaryModel::tr("\u2212%1 pt", "percentage points").arg(points);
  }
  return percentText(share(before, after));
}

constexpr int kCellPad = kGrid;  // as the header
constexpr int kHeadPad = kGrid;

/// widthOf is what a column needs; two pixels more than Qt says: a text that fits exactly is elided at some scales.
int widthOf(const QTableView& view, const SummaryModel& model, int column) {
  const QFontMetrics metrics(view.font()), titles(view.horizontalHeader()->font());
  int width = titles.horizontalAdvance(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) + 2 * kHeadPad + 2;
  for (int row = 0; row < model.rowCount(); ++row)
    if (!model.isSentence(row))
      width = std::max(width, metrics.horizontalAdvance(model.index(row, column).data().toString()) + 2 * kCellPad + 2);
  return width;
}

}  // namespace

void SummaryModel::setLines(std::vector<diff::SummaryLine> lines, const QStringList& letters,
                            const diff::Thresholds& thresholds) {
  beginResetModel();
  m_lines = std::move(lines);
  m_letters = letters;
  m_thresholds = thresholds;
  m_rows.clear();
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    m_rows.push_back({i, false});
    if (!m_lines[i].sentence.empty()) m_rows.push_back({i, true});
  }
  endResetModel();
}

QString SummaryModel::sentence(int row) const {
  const QString words = fromUtf8(line(row).sentence);
  return line(row).signsDisagree ? tr("≠ These disagree. %1").arg(words) : words;
}

int SummaryModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QString SummaryModel::text(int row, int column) const {
  if (isSentence(row)) return column == Number ? sentence(row) : QString();
  const diff::SummaryLine& about = line(row);
  const bool hasHud = about.hudBefore.count > 0 && about.hudAfter.count > 0;
  const bool isPaired = about.before.count > 0;
  const auto hud = [&](const diff::HudValue& value) {
    if (value.count == 0) return QString(u'\u2013');
    const bool low = about.metric == kPassRate && value.value / 100 < m_thresholds.passRate;
    const std::optional<double> floor = m_thresholds.floorOf(about.metric);
    return (low || (floor && value.value < *floor) ? floorMark() : QString()) + fromUtf8(value.text);
  };
  switch (column) {
    case Number: {
      const QString unit = about.unit.empty() ? QString() : u" ("_s + fromUtf8(about.unit) + u')';
      return (about.signsDisagree ? u"≠ "_s : QString()) + fromUtf8(about.title) + unit;
    }
    case HudBefore: return hud(about.hudBefore);
    case HudAfter: return hud(about.hudAfter);
    case HudChange: return hasHud ? signedShare(about, about.hudBefore.exact, about.hudAfter.exact) : QString();
    case PairedBefore:
    case PairedAfter: {
      if (!isPaired) return u"\u2013"_s;
      if (about.before.value == about.after.value) return decimalText(about.after.value, 2);
      const auto [was, now] = text::toDistinctTexts(about.before.value, about.after.value);
      return fromUtf8(column == PairedBefore ? was : now);
    }
    case PairedChange: return isPaired ? signedShare(about, about.before.value, about.after.value) : QString();
    case Count: return grouped(about.before.count);
    case LeftOut: return about.leftOut == 0 ? u"\u2013"_s : grouped(about.leftOut);
    default: return {};
  }
}

SummaryModel::Tone SummaryModel::tone(int row, int column) const {
  const diff::SummaryLine& about = line(row);
  if (isSentence(row)) return about.signsDisagree ? Tone::Bad : Tone::Muted;
  if (!about.sentence.empty() && !about.signsDisagree) return Tone::Muted;
  if (column == Number) return about.signsDisagree ? Tone::Bad : Tone::Plain;
  if (column != HudChange && column != PairedChange)
    return column == HudBefore || column == PairedBefore || column == Count || column == LeftOut ? Tone::Muted : Tone::Plain;
  const bool hud = column == HudChange;
  const double before = hud ? about.hudBefore.exact : about.before.value, after = hud ? about.hudAfter.exact : about.after.value;
  if (about.better == verdicts::Better::Neither || !(std::fabs(share(before, after)) > m_thresholds.relativeOf(about.metric)))
    return Tone::Muted;
  return (after > before) == (about.better == verdicts::Better::Higher) ? Tone::Good : Tone::Bad;
}

QString SummaryModel::tooltip(int row, int column) const {
  const diff::SummaryLine& about = line(row);
  if (isSentence(row)) return fromUtf8(about.sentence);
  const auto hud = [&](const diff::HudValue& value) {
    QStringList tip{value.leftOut == 0
                        ? tr("As the dashboard computes it, over %1 models").arg(grouped(value.count))
                        : tr("As the dashboard computes it, over %1 models; %2 that pass have no usable value")
                              .arg(grouped(value.count), grouped(value.leftOut))};
    if (about.metric == kPassRate && value.value / 100 < m_thresholds.passRate)
      tip << tr("%1 below %2 %").arg(floorMark(), decimalText(m_thresholds.passRate * 100, 0));
    if (const auto floor = m_thresholds.floorOf(about.metric); floor && value.value < *floor)
      tip << tr("%1 below its floor of %2").arg(floorMark(), decimalText(*floor, 2));
    return tip.join(u'\n');
  };
  QString leftOut = tr("%1 models of either run are not in the paired set: not measured or not passing in both")
                              .arg(grouped(about.leftOut));
  QString paired =
      tr("Over the %1 models that both runs measured and that pass in both").arg(grouped(about.before.count));
  switch (column) {
    case HudBefore: return hud(about.hudBefore);
    case HudAfter: return hud(about.hudAfter);
    case Number: return about.signsDisagree ? fromUtf8(about.sentence) : text(row, column);
    case Count: return paired + u'\n' + leftOut;
    case LeftOut: return leftOut;
    default: return paired;
  }
}

QVariant SummaryModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::AccessibleTextRole:
      return isSentence(index.row()) ? sentence(index.row())
                                     : headerData(index.column(), Qt::Horizontal, Qt::AccessibleTextRole).toString() + u": "_s +
                                           text(index.row(), index.column());
    case Qt::ToolTipRole: return tooltip(index.row(), index.column());
    case Qt::TextAlignmentRole: return int((index.column() == Number ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case ToneRole: return int(tone(index.row(), index.column()));
    case SentenceRole: return isSentence(index.row());
    default: return {};
  }
}

QVariant SummaryModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (role == Qt::TextAlignmentRole) return int((section == Number ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  const bool isAccessible = role == Qt::AccessibleTextRole;
  if (role == Qt::ToolTipRole) {
    if (section >= HudBefore && section <= HudChange) return tr("The dashboard's number: each run over its own models");
    if (section >= PairedBefore && section <= PairedChange)
      return tr("The same mean over the models that both runs measured");
    if (section == Count) return tr("Models in the paired set");
    if (section == LeftOut) return tr("Models of either run that are not in the paired set");
  }
  if (role != Qt::DisplayRole && !isAccessible) return {};
  switch (section) {
    case Number: return tr("Summary");
    case HudBefore: return tr("HUD %1").arg(m_letters[0]);
    case HudAfter: return tr("HUD %1").arg(m_letters[1]);
    case HudChange: return isAccessible ? tr("HUD change") : tr("change");
    case PairedBefore: return tr("paired %1").arg(m_letters[0]);
    case PairedAfter: return tr("paired %1").arg(m_letters[1]);
    case PairedChange: return isAccessible ? tr("paired change") : tr("change");
    case Count: return isAccessible ? tr("paired models") : u"n"_s;
    case LeftOut: return tr("left out");
    default: return {};
  }
}

class SummaryDelegate : public FlatDelegate {
 public:
  using FlatDelegate::FlatDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    const bool sentence = index.data(SummaryModel::SentenceRole).toBool();
    const bool stronger = paintGround(*painter, option, index, sentence ? VerdictClass::Fail : VerdictClass::Pass);
    const auto tone = static_cast<SummaryModel::Tone>(index.data(SummaryModel::ToneRole).toInt());
    painter->setFont(theme().font(TextSize::Normal));
    switch (tone) {
      case SummaryModel::Tone::Plain: painter->setPen(theme().color(Tone::Text)); break;
      case SummaryModel::Tone::Muted: painter->setPen(theme().mutedColor(stronger)); break;
      case SummaryModel::Tone::Good: painter->setPen(theme().wordColor(VerdictClass::Improved, stronger)); break;
      case SummaryModel::Tone::Bad: painter->setPen(theme().wordColor(VerdictClass::Fail, stronger)); break;
    }
    if (sentence) painter->setPen(theme().color(Tone::Text));
    const QRect room = option.rect.adjusted(kCellPad, 0, -kCellPad, 0);
    const QString text = index.data().toString();
    const auto align = index.data(Qt::TextAlignmentRole).toInt();
    if (sentence) painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, text);
    else painter->drawText(room, align | Qt::TextSingleLine, QFontMetrics(painter->font()).elidedText(text, Qt::ElideRight, room.width()));
    painter->restore();
  }
  int sentenceHeight(const QString& text, int width) const {
    const QFontMetrics metrics(theme().font(TextSize::Normal));
    return metrics.boundingRect(QRect(0, 0, std::max(1, width - 2 * kCellPad), 10'000), Qt::TextWordWrap,
                                text).height() + kGrid;
  }
};

SummaryView::SummaryView(SummaryModel* model, const Theme& theme, QWidget* parent)
    : QTableView(parent), m_model(model), m_delegate(new SummaryDelegate(theme, this)) {
  setAccessibleName(tr("Summary of the two runs"));
  setModel(model);
  setItemDelegate(m_delegate);
  prepareFlatTable(*this);
  horizontalHeader()->setAccessibleName(tr("Columns of the summary"));
  horizontalHeader()->setStretchLastSection(false);
  horizontalHeader()->setMinimumSectionSize(3 * kGrid);
  horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(model, &QAbstractItemModel::modelReset, this, [this] {
    clearSpans();
    for (int row = 0; row < m_model->rowCount(); ++row)
      if (m_model->isSentence(row)) setSpan(row, 0, 1, SummaryModel::ColumnCount);
    shape();
  });
  applyTheme(*this, theme);
}

void SummaryView::setTheme(const Theme& theme) {
  setFlatTableStyle(*this, theme);
  verticalHeader()->setDefaultSectionSize(m_delegate->rowHeight());
  shape();
}

int SummaryView::heightOf(int row, int width) const {
  return m_model->isSentence(row) ? m_delegate->sentenceHeight(m_model->sentence(row), width) : m_delegate->rowHeight();
}

int SummaryView::wantedHeight(int width) const {
  int height = horizontalHeader()->sizeHint().height() + 2 * frameWidth();
  for (int row = 0; row < m_model->rowCount(); ++row) height += heightOf(row, width);
  return height;
}

void SummaryView::shape() {
  int all = 0;
  setColumnHidden(SummaryModel::LeftOut, false);
  for (int column = 0; column < SummaryModel::ColumnCount; ++column) {
    const int width = widthOf(*this, *m_model, column);
    setColumnWidth(column, width);
    all += width;
  }
  if (all > viewport()->width()) {  // before the names are cut; the tooltip of "n" has the number
    all -= columnWidth(SummaryModel::LeftOut);
    setColumnHidden(SummaryModel::LeftOut, true);
  }
  // What is left over goes to the names; what is short is taken from them.
  setColumnWidth(SummaryModel::Number, std::max(64, columnWidth(SummaryModel::Number) + viewport()->width() - all));
  for (int row = 0; row < m_model->rowCount(); ++row)
    setRowHeight(row, heightOf(row, viewport()->width()));
  updateGeometry();
}

void SummaryView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  shape();
}

}  // namespace plumbline::ui
