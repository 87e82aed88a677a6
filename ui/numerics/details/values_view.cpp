// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/details/values_view.h"

#include <QComboBox>
#include <QHeaderView>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "ui/numerics/details/chart_pane.h"
#include "ui/numerics/details/number_table.h"
#include "ui/numerics/numerics_text.h"
#include "ui/support/layouts.h"
#include "ui/support/labels.h"

namespace plumbline::ui {
namespace {

constexpr int kFp64Digits = 12;

/// shortText has as few digits as distinguish the number from its neighbours in float32.
QString shortText(const std::string& exact, numerics::Dtype dtype) {
  QString whole = QString::fromStdString(exact);
  if (!numerics::isFloating(dtype)) return whole;
  bool isNumber = false;
  const double value = whole.toDouble(&isNumber);
  if (!isNumber || !std::isfinite(value)) return whole;
  if (dtype == numerics::Dtype::Float64) return whole.size() > kFp64Digits + 3 ? QString::number(value, 'g', kFp64Digits) : whole;
  std::array<char, 48> room{};
  const auto written = std::to_chars(room.data(), room.data() + room.size(), static_cast<float>(value));
  return QString::fromLatin1(room.data(), written.ptr - room.data());
}

constexpr std::int64_t kReach = 32;     ///< elements on each side
constexpr std::size_t kWorstRows = 100;

}  // namespace

void ValuesModel::setRows(std::vector<numerics::ElementRow> rows, numerics::Dtype ref, numerics::Dtype res) {
  beginResetModel();
  m_ref = ref;
  m_res = res;
  m_rows = std::move(rows);
  endResetModel();
}

bool ValuesModel::hasFp64() const { return !m_rows.empty() && !m_rows.front().fp64.empty(); }

int ValuesModel::rowOf(std::int64_t flat) const {
  const auto at = std::ranges::find(m_rows, flat, &numerics::ElementRow::flat);
  return at == m_rows.end() ? -1 : static_cast<int>(at - m_rows.begin());
}

int ValuesModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int ValuesModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString ValuesModel::text(const numerics::ElementRow& row, int column, bool isExact) const {
  switch (column) {
    case Index: return QString::fromStdString(numerics::indexText(row.index));
    case Ref: return isExact ? QString::fromStdString(row.ref) : shortText(row.ref, m_ref);
    case Res: return isExact ? QString::fromStdString(row.res) : shortText(row.res, m_res);
    case Fp64: return isExact ? QString::fromStdString(row.fp64) : shortText(row.fp64, numerics::Dtype::Float64);
    case AbsError: return numberText(row.absError);
    case RelError: return numberText(row.relError);
    case Within: return row.isWithin ? u"\u2713 "_s + tr("within") : u"\u2717 "_s + tr("outside");
    default: return {};
  }
}

QVariant ValuesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const numerics::ElementRow& row = m_rows[static_cast<std::size_t>(index.row())];
  if (role == Qt::DisplayRole) return text(row, index.column(), false);
  if (role == Qt::ToolTipRole || role == ExactRole) return text(row, index.column(), true);
  if (role == Qt::TextAlignmentRole && index.column() != Index && index.column() != Within)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::AccessibleTextRole)
    return u"%1: %2"_s.arg(headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(), text(row, index.column(), false));
  return {};
}

QVariant ValuesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (section < 0 || section >= ColumnCount) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((section == Index || section == Within ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  const bool isTip = role == Qt::ToolTipRole;
  switch (section) {
    case Index: return isTip ? tr("The index of the element, axis by axis") : tr("index");
    case Ref: return isTip ? tr("Its number in ref") : u"ref"_s;
    case Res: return isTip ? tr("Its number in res") : u"res"_s;
    case Within: return isTip ? tr("|ref \u2212 res| \u2264 tol + tol \u00d7 |res|, computed as in torch")
        : tr("tolerance");
    case AbsError: return isTip ? tr("|res \u2212 r|, where r is fp64 if there is one, otherwise ref")
        : tr("abs error");
    case RelError: return isTip ? tr("The absolute error divided by |r|") : tr("rel error");
    default: return isTip ? tr("The float64 reference") : u"fp64"_s;
  }
}

ValuesView::ValuesView(const Theme& theme, QWidget* parent)
    : ErrorView(parent),
      m_controls(new QWidget(this)),
      m_which(newChoice(tr("Which elements"),
                        tr("Around the chosen element along the last axis, or the largest errors (U)"))),
      m_caption(new PlainLabel(m_controls)),
      m_model(new ValuesModel(this)),
      m_table(new NumberTable(m_model, theme, this)),
      m_runner([this](base::Outcome<std::vector<numerics::ElementRow>> rows) {
        setBusy(false);
        if (rows.isError()) Q_EMIT failed(rows.error());
        if (rows.isValue()) showRows(std::move(rows.value()));
      }) {
  setAccessibleName(tr("Values"));
  m_which->addItems({tr("Around the chosen element"), tr("Largest errors")});
  m_table->setAccessibleName(tr("Elements in full"));
  m_table->horizontalHeader()->setAccessibleName(tr("Columns of the elements"));
  m_table->setGlyphColumn(ValuesModel::Within);
  makeRow(m_controls, {2 * kGrid, kGrid / 2, 2 * kGrid, kGrid / 2}, kGrid, {m_which, {m_caption, 1}});
  makeColumn(this, {}, 0, {m_controls, {m_table, 1}});
  setFocusProxy(m_table);
  connect(m_which, &QComboBox::currentIndexChanged, this, &ValuesView::refresh);
  const auto flatOf = [this](int at) { return m_model->rows()[static_cast<std::size_t>(at)].flat; };
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this, flatOf](const QModelIndex& to) {
    if (to.isValid() && !m_isMoving) Q_EMIT elementChosen(flatOf(to.row()));
  });
  connect(m_table, &RecordTable::opened, this, [this, flatOf] {
    if (m_table->currentIndex().isValid()) Q_EMIT elementOpened(flatOf(m_table->currentIndex().row()));
  });
  styleText({m_caption}, {.size = TextSize::Small, .isMuted = true});
  applyTheme(*this, theme);
}

void ValuesView::setTheme(const Theme&) { m_table->fitColumns(); }

QList<QWidget*> ValuesView::focusOrder() const { return {m_which, m_table}; }
void ValuesView::show(Which which) { m_which->setCurrentIndex(which == Which::Worst ? 1 : 0); }
ValuesView::Which ValuesView::which() const { return m_which->currentIndex() == 1 ? Which::Worst : Which::Around; }

void ValuesView::refresh() {
  if (!context().statistics || !context().chosen) {
    m_runner.cancel();
    setBusy(false);
    m_requested.reset();
    if (!context().pair || context().statistics) m_model->setRows({}, numerics::Dtype::Float32, numerics::Dtype::Float32);
    m_caption->setText(context().statistics ? tr("There are no elements.") : QString());
    return;
  }
  const bool isKnown = m_requested == context().statistics && m_requestedWhich == which();
  const int row = isKnown && !m_runner.isBusy() ? m_model->rowOf(*context().chosen) : -1;
  if (row >= 0) {  // it is on screen already
    m_requestedFor = context().chosen;
    m_isMoving = true;
    if (m_table->currentIndex().row() != row) m_table->goTo(row);
    m_isMoving = false;
    return;
  }
  if (isKnown && (which() == Which::Worst || m_requestedFor == context().chosen)) return;
  compute();
}

void ValuesView::compute() {
  m_requested = context().statistics;
  m_requestedWhich = which();
  m_requestedFor = context().chosen;
  setBusy(true);
  m_runner.run([pair = context().pair, flat = *context().chosen, which = which()](const base::Progress& progress) {
    if (which == Which::Worst) return numerics::worstElements(pair->pair(), pair->options, kWorstRows, progress);
    return numerics::elementsAround(pair->pair(), pair->options, flat, kReach);
  });
}

void ValuesView::showRows(std::vector<numerics::ElementRow> rows) {
  m_isMoving = true;
  m_model->setRows(std::move(rows), context().pair->ref.dtype, context().pair->res.dtype);
  m_table->setColumnHidden(ValuesModel::Fp64, !m_model->hasFp64());
  m_table->fitColumns();
  if (const int row = context().chosen ? m_model->rowOf(*context().chosen) : -1; row >= 0) {
    m_table->goTo(row);
    m_table->scrollTo(m_model->index(row, 0), QAbstractItemView::PositionAtCenter);
  }
  m_isMoving = false;
  m_caption->setText(which() == Which::Worst ? tr("The %1 largest, worst first").arg(m_model->rowCount())
                   : tr("Along the last axis"));
}

}  // namespace plumbline::ui
