// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/tensors_view.h"

#include <QMenu>
#include <QSplitter>
#include <QStackedLayout>
#include <algorithm>

#include "ui/numerics/answer_strip.h"
#include "ui/numerics/details/tensor_details.h"
#include "ui/numerics/options_bar.h"
#include "ui/numerics/tensor_model.h"
#include "ui/numerics/tensor_tree.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr int kSideBySideFrom = 1000;  ///< px: from this width on the details stand beside the tensors
constexpr int kBelowFrom = 680;        ///< px: from this height on there is room for them below the tensors

}  // namespace

TensorBar::TensorBar(const Theme& theme, QWidget* parent)
    : TableFilterBar({.placeholder = tr("Filter: tensor"),
                      .tooltip = tr("Words that must all occur in the tensor's path (/)"),
                      .minWidth = 96},
                     tr("Show every tensor (0)"), parent) {
  const TensorStyle fails = styleOf(TensorVerdict::Differs), near = styleOf(TensorVerdict::Near);
  m_failing = new MarkChip(theme, {fails.glyph, tr("Failing"), tr("Show only what differs or raises (X)"), fails.cls},
                           this);
  m_near = new MarkChip(theme, {near.glyph, near.title, tr("Show only what passes with a margin of 0.8 or more (N)"),
                                near.cls}, this);
  addChip(m_failing);
  addChip(m_near);
  makeLine();
  applyTheme(*this, theme);
}

void TensorBar::showRows(const TensorRowsPtr& rows) {
  m_failing->setCount(rows ? rows->failing() : 0);
  m_near->setCount(rows ? rows->near() : 0);
}

void TensorBar::setShownCount(std::size_t shown, std::size_t all) {
  TableFilterBar::setShownCount(shown, all, tr("value"), tr("values"));
}

TensorFilter TensorBar::filter() const { return {words(), m_failing->isChecked(), m_near->isChecked()}; }

TensorsView::TensorsView(const Theme& theme, QWidget* parent) : QWidget(parent), m_model(new TensorModel(this)) {
  m_pages = new QStackedLayout(this);
  m_nothing = new EmptyState(theme, this);
  m_nothing->setObjectName(u"numerics.nothing"_s);
  m_pages->addWidget(m_nothing);
  auto* shown = new QWidget(this);
  m_pages->addWidget(shown);
  m_answerStrip = new AnswerStrip(theme, shown);
  m_options = new SameOptionsBar(theme, shown);
  m_bar = new TensorBar(theme, shown);
  m_split = new QSplitter(Qt::Horizontal, shown);
  m_split->setChildrenCollapsible(false);
  auto* list = new QWidget(m_split);
  m_trees = new QStackedLayout(list);
  m_tree = new TensorTree(m_model, theme, list);
  m_nothingShown = new EmptyState(theme, list);
  addWidgets(*m_trees, {m_tree, m_nothingShown});
  m_details = new TensorDetails(theme, m_split);
  addWidgets(*m_split, {list, m_details});
  m_split->setStretchFactor(0, 1);
  m_split->setStretchFactor(1, 0);
  m_split->handle(1)->setAccessibleName(tr("Size of the details"));
  makeColumn(shown, {}, 0, {m_answerStrip, m_options, divider(), m_bar, divider(), {m_split, 1}});
  connectParts();
  showParts();
}

void TensorsView::connectParts() {
  connect(m_options, &SameOptionsBar::leaveRequested, this, [this] { focusBody(Qt::OtherFocusReason); });
  connect(m_answerStrip, &AnswerStrip::optionsRequested, this, &TensorsView::setOptionsShown);
  connect(m_answerStrip, &AnswerStrip::logShownChanged, this, &TensorsView::changed);
  connect(m_bar, &TensorBar::filterChanged, this, [this] {
    m_model->setFilter(m_bar->filter());
    Q_EMIT changed();
  });
  connect(m_bar, &TensorBar::leaveRequested, this, [this] { focusBody(Qt::OtherFocusReason); });
  connect(m_model, &TensorModel::rowsShown, this, &TensorsView::showRows);
  connect(m_tree, &TensorTree::currentMoved, this, &TensorsView::showCurrent);
  connect(m_tree, &TensorTree::opened, this, [this] {
    setDetailsShown(true);
    if (!m_details->focusOrder().isEmpty()) m_details->focusOrder().front()->setFocus(Qt::TabFocusReason);
  });
  connect(m_details, &TensorDetails::viewRequested, this, [this] {
    if (!areDetailsShown()) setDetailsShown(true);
  });
  connect(m_details, &TensorDetails::noticeRequested, this, &TensorsView::noticeRequested);
  connect(m_details, &TensorDetails::busyChanged, this, [this](bool isBusy) {
    m_isDetailsBusy = isBusy;
    if (!isBusy && m_answer) Q_EMIT detailsSettled();
  });
  connect(m_split, &QSplitter::splitterMoved, this, [this] { m_isShaped = true; });
}

void TensorsView::showAnswer(const SameAnswer& answer, bool isNewComparison) {
  m_answer = answer;
  m_answerStrip->showAnswer(answer);
  m_bar->showRows(answer.rows);
  m_model->setRows(answer.rows);
  m_pages->setCurrentIndex(1);
  const auto first = answer.rows->result().firstFailure();
  if (isNewComparison && first) m_tree->goTo(answer.rows->nodeOf(*first));
  showCurrent();
}

void TensorsView::showEmpty(const QString& title, const QString& text, const QList<EmptyState::Button>& buttons) {
  m_nothing->showText(title, text, buttons);
  m_pages->setCurrentIndex(0);
}

void TensorsView::clear() {
  m_answer.reset();
  m_model->setRows({});
  m_bar->showRows({});
  m_details->clear();
}

QString TensorsView::statusText() const {
  if (!m_answer) return {};
  const TensorRows& rows = *m_answer->rows;
  const std::size_t all = rows.result().decisions.size();
  QString text = valueCountText(all);
  if (rows.failing() == 0) text += u" \u00b7 "_s + tr("all same");
  else text += u" \u00b7 "_s + (rows.failing() == 1 ? tr("1 differs") : tr("%1 differ").arg(grouped(rows.failing())));
  if (rows.near() > 0) text += u", "_s + tr("%1 near the limit").arg(grouped(rows.near()));
  if (rows.notReached() > 0) text += u" \u00b7 "_s + tr("torch stops after %1").arg(grouped(all - rows.notReached()));
  const double ms = m_answer->milliseconds;
  return text + u" \u00b7 "_s +
         (ms >= 1000 ? u"%1 s"_s.arg(ms / 1000, 0, 'f', 2) : u"%1 ms"_s.arg(ms, 0, 'f', ms < 10 ? 1 : 0));
}

void TensorsView::showRows() {
  const std::size_t all = m_model->rows() ? m_model->rows()->result().decisions.size() : 0;
  m_bar->setShownCount(m_model->shownCount(), all);
  const bool none = m_model->shownCount() == 0;
  if (none && all == 0) m_nothingShown->showText(tr("There is nothing to compare"), tr("The files hold no value."), {});
  else if (none)
    m_nothingShown->showText(tr("No tensor matches"), tr("The filter hides all %1.").arg(grouped(all)),
                        {{tr("Show every tensor"), [this] {
                            m_bar->clearAll();
                            focusBody(Qt::OtherFocusReason);
                          }}});
  const bool hadFocus = m_tree->hasFocus() || m_nothingShown->isAncestorOf(window()->focusWidget());
  m_trees->setCurrentIndex(none ? 1 : 0);
  if (hadFocus) focusBody(Qt::OtherFocusReason);
}

void TensorsView::showCurrent() {
  const int node = currentNode();
  const numerics::Decision* decision = node > 0 ? m_model->rows()->decisionOf(node) : nullptr;
  if (decision == nullptr) m_details->clear();
  else m_details->showPair({m_model->rows()->path(node), *decision, m_answer->options});
  Q_EMIT changed();
}

int TensorsView::currentNode() const { return m_answer ? m_tree->currentNode() : -1; }

bool TensorsView::areDetailsShown() const {
  return m_detailsChoice.value_or(m_pageSize.width() >= kSideBySideFrom || m_pageSize.height() >= kBelowFrom);
}

void TensorsView::setDetailsShown(bool shown) {
  m_detailsChoice = shown;
  showParts();
}

void TensorsView::setOptionsShown(bool shown) {
  m_areOptionsShown = shown;
  showParts();
}

void TensorsView::showParts() {
  const QWidget* focus = window()->focusWidget();
  if (!areDetailsShown() && m_details->isAncestorOf(focus)) focusBody(Qt::OtherFocusReason);
  m_details->setVisible(areDetailsShown());
  if (!m_areOptionsShown && m_options->isAncestorOf(focus)) focusBody(Qt::OtherFocusReason);
  m_options->setVisible(m_areOptionsShown);
  m_answerStrip->setOptionsShown(m_areOptionsShown);
  Q_EMIT changed();
}

void TensorsView::arrange(QSize pageSize) {
  m_pageSize = pageSize;
  const Qt::Orientation wanted = pageSize.width() >= kSideBySideFrom ? Qt::Horizontal : Qt::Vertical;
  const bool turns = m_split->orientation() != wanted;
  if (m_details->isHidden() == areDetailsShown()) showParts();
  if (!turns && m_isShaped) return;
  m_split->setOrientation(wanted);
  if (turns) m_isShaped = false;
  const bool isBeside = wanted == Qt::Horizontal;
  const int room = isBeside ? pageSize.width() : pageSize.height();
  m_split->setSizes(isBeside ? QList<int>{room * 58 / 100, room * 42 / 100}
                             : QList<int>{room * 45 / 100, room * 55 / 100});
}

bool TensorsView::goTo(int node) {
  if (node < 0) return false;
  if (!m_tree->goTo(node)) {
    m_bar->clearAll();
    m_tree->goTo(node);
  }
  m_tree->setFocus(Qt::ShortcutFocusReason);
  return true;
}

void TensorsView::sortByCurrentColumn() {
  const int column = std::max(0, m_tree->currentIndex().column());
  const bool isAgain = m_model->sortColumn() == column && m_model->sortOrder() == Qt::AscendingOrder;
  m_tree->sortByColumn(column, isAgain ? Qt::DescendingOrder : Qt::AscendingOrder);
}

bool TensorsView::toggleMarginOrder() {
  const int column = static_cast<int>(TensorColumn::Margin);
  const bool isSorted = m_model->sortColumn() == column;
  m_tree->sortByColumn(isSorted ? -1 : column, Qt::DescendingOrder);
  Q_EMIT changed();
  return !isSorted;
}

QString TensorsView::rowsText() const {
  const QList<int> columns = m_tree->shownColumns(), nodes = m_tree->selectedNodes();
  QStringList head;
  for (const int column : columns) head << m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  TextTable table{head};
  for (const int node : nodes) {
    QStringList cells;
    for (const int column : columns)
      cells << (column == 0 ? m_model->rows()->path(node) : m_model->cellText(node, static_cast<TensorColumn>(column)));
    table << cells;
  }
  return toTsv(table);
}

void TensorsView::showColumnMenu() { m_tree->columnMenu()->popup(m_tree->mapToGlobal(QPoint(kGrid, kGrid))); }

void TensorsView::focusBody(Qt::FocusReason reason) {
  if (m_pages->currentIndex() == 1 && m_trees->currentIndex() == 0) return m_tree->setFocus(reason);
  QWidget* empty = m_pages->currentIndex() == 0 ? m_nothing : m_nothingShown;
  if (QWidget* first = empty->nextInFocusChain(); first && empty->isAncestorOf(first)) first->setFocus(reason);
}

QList<QWidget*> TensorsView::focusOrder() const {
  return m_answerStrip->focusOrder() + m_options->focusOrder() + m_bar->focusOrder() + QWidgetList{m_tree} +
         m_details->focusOrder();
}

QJsonObject TensorsView::saveState() const {
  QJsonObject state{
      {u"table"_s, m_tree->saveColumns()}, {u"options"_s, m_areOptionsShown}, {u"log"_s, m_answerStrip->isLogShown()}};
  if (m_detailsChoice) state[u"details"_s] = *m_detailsChoice;
  if (m_isShaped) {
    state[u"split"_s] = QString::fromLatin1(m_split->saveState().toBase64());
    state[u"beside"_s] = m_split->orientation() == Qt::Horizontal;
  }
  return state;
}

void TensorsView::restoreState(const QJsonObject& state) {
  m_tree->restoreColumns(state["table"_L1].toObject());
  if (const QJsonValue details = state["details"_L1]; details.isBool()) m_detailsChoice = details.toBool();
  m_areOptionsShown = state["options"_L1].toBool(true);
  m_answerStrip->setLogShown(state["log"_L1].toBool());
  const QByteArray split = QByteArray::fromBase64(state["split"_L1].toString().toLatin1());
  if (!split.isEmpty() && m_split->restoreState(split)) m_isShaped = true;
  showParts();
}

}  // namespace plumbline::ui
