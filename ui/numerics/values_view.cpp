// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/values_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/numerics/number_table.h"
#include "ui/numerics/view_controls.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr std::int64_t kReach = 32;     ///< elements on each side
constexpr std::size_t kWorstRows = 100;

}  // namespace

ValuesView::ValuesView(const Theme& theme, QWidget* parent)
    : ErrorView(parent),
      m_controls(new QWidget(this)),
      m_which(newChoice(u"Which elements"_s, u"Around the chosen element along the last axis, or the largest errors (U)"_s)),
      m_words(new QLabel(m_controls)),
      m_model(new ValuesModel(this)),
      m_table(new NumberTable(m_model, theme, this)),
      m_runner([this](base::Outcome<std::vector<numerics::ElementRow>> rows) {
        setBusy(false);
        if (rows.isError()) Q_EMIT failed(rows.error());
        if (rows.isValue()) showRows(std::move(rows.value()));
      }) {
  setAccessibleName(u"Values"_s);
  m_which->addItems({u"Around the chosen element"_s, u"Largest errors"_s});
  m_table->setAccessibleName(u"Elements in full"_s);
  m_table->horizontalHeader()->setAccessibleName(u"Columns of the elements"_s);
  m_table->setGlyphColumn(ValuesModel::Within);
  auto* row = new QHBoxLayout(m_controls);
  row->setContentsMargins(2 * kGrid, kGrid / 2, 2 * kGrid, kGrid / 2);
  row->setSpacing(kGrid);
  row->addWidget(m_which);
  row->addWidget(m_words, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_controls);
  layout->addWidget(m_table, 1);
  setFocusProxy(m_table);
  connect(m_which, &QComboBox::currentIndexChanged, this, &ValuesView::refresh);
  const auto flatOf = [this](int at) { return m_model->rows()[static_cast<std::size_t>(at)].flat; };
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this, flatOf](const QModelIndex& to) {
    if (to.isValid() && !m_isMoving) Q_EMIT elementChosen(flatOf(to.row()));
  });
  connect(m_table, &RecordTable::opened, this, [this, flatOf] {
    if (m_table->currentIndex().isValid()) Q_EMIT elementWanted(flatOf(m_table->currentIndex().row()));
  });
  ValuesView::setTheme(theme);
}

void ValuesView::setTheme(const Theme& theme) {
  m_table->setTheme(theme);
  m_words->setFont(theme.font(TextSize::Small));
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_words->setPalette(quiet);
  m_table->fitColumns();
}

QList<QWidget*> ValuesView::focusOrder() const { return {m_which, m_table}; }
void ValuesView::show(Which which) { m_which->setCurrentIndex(which == Which::Worst ? 1 : 0); }
ValuesView::Which ValuesView::which() const { return m_which->currentIndex() == 1 ? Which::Worst : Which::Around; }

void ValuesView::refresh() {
  if (!context().statistics || !context().chosen) {
    m_runner.cancel();
    setBusy(false);
    m_asked.reset();
    if (!context().pair || context().statistics) m_model->setRows({}, numerics::Dtype::Float32, numerics::Dtype::Float32);
    m_words->setText(context().statistics ? u"There are no elements."_s : QString());
    return;
  }
  const bool isKnown = m_asked == context().statistics && m_askedWhich == which();
  const int row = isKnown && !m_runner.isBusy() ? m_model->rowOf(*context().chosen) : -1;
  if (row >= 0) {  // it is on screen already
    m_askedFor = context().chosen;
    m_isMoving = true;
    if (m_table->currentIndex().row() != row) m_table->goTo(row);
    m_isMoving = false;
    return;
  }
  if (isKnown && (which() == Which::Worst || m_askedFor == context().chosen)) return;
  compute();
}

void ValuesView::compute() {
  m_asked = context().statistics;
  m_askedWhich = which();
  m_askedFor = context().chosen;
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
  m_words->setText(which() == Which::Worst ? u"The %1 largest, worst first"_s.arg(m_model->rowCount()) : u"Along the last axis"_s);
}

}  // namespace plumbline::ui
