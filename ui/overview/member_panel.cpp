// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/member_panel.h"

#include <QScrollBar>
#include <QPainter>
#include <QHeaderView>
#include <QKeyEvent>
#include <algorithm>

#include "ui/overview/cell_delegate.h"
#include "ui/overview/group_text.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/tables/filtered_model.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/decision_text.h"

namespace plumbline::ui {
namespace {

/// sentenceOf says why a row stands here, and why its model failed where a log says so.
QString sentenceOf(const overview::ConfigResult& config, std::size_t row, qsizetype limit) {
  QString sentence = shortened(fromUtf8(config.comparison->sentence(row)), limit);
  const sources::FailureCause* cause = config.causeOf(row);
  if (cause == nullptr) return sentence;
  return sentence + u' ' + MemberPanel::tr("Cause: %1").arg(shortened(fromUtf8(cause->text), limit) + fromUtf8(sources::placeText(cause->log, cause->line)));
}

}  // namespace

MemberModel::MemberModel(GroupController& controller, QObject* parent)
    : QAbstractTableModel(parent), m_controller(controller) {
  connect(&controller, &GroupController::changed, this, [this] { emitAllChanged(*this); });
}

void MemberModel::showGroup(std::optional<std::size_t> group) {
  const overview::Group* wanted = group && m_controller.snapshot() ? &m_controller.snapshot()->groups[*group] : nullptr;
  if (wanted == m_group && m_snapshot == m_controller.snapshot()) return;
  beginResetModel();
  m_snapshot = m_controller.snapshot();
  m_group = wanted;
  m_number = group.value_or(0);
  makeLines();
  endResetModel();
}

void MemberModel::makeLines() {
  m_lines.clear();
  if (m_group == nullptr) return;
  m_byConfig = m_group->models.size() == 1 && m_group->configs.size() > 1;
  const bool both = m_group->models.size() > 1 && m_group->configs.size() > 1;
  m_lines.reserve(m_group->members.size() + (both ? m_group->configs.size() : 0));
  for (std::size_t i = 0; i < m_group->members.size(); ++i) {
    if (both && (i == 0 || m_group->members[i - 1].config != m_group->members[i].config)) m_lines.push_back({i, true});
    m_lines.push_back({i, false});
  }
}

void MemberModel::setShort(bool on) {
  if (on == m_short) return;
  m_short = on;
  Q_EMIT headerDataChanged(Qt::Horizontal, Change, Decision);
  if (rowCount() > 0) Q_EMIT dataChanged(index(0, Decision), index(rowCount() - 1, Decision));
}

QString MemberModel::configName(int row) const { return configText(*m_snapshot->view, member(row).config); }
QString MemberModel::configTitle(int row) const {
  const bool isReadOnly = m_snapshot->view->configs()[member(row).config].saveProblem.has_value();
  return isReadOnly ? tr("%1 (read-only)").arg(configName(row)) : configName(row);
}
QString MemberModel::modelName(int row) const { return fromUtf8(m_controller.modelOf(member(row))); }

bool MemberModel::isAnyDecided() const {
  return m_group != nullptr && m_snapshot == m_controller.snapshot() &&
         std::ranges::any_of(m_group->members, [this](const overview::RowRef& row) {
           return m_controller.rowState(row) != overview::RowState::Undecided;
         });
}

int MemberModel::rowOf(const QString& config, const QString& model) const {
  for (int row = 0; row < rowCount(); ++row)
    if (!isConfig(row) && configName(row) == config && modelName(row) == model) return row;
  return -1;
}

int MemberModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QString MemberModel::text(int row, int column) const {
  if (isConfig(row)) return column == Name ? configTitle(row) : QString();
  switch (column) {
    case Name: return m_byConfig ? configTitle(row) : modelName(row);
    case Change: {
      const overview::RowPast* known = past(row);
      const QString change = changeText(*m_snapshot->view, *m_group, member(row));
      return known != nullptr && known->noise == overview::RowPast::Noise::Within ? tr("%1, noise", "5 \u2192 9").arg(change) : change;
    }
    case Decision:
      return m_short ? markOf(m_controller.rowState(member(row))).left(1) : markOf(m_controller.rowState(member(row)));
    default: return {};
  }
}

const overview::RowPast* MemberModel::past(int row) const {
  const auto& rows = m_controller.pastOf(m_number).rows;
  const Line& line = m_lines[static_cast<std::size_t>(row)];
  return line.isConfig || line.member >= rows.size() ? nullptr : &rows[line.member];
}

QString MemberModel::accessibleText(int row) const {
  if (isConfig(row)) return tr("Config %1").arg(configTitle(row));
  const overview::RowPast* since = past(row);
  const QString known = since == nullptr ? QString() : pastText(m_controller.past(), *since);
  return tr("%1 in %2, %3, %4")
             .arg(modelName(row), configName(row), text(row, Change), stateWord(m_controller.rowState(member(row)))) +
         (known.isEmpty() ? known : u", "_s + known);
}

QString MemberModel::tooltip(int row) const {
  const overview::RowRef ref = member(row);
  const auto& problem = m_snapshot->view->configs()[ref.config].saveProblem;
  const QString readOnly = problem ? tr("The baseline is read-only: %1").arg(fromUtf8(problem->text)) : QString();
  if (isConfig(row)) return readOnly.isEmpty() ? configName(row) : configName(row) + u'\n' + readOnly;
  QStringList lines{modelName(row), configName(row), readOnly, sentenceOf(m_snapshot->view->configs()[ref.config], ref.row, 600)};
  if (const overview::RowPast* since = past(row)) lines << pastText(m_controller.past(), *since);
  const baselines::Decision* decision = m_controller.decision(ref);
  const baselines::EarlierAnswers& earlier = m_snapshot->view->configs()[ref.config].earlier;
  if (const auto found = earlier.find(ref.row); found != earlier.end() && !(decision && decision->kind))
    lines << withArrows(baselines::earlierText(found->second));
  if (decision) {
    lines << stateWord(m_controller.rowState(ref)) +
                 (decision->what.empty() ? QString() : u": "_s + withArrows(decision->what));
    if (!decision->reason.empty()) lines << tr("Reason: %1").arg(fromUtf8(decision->reason));
    if (!decision->note.empty()) lines << tr("Note: %1").arg(fromUtf8(decision->note));
  }
  lines.removeAll(QString());
  return lines.join(u'\n');
}

QVariant MemberModel::data(const QModelIndex& index, int role) const {
  // The controller may have moved on to another snapshot before this model is notified.
  if (!checkIndex(index, CheckIndexOption::IndexIsValid) || m_snapshot != m_controller.snapshot()) return {};
  switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::ToolTipRole: return tooltip(index.row());
    case Qt::AccessibleTextRole: return accessibleText(index.row());
    case CellRole::Class: {
      const bool open =
          !isConfig(index.row()) && m_controller.rowState(member(index.row())) == overview::RowState::Undecided;
      return int(open ? m_group->cls : verdicts::VerdictClass::Pass);
    }
    case CellRole::Tone: {
      const overview::RowPast* since = past(index.row());
      const bool isOld = since != nullptr && since->then == overview::RowPast::Then::Red;
      return int(isConfig(index.row()) ? CellTone::Heading : isOld ? CellTone::Muted : CellTone::Plain);
    }
    case CellRole::Indent: return m_lines.front().isConfig && !isConfig(index.row()) && index.column() == Name ? 2 : 0;
    default: return {};
  }
}

QVariant MemberModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
  switch (section) {
    case Name: return m_byConfig ? tr("Config") : tr("Model");
    case Change: return m_short && role == Qt::DisplayRole ? tr("Change") : tr("Expected \u2192 actual");
    case Decision: return m_short && role == Qt::DisplayRole ? QString() : tr("Decision");
    default: return {};
  }
}

namespace {

constexpr int kMaxNameChars = 64;  // characters
constexpr int kMaxChangeChars = 40;
constexpr int kMinChange = 72, kGoodChange = 88;  // pixels beside a long name: title and sentence have the change, too
constexpr int kNarrow = 380;  // pixels

constexpr int kTitleLines = 2, kSentenceLines = 4;
constexpr int kLowPanel = 320;  // pixels: below that, the table needs a line of the sentence

}  // namespace

MemberTable::MemberTable(MemberModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new CellDelegate(theme, this)) {
  setAccessibleName(tr("Rows of the group"));
  setModel(model);
  setRowDelegate(m_delegate);
  setSelectionMode(SingleSelection);
  horizontalHeader()->setAccessibleName(tr("Columns of the rows"));
  horizontalHeader()->setSectionsMovable(false);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
    if (index.row() == headingRow()) scrollTo(index, PositionAtTop);  // the heading leads to its config
  });
  connect(model, &QAbstractItemModel::dataChanged, this, [this] {
    if (isColumnHidden(MemberModel::Decision) == m_model->isAnyDecided()) shapeColumns();
  });
  connect(model, &QAbstractItemModel::modelReset, this, [this] {
    hoverRow(-1);
    spanConfigs();
    shapeColumns();
  });
  setTheme(theme);
}

void MemberTable::shapeColumns() {
  if (model()->rowCount() == 0) return;
  const QFontMetrics metrics(font()), titles(horizontalHeader()->font());
  const auto wanted = [&](int column, int maxChars) {
    const int title = titles.horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString()) + 2 * kGrid;
    return std::max(title, m_delegate->preferredWidth(*model(), column, maxChars));
  };
  const bool narrow = viewport()->width() < kNarrow;
  m_model->setShort(narrow);
  const QString mark = narrow ? u"\u25cf"_s : tr("\u25cf accepted");
  const bool isDecided = m_model->isAnyDecided();
  setColumnHidden(MemberModel::Decision, !isDecided);
  const int decision = isDecided ? metrics.horizontalAdvance(mark) + 2 * kGrid + 4 : 0;
  const int change = wanted(MemberModel::Change, kMaxChangeChars);
  const int left = std::max(0, viewport()->width() - decision);
  const int name = wanted(MemberModel::Name, kMaxNameChars);
  const int forChange = std::max(left - name, std::min(change, kMinChange));
  // Beside long names a change of which little would be left goes.
  const bool hasChange = forChange >= std::min(change, kGoodChange);
  setColumnHidden(MemberModel::Change, !hasChange);
  setColumnWidth(MemberModel::Name, std::min(name, hasChange ? left - std::min(change, forChange) : left));
  if (hasChange) setColumnWidth(MemberModel::Change, std::min(change, forChange));
}

int MemberTable::headingRow() const {
  const int top = rowAt(0);
  if (top <= 0 || m_model->isConfig(top)) return -1;
  for (int row = top - 1; row >= 0; --row)
    if (m_model->isConfig(row)) return row;
  return -1;
}

/// The heading covers the first line of the view, so a row that would be there comes one line lower.
void MemberTable::scrollTo(const QModelIndex& index, ScrollHint hint) {
  RecordTable::scrollTo(index, hint);
  if (index.row() == rowAt(0) && headingRow() >= 0) verticalScrollBar()->setValue(verticalScrollBar()->value() - 1);
}

QRect MemberTable::headingRect(int heading) const {
  const int height = rowHeight(heading);
  const int next = rowAt(0) + 1;  // the next config pushes this one out
  const int top = next < m_model->rowCount() && m_model->isConfig(next) ? std::min(0, rowViewportPosition(next) - height) : 0;
  return {0, top, viewport()->width(), height};
}

QModelIndex MemberTable::indexAt(const QPoint& at) const {
  const int heading = headingRow();
  if (heading >= 0 && headingRect(heading).contains(at)) return m_model->index(heading, MemberModel::Name);
  return RecordTable::indexAt(at);
}

void MemberTable::paintEvent(QPaintEvent* event) {
  RecordTable::paintEvent(event);
  const int heading = headingRow();
  if (heading < 0) return;
  QStyleOptionViewItem option;
  initViewItemOption(&option);
  option.rect = headingRect(heading);
  QPainter painter(viewport());
  m_delegate->paint(&painter, option, m_model->index(heading, MemberModel::Name));
}

/// The heading stands still while the rows move: what the view would copy of it is drawn again.
void MemberTable::scrollContentsBy(int dx, int dy) {
  RecordTable::scrollContentsBy(dx, dy);
  if (dy != 0) viewport()->update();
}

/// spanConfigs gives each config's line the whole width.
void MemberTable::spanConfigs() {
  clearSpans();
  for (int row = 0; row < m_model->rowCount(); ++row)
    if (m_model->isConfig(row)) setSpan(row, 0, 1, MemberModel::ColumnCount);
}

void MemberTable::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  if ((key == Qt::Key_Left && event->modifiers() == Qt::NoModifier) || key == Qt::Key_Escape) {
    Q_EMIT leaveRequested();
    return;
  }
  RecordTable::keyPressEvent(event);
}

void MemberTable::resizeEvent(QResizeEvent* event) {
  RecordTable::resizeEvent(event);
  shapeColumns();
}

MemberPanel::MemberPanel(GroupController& controller, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_model(new MemberModel(controller, this)),
      m_table(new MemberTable(m_model, theme, this)),
      m_title(new WordsLabel(this)),
      m_sentence(new WordsLabel(this)),
      m_origin(new ElidedLabel(Qt::ElideMiddle, this)) {
  setAccessibleName(tr("Rows of the group"));
  m_sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  auto* top = makeColumn(nullptr, {kGrid, kGrid, kGrid, kGrid}, -1, {m_title});
  auto* layout = makeColumn(this, {}, 0, {top, divider(), {m_table, 1}, divider()});
  auto* bottom = makeColumn(nullptr, {kGrid, kGrid / 2, kGrid, kGrid / 2}, kGrid / 4, {m_sentence, m_origin});
  layout->addLayout(bottom);
  connect(m_table, &MemberTable::leaveRequested, this, &MemberPanel::leaveRequested);
  connect(m_table, &MemberTable::currentMoved, this, [this] {
    showSentence();
    Q_EMIT currentMoved();
  });
  const auto open = [this] {
    if (const auto row = current()) Q_EMIT tableRequested(row->config, currentModel());
  };
  connect(m_table, &RecordTable::opened, this, open);
  connect(m_table, &QTableView::doubleClicked, this, open);
  styleText({m_title}, {.isBold = true});
  styleText({m_sentence}, {.size = TextSize::Small});
  styleText({m_origin}, {.size = TextSize::Small, .isMuted = true});
  applyTheme(*this, theme);
}

void MemberPanel::setTheme(const Theme&) { fitSentence(); }

/// The table keeps its size from group to group and from row to row, except for a title or sentence that is longer than the
/// room kept for it: that is shown whole.
void MemberPanel::fitSentence() {
  const int room = width() - 2 * kGrid;
  const auto fit = [room](WordsLabel& label, int lines) {
    const int kept = lines * QFontMetrics(label.font()).lineSpacing();
    label.setFixedHeight(std::max(kept, room > 0 ? label.heightForWidth(room) : 0));
  };
  fit(*m_title, kTitleLines);
  fit(*m_sentence, height() < kLowPanel ? kSentenceLines - 1 : kSentenceLines);
}

void MemberPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitSentence();
}

void MemberPanel::showGroup(std::optional<std::size_t> group) {
  const std::string id = group ? m_controller.snapshot()->groups[*group].id : std::string();
  const bool same = group && id == m_group && m_model->group() != nullptr;
  QString config, model;
  int top = -1;
  if (same && m_table->currentIndex().isValid()) {
    config = m_currentConfig;
    model = m_currentModel;
    top = m_table->currentIndex().row() - m_table->rowAt(0);
  }
  m_group = id;
  m_model->showGroup(group);
  if (m_model->rowCount() > 0 && !m_table->currentIndex().isValid()) {
    int row = model.isEmpty() ? -1 : m_model->rowOf(config, model);
    if (row < 0) row = m_model->isConfig(0) ? 1 : 0;
    m_table->goTo(row);
    if (top < 0)
      m_table->scrollToTop();  // the config of the first row stays in view
    else if (row > 0)
      m_table->scrollTo(m_model->index(std::max(0, row - top), 0), QAbstractItemView::PositionAtTop);
  }
  m_title->setWords(group ? panelTitle(*m_controller.snapshot()->view, *m_model->group()) : QString());
  showSentence();
}

void MemberPanel::showSentence() {
  QString text;
  QStringList origin;
  if (const auto row = current()) {
    const overview::ConfigResult& config = m_controller.snapshot()->view->configs()[row->config];
    text = tr("%1 in %2: %3", "model, config, why it has its verdict")
               .arg(currentModel(), m_model->configName(m_table->currentIndex().row()), sentenceOf(config, row->row, 400));
    const std::uint32_t actual = config.comparison->row(row->row).actualRow;
    if (config.saveProblem) origin << tr("The baseline is read-only: %1").arg(fromUtf8(config.saveProblem->text));
    if (actual != verdicts::kNoRow && actual < config.origins.size())
      origin << tr("From %1").arg(fromUtf8(config.shards[config.origins[actual].shard].origin));
    m_currentConfig = m_model->configName(m_table->currentIndex().row());
    m_currentModel = currentModel();
  }
  m_sentence->setWords(text);
  m_sentence->setToolTip(text);
  fitSentence();
  m_origin->setText(origin.join(u' '));
}

void MemberPanel::focusMembers() { m_table->setFocus(Qt::OtherFocusReason); }
bool MemberPanel::hasMembersFocus() const { return m_table->hasFocus(); }

std::optional<overview::RowRef> MemberPanel::current() const {
  const QModelIndex index = m_table->currentIndex();
  if (!index.isValid()) return {};
  return m_model->member(index.row());
}

QString MemberPanel::currentModel() const {
  const QModelIndex index = m_table->currentIndex();
  return index.isValid() ? m_model->modelName(index.row()) : QString();
}

}  // namespace plumbline::ui
