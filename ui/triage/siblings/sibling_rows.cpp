// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/siblings/sibling_rows.h"

#include <QHeaderView>
#include <QPainter>
#include <QStringList>
#include <QStyledItemDelegate>
#include <algorithm>

#include "core/overview/model_view.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/triage_text.h"

namespace plumbline::ui {

using overview::Evidence;
using overview::ModelRow;
using overview::SiblingProposal;

namespace {

QString shown(const std::string& text) { return text.empty() ? u"\u2013"_s : shortened(fromUtf8(text), 60); }

QString change(const std::string& from, const std::string& to) {
  return to.empty() || from == to ? shown(from) : shown(from) + arrowText() + shown(to);
}

/// addValues names the columns of the edit, or without one those that changed.
void addValues(SiblingRow& made, const ModelRow& row, const SiblingProposal* proposal, bool isRun) {
  QStringList parts;
  const auto add = [&](const std::string& column, const QString& values) {
    made.column = parts.isEmpty() ? fromUtf8(column) : QString();
    made.bare = parts.isEmpty() ? values : QString();
    parts << fromUtf8(column) + u' ' + values;
  };
  if (proposal) {
    for (const overview::SiblingCell& cell : proposal->cells) add(cell.column, change(cell.now, cell.actual));
  } else {
    for (const ModelRow::Cell& cell : row.cells)
      if (cell.changed && !cell.notMeasured) add(cell.column, change(cell.expected, cell.actual));
  }
  made.values = !parts.isEmpty() ? parts.join(u", "_s)
                : isRun          ? SiblingRowsModel::tr("as expected")
                                 : SiblingRowsModel::tr("not run");
}

}  // namespace

std::vector<SiblingRow> siblingRows(const SiblingController& controller, const std::string& model,
                                    const std::vector<std::pair<std::string, std::string>>& cells) {
  std::vector<SiblingRow> rows;
  if (!controller.view() || controller.siblings().empty()) return rows;
  SiblingController::Proposals proposals;
  std::ranges::copy_if(controller.proposals(), std::back_inserter(proposals),
                       [&](const SiblingProposal& p) { return p.model == model; });
  if (proposals.empty()) proposals = controller.proposalsFor(model, cells);
  const overview::ModelView view = overview::modelView(*controller.view(), model);
  for (const SiblingController::Sibling& sibling : controller.siblings()) {
    const auto row = std::ranges::find(view.rows, sibling.config, &ModelRow::config);
    if (row == view.rows.end()) continue;
    const auto proposal = std::ranges::find(proposals, sibling.config, &SiblingProposal::config);
    const SiblingProposal* proposed = proposal == proposals.end() ? nullptr : &*proposal;
    const bool isRun = controller.view()->configs()[sibling.config].run != nullptr && !row->origin.empty();
    SiblingRow made{
        .label = sibling.label,
        .config = QString::fromStdString(configs::configName(controller.view()->configs()[sibling.config].config)),
        .values = {},
        .column = {},
        .bare = {},
        .evidence = proposed ? fromUtf8(overview::evidenceWord(proposed->evidence)) : QString(),
        .glyph = isRun ? classMark(row->cls).glyph : QString(),
        .cls = row->cls};
    addValues(made, *row, proposed, isRun);
    rows.push_back(std::move(made));
  }
  return rows;
}

void SiblingRowsModel::setRows(std::vector<SiblingRow> rows) {
  beginResetModel();
  m_rows = std::move(rows);
  // When all values are of one column, its name goes to the header.
  m_column.clear();
  bool same = true;
  for (const SiblingRow& row : m_rows) {
    const bool says = !row.evidence.isEmpty() || !row.bare.isEmpty();
    same = same && (!says || (!row.column.isEmpty() && (m_column.isEmpty() || m_column == row.column)));
    if (says) m_column = row.column;
  }
  if (!same) m_column.clear();
  endResetModel();
}

int SiblingRowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int SiblingRowsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant SiblingRowsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const SiblingRow& row = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == Values) return m_column.isEmpty() || row.bare.isEmpty() ? row.values : row.bare;
      return index.column() == Sibling ? row.label : row.evidence;
    case Qt::ToolTipRole:
      return QString(row.config + u'\n' + row.values + (row.evidence.isEmpty() ? QString() : u'\n' + row.evidence));
    case Qt::AccessibleTextRole:
      return QString(row.config + u": "_s + row.values + (row.evidence.isEmpty() ? QString() : u", "_s + row.evidence));
    case GlyphRole: return index.column() == Sibling ? row.glyph : QVariant();
    case ClassRole: return static_cast<int>(row.cls);
    default: return {};
  }
}

QVariant SiblingRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case Sibling: return tr("Sibling");
    case Values: return m_column.isEmpty() ? tr("Expected \u2192 actual") : m_column;
    case Evidence: return tr("Evidence");
    default: return {};
  }
}

using verdicts::VerdictClass;

class SiblingRowsView::Delegate : public QStyledItemDelegate {
 public:
  Delegate(const Theme& initial, QObject* parent) : QStyledItemDelegate(parent), theme(initial) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    painter->save();
    painter->fillRect(option.rect, theme.rowColor(VerdictClass::Pass, selected, false));
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                      theme.color(Tone::Window));
    if ((option.state & QStyle::State_HasFocus) != 0)
      painter->fillRect(QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()),
                        theme.color(Tone::Accent));
    painter->setFont(theme.font(TextSize::Normal));
    QRect text = option.rect.adjusted(kGrid, 0, -kGrid / 2, 0);
    if (index.column() == SiblingRowsModel::Sibling) {
      const int slot = painter->fontMetrics().height();  // glyphs of different widths stand in one column
      const auto cls = static_cast<VerdictClass>(index.data(SiblingRowsModel::ClassRole).toInt());
      painter->setPen(theme.wordColor(cls, selected));
      painter->drawText(QRect(text.left(), text.top(), slot, text.height()), Qt::AlignCenter,
                        index.data(SiblingRowsModel::GlyphRole).toString());
      text.setLeft(text.left() + slot + kGrid / 2);
    }
    painter->setPen(index.column() == SiblingRowsModel::Evidence ? theme.mutedColor(selected)
                                                                 : theme.color(Tone::Text));
    painter->drawText(
        text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        painter->fontMetrics().elidedText(shortened(index.data().toString()), Qt::ElideRight, text.width()));
    painter->restore();
  }

  Theme theme;
};

SiblingRowsView::SiblingRowsView(SiblingRowsModel* model, const Theme& theme, QWidget* parent)
    : WholeTable(model, parent), m_delegate(new Delegate(theme, this)) {
  setAccessibleName(tr("This model in the siblings"));
  setItemDelegate(m_delegate);
  setSelectionMode(SingleSelection);
  horizontalHeader()->setAccessibleName(tr("Columns of the siblings' rows"));
  connect(model, &QAbstractItemModel::modelReset, this, &SiblingRowsView::shareWidth);
  setTheme(theme);
}

void SiblingRowsView::setTheme(const Theme& theme) {
  m_delegate->theme = theme;
  setFont(theme.font(TextSize::Normal));
  setFlatTableStyle(*this, theme);
  viewport()->update();
}

void SiblingRowsView::resizeEvent(QResizeEvent* event) {
  WholeTable::resizeEvent(event);
  shareWidth();
}

/// Without an edit there is no evidence, and the values have its room.
void SiblingRowsView::shareWidth() {
  const int width = viewport()->width();
  bool evidence = false;
  for (int row = 0; row < model()->rowCount() && !evidence; ++row)
    evidence = !model()->index(row, SiblingRowsModel::Evidence).data().toString().isEmpty();
  setColumnHidden(SiblingRowsModel::Evidence, !evidence);
  const int wanted = fontMetrics().horizontalAdvance(tr("same change seen")) + 2 * kGrid;
  const int proof = evidence ? std::min(wanted, width * 40 / 100) : 0;
  const int name = (width - proof) * (evidence ? 55 : 45) / 100;
  setColumnWidth(SiblingRowsModel::Sibling, name);
  setColumnWidth(SiblingRowsModel::Values, width - name - proof);
  if (evidence) setColumnWidth(SiblingRowsModel::Evidence, proof);
}

}  // namespace plumbline::ui
