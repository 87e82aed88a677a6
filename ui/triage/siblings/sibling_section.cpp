// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/siblings/sibling_section.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QTableView>
#include <algorithm>
#include <set>
#include <utility>

#include "core/session/pending_edits.h"
#include "ui/support/edit_stack.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/decision_controller.h"
#include "ui/triage/triage_table.h"

namespace plumbline::ui {

SiblingStrip::SiblingStrip(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_text(new ElidedLabel(Qt::ElideRight, this)),
      m_apply(new QPushButton(this)),
      m_choose(new QPushButton(tr("Choose\u2026"), this)) {
  setObjectName(u"siblingStrip"_s);
  setAccessibleName(tr("Siblings"));
  makeRow(this, {2 * kGrid, kGrid / 2, kGrid, kGrid / 2}, kGrid, {{m_text, 1}, m_apply, m_choose});
  m_apply->setToolTip(tr("Make the same edit in every sibling whose own run shows it, as one step (S)"));
  m_choose->setToolTip(tr("See every sibling with its evidence and choose (Shift+S)"));
  for (QPushButton* button : {m_apply, m_choose}) {
    button->setAutoDefault(false);
    button->setFocusPolicy(Qt::TabFocus);
  }
  connect(m_apply, &QPushButton::clicked, this, &SiblingStrip::applyRequested);
  connect(m_choose, &QPushButton::clicked, this, &SiblingStrip::chooseRequested);
  applyTheme(*this, theme);
  showOffer({}, {}, 0);
}

void SiblingStrip::setTheme(const Theme& theme) {
  m_theme = theme;
  setAutoFillBackground(true);
  setPalette(theme.basePalette());
  setFixedHeight(m_choose->sizeHint().height() + kGrid + 1);
}

void SiblingStrip::showOffer(const overview::SiblingOffer& offer, const QString& model, std::size_t siblings) {
  const bool speaks = !offer.isEmpty();
  m_text->setPalette(!speaks || offer.same == 0 ? m_theme.quietPalette() : m_theme.palette());
  const QString text = fromUtf8(overview::offerText(offer)) + u'.';
  if (speaks)
    m_text->setText(model.isEmpty() ? text : shortened(model, 60) + u": "_s + text.first(1).toLower() + text.mid(1));
  else
    m_text->setText(siblings == 1 ? tr("What you accept is offered to 1 sibling here.")
                                  : tr("What you accept is offered to %1 siblings here.").arg(grouped(siblings)));
  m_apply->setText(tr("Apply to %1 (S)").arg(grouped(offer.same)));
  m_apply->setVisible(offer.same > 0);
  m_choose->setVisible(offer.hasChoice());
}

QString SiblingStrip::text() const { return m_text->text(); }

void SiblingStrip::paintEvent(QPaintEvent* event) {
  QWidget::paintEvent(event);
  QPainter(this).fillRect(QRect(0, 0, width(), 1), m_theme.color(Tone::Border));
}

using overview::Evidence;
using overview::SiblingCell;

namespace {

constexpr qsizetype kMaxShown = 200;

/// cellsText joins the cells: one alone needs no column name where `bare`.
QString cellsText(const std::vector<SiblingCell>& cells, std::string SiblingCell::* value) {
  QStringList parts;
  for (const SiblingCell& cell : cells) {
    const QString text = (cell.*value).empty() ? u"\u2013"_s : fromUtf8(cell.*value);
    parts << fromUtf8(cell.column) + u' ' + text;
  }
  return shortened(parts.join(u", "_s), kMaxShown);
}

constexpr int kMaxRows = 7;
constexpr int kMinRows = 3;
constexpr int kMaxColumnWidth = 28 * kGrid;

/// What can be done about in plain text, the rest muted.
class SiblingDelegate : public PaddedDelegate {
 public:
  using PaddedDelegate::PaddedDelegate;

 protected:
  void finish(QStyleOptionViewItem& cell, const QModelIndex& index) const override {
    const auto* model = qobject_cast<const SiblingModel*>(index.model());
    const bool quiet = model && !model->canTick(index.row());
    cell.palette.setColor(QPalette::Text, theme().color(quiet ? Tone::Muted : Tone::Text));
    cell.textElideMode = Qt::ElideMiddle;
  }
};

}  // namespace

SiblingModel::SiblingModel()
    : TickModel({tr("Sibling"), tr("Model"), tr("Evidence"), tr("Expects now"), tr("Its run says"),
                 tr("Would be written"), tr("Baseline")}) {}

void SiblingModel::setProposals(const SiblingController& controller) {
  beginResetModel();
  m_rows.clear();
  m_manyModels = false;
  std::vector<bool> ticks;
  for (const overview::SiblingProposal& proposal : controller.proposals()) {
    const auto kept = m_kept.find({proposal.config, proposal.model});
    m_rows.push_back({proposal, controller.fileOf(proposal), controller.pathOf(proposal)});
    ticks.push_back(canTick(static_cast<int>(m_rows.size()) - 1) &&
                    (kept != m_kept.end() ? kept->second : proposal.evidence == Evidence::SameChange));
    m_manyModels = m_manyModels || proposal.model != controller.proposals().front().model;
  }
  setTicks(std::move(ticks));
  endResetModel();
}

bool SiblingModel::canTick(int row) const {
  const Evidence evidence = m_rows[static_cast<std::size_t>(row)].proposal.evidence;
  return evidence != Evidence::AlreadyThere && evidence != Evidence::NoRow;
}

SiblingController::Proposals SiblingModel::chosen() const {
  SiblingController::Proposals out;
  for (int row = 0; row < rowCount(); ++row)
    if (isTicked(row)) out.push_back(m_rows[static_cast<std::size_t>(row)].proposal);
  return out;
}

void SiblingModel::onTicked(int row, bool on) {
  const overview::SiblingProposal& proposal = m_rows[static_cast<std::size_t>(row)].proposal;
  m_kept[{proposal.config, proposal.model}] = on;
}

QString SiblingModel::text(const Row& row, int column) const {
  switch (column) {
    case Sibling: return fromUtf8(row.proposal.words);
    case Model: return shortened(fromUtf8(row.proposal.model), kMaxShown);
    case File: return row.file;
    case Expected: return cellsText(row.proposal.cells, &SiblingCell::now);
    case Actual: return cellsText(row.proposal.cells, &SiblingCell::actual);
    case Proposed: return cellsText(row.proposal.cells, &SiblingCell::proposed);
    case EvidenceColumn: return fromUtf8(overview::evidenceWord(row.proposal.evidence));
    default: return {};
  }
}

QVariant SiblingModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::ToolTipRole: return index.column() == File ? row.path : text(row, index.column());
    case Qt::AccessibleTextRole:
      return tr("%1 %2: expected %3, actual %4, proposed %5, %6")
          .arg(text(row, Sibling), text(row, Model), text(row, Expected), text(row, Actual), text(row, Proposed),
               text(row, EvidenceColumn));
    default: return TickModel::data(index, role);
  }
}

SiblingPanel::SiblingPanel(const Theme& theme, QWidget* parent) : SiblingPanel(new SiblingModel, theme, parent) {}

SiblingPanel::SiblingPanel(SiblingModel* model, const Theme& theme, QWidget* parent)
    : TickPanel(model, new SiblingDelegate(theme), tr("Close"), theme, parent), m_model(model) {
  setAccessibleName(tr("Siblings"));
  setAutoFillBackground(true);
  submitButton()->setAccessibleName(tr("Apply to the ticked siblings"));
  table()->setAccessibleName(tr("Siblings and their evidence"));
  table()->horizontalHeader()->setAccessibleName(tr("Columns of the siblings"));
}

int SiblingPanel::maxRows() const {
  const int row = table()->verticalHeader()->defaultSectionSize();
  return std::clamp(parentWidget() ? parentWidget()->height() / 3 / row : kMaxRows, kMinRows, kMaxRows);
}

void SiblingPanel::showProposals(const SiblingController& controller) {
  const int row = table()->currentIndex().row();
  m_model->setProposals(controller);
  table()->setColumnHidden(SiblingModel::Model, !m_model->hasManyModels());
  const QString model = controller.proposals().empty() ? QString() : fromUtf8(controller.proposals().front().model);
  setTitle(m_model->hasManyModels() ? tr("Siblings of %1 models").arg(grouped(controller.offer().models))
                                            : tr("Siblings of %1").arg(shortened(model, 60)));
  if (m_model->rowCount() > 0)
    table()->setCurrentIndex(m_model->index(std::clamp(row, 0, m_model->rowCount() - 1), SiblingModel::Sibling));
  fitHeight();
  table()->resizeColumnsToContents();
  for (int column = 0; column < SiblingModel::File; ++column)
    table()->setColumnWidth(column, std::min(table()->columnWidth(column) + 2 * kGrid, kMaxColumnWidth));
  showCounts();
}

void SiblingPanel::showCounts() {
  const int chosen = m_model->tickedCount();
  setSubmit(tr("%1 of %2 ticked").arg(chosen).arg(m_model->rowCount()), tr("Apply to %1").arg(chosen),
            chosen > 0 ? tr("Write it into the pending text of these baselines (Enter); Review saves it")
                       : tr("No sibling is ticked"));
}

void SiblingPanel::open(const SiblingController& controller) {
  m_model->forgetTicks();
  table()->setCurrentIndex({});
  showProposals(controller);
  show();
  focusList();
}

bool SiblingPanel::listKey(int key) {
  if (key == Qt::Key_J || key == Qt::Key_K) {
    const int row = table()->currentIndex().row() + (key == Qt::Key_J ? 1 : -1);
    if (const QModelIndex next = m_model->index(row, SiblingModel::Sibling); next.isValid())
      table()->setCurrentIndex(next);
    return true;
  }
  return TickPanel::listKey(key == Qt::Key_S ? int(Qt::Key_Return) : key);
}

/// Single letters are commands of the page; while this list has the keyboard they are meant for it.
bool SiblingPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() == Qt::NoModifier && !key->text().isEmpty() && key->text().at(0).isPrint()) {
      event->accept();
      return true;
    }
  }
  return TickPanel::eventFilter(watched, event);
}

void SiblingPanel::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  QPainter(this).fillRect(QRect(0, 0, width(), 1), palette().color(QPalette::Mid));
}

SiblingSection::SiblingSection(const Parts& parts, const Theme& theme, SiblingController::Source source, QWidget* page)
    : QObject(page),
      m(parts),
      m_page(page),
      m_siblings(parts.decisions.stack(), this),
      m_offer(new SiblingStrip(theme, page)),
      m_list(new SiblingPanel(theme, page)) {
  m_list->hide();
  m_offer->hide();
  connect(&m_siblings, &SiblingController::changed, this, &SiblingSection::show);
  connect(m_offer, &SiblingStrip::applyRequested, this, &SiblingSection::applySame);
  connect(m_offer, &SiblingStrip::chooseRequested, this, &SiblingSection::choose);
  connect(m_list, &SiblingPanel::accepted, this, [this] { apply(m_list->chosen()); });
  connect(m_list, &SiblingPanel::closed, this, &SiblingSection::closeList);
  connect(&m.strip, &DecisionStrip::closed, this, [this](bool answered) {
    if (!answered && !m_list->isHidden()) m_list->focusList();  // back to where the question came from
  });
  m_siblings.setSource(std::move(source));
}

void SiblingSection::insertInto(QBoxLayout& layout, QWidget* below) {
  layout.insertWidget(layout.indexOf(below), m_list);
  layout.insertWidget(layout.indexOf(below), m_offer);
}

QList<QWidget*> SiblingSection::parts() const { return {m_list, m_offer}; }

void SiblingSection::setSnapshot(const session::SnapshotPtr& snapshot) {
  m_snapshot = snapshot;
  m_siblings.setSnapshot(snapshot);
}

void SiblingSection::setTheme(const Theme&) { show(); }

void SiblingSection::hideList() { m_list->hide(); }
void SiblingSection::fitHeight() { m_list->fitHeight(); }

void SiblingSection::show() {
  const bool one = m_siblings.offer().models == 1;
  m_offer->showOffer(m_siblings.offer(), one ? fromUtf8(m_siblings.proposals().front().model) : QString(), count());
  if (!m_list->isHidden()) m_list->showProposals(m_siblings);
  if (!m_siblings.offer().hasChoice() && !m_list->isHidden()) closeList();
  m_offer->setVisible(count() > 0 && m_list->isHidden());
  Q_EMIT changed();
}

std::vector<SiblingRow> SiblingSection::rowsOf(std::uint32_t row) const {
  std::string scratch;
  const std::string name(m_snapshot->comparison->modelName(row, scratch));
  std::vector<std::pair<std::string, std::string>> cells;
  if (m.decisions.state(row) != DecisionController::State::NotAsked)
    if (const auto plan = m.decisions.plan({row}))
      for (const baselines::PlannedEdit& planned : plan->edits)
        if (const auto* set = std::get_if<baselines::SetValue>(&planned.edit))
          cells.emplace_back(set->column, set->text);
  return siblingRows(m_siblings, name, cells);
}

void SiblingSection::closeList() {
  const bool hadKeyboard = m_list->isAncestorOf(m_page->focusWidget());
  m_list->hide();
  m_offer->setVisible(count() > 0);
  if (hadKeyboard || m_page->focusWidget() == nullptr) m.table.setFocus(Qt::OtherFocusReason);
}

void SiblingSection::applySame() {
  const SiblingController::Proposals same = overview::sameEvidence(m_siblings.proposals());
  m.table.setFocus(Qt::OtherFocusReason);
  if (!same.empty()) return apply(same);
  Q_EMIT statusMessage(m_siblings.offer().isEmpty() ? tr("Nothing was accepted here that siblings could follow")
                                                    : fromUtf8(overview::offerText(m_siblings.offer())));
}

void SiblingSection::choose() {
  if (!m_siblings.offer().hasChoice())
    return Q_EMIT statusMessage(tr("There is nothing to choose: no sibling waits for an edit"));
  m_offer->hide();  // the list shows the same and more
  m_list->open(m_siblings);
}

/// apply asks for a reason only where a guard needs one and none was given for the same edit already.
void SiblingSection::apply(const SiblingController::Proposals& chosen) {
  std::set<std::uint32_t> configs;
  for (const overview::SiblingProposal& proposal : chosen) configs.insert(proposal.config);
  const QString siblings = configs.size() == 1 ? tr("1 sibling") : tr("%1 siblings").arg(grouped(configs.size()));
  const QString subject =
      chosen.size() == configs.size() ? siblings : tr("%1 rows of %2").arg(grouped(chosen.size()), siblings);
  const auto edit = [this, chosen, subject](const std::string& reason) -> std::optional<base::Error> {
    const auto done = m_siblings.apply(chosen, reason);
    if (!done) return done.error();
    closeList();
    Q_EMIT statusMessage(tr("The same edit was made in %1").arg(subject));
    return {};
  };
  const std::string given = m_siblings.reasonFor(chosen);
  const std::optional<base::Error> refused = edit(given);
  if (!refused) return;
  if (refused->code != base::ErrorCode::BadArgument || !given.empty())
    return Q_EMIT statusMessage(fromUtf8(refused->text) +
                                (refused->hint.empty() ? QString() : u' ' + fromUtf8(refused->hint)));
  m.strip.requestText({.title = tr("Same edit in %1. %2").arg(subject, fromUtf8(refused->text)),
                   .placeholder = tr("Why is that right? It goes into the commit message"),
                   .suggestions = m.queue.reasons(),
                   .emptyRefusal = tr("A reason is needed."),
                   .commitText = tr("Apply")},
                  [edit](const QString& reason) {
                    const auto again = edit(reason.toStdString());
                    return again ? fromUtf8(again->text) : QString();
                  });
}

QList<ActionSpec> SiblingSection::actions(const std::function<bool()>& isFree) {
  const auto can = [this, isFree] { return isFree() && count() > 0; };
  return {{u"decide.siblings"_s, tr("Make the same edit in the siblings"),
           tr("Edit every sibling whose own run shows the same change, as one step"), tr("Decide"), {}, {Qt::Key_S},
           [this] { applySame(); }, can},
          {u"decide.chooseSiblings"_s, tr("Choose among the siblings"),
           tr("See what every sibling's run says, and choose where the same edit is made"), tr("Decide"), {},
           {Qt::SHIFT | Qt::Key_S}, [this] { choose(); }, can}};
}

}  // namespace plumbline::ui
