// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/member_panel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/overview/cell_delegate.h"
#include "ui/overview/group_text.h"
#include "ui/overview/member_model.h"
#include "ui/support/labels.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kMaxNameChars = 64;  // characters
constexpr int kMaxChangeChars = 40;
constexpr int kNameShare = 45;  // percent that a long name keeps beside a long change
constexpr int kNarrow = 380;  // pixels

constexpr int kSentenceLines = 3;
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
  const auto wanted = [&](int column, int most) {
    const int title = titles.horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString()) + 2 * kGrid;
    return std::max(title, m_delegate->preferredWidth(*model(), column, most));
  };
  const bool narrow = viewport()->width() < kNarrow;
  m_model->setShort(narrow);
  const QString mark = narrow ? u"\u25cf"_s : tr("\u25cf accepted");  // as wide as after the answer
  const int decision = metrics.horizontalAdvance(mark) + 2 * kGrid + 4;
  int change = wanted(MemberModel::Change, kMaxChangeChars);
  const int left = std::max(0, viewport()->width() - decision);
  int name = wanted(MemberModel::Name, kMaxNameChars);
  if (name + change > left) name = std::max(std::min(name, left * kNameShare / 100), left - change);
  if (name + change > left) change = std::max(0, left - name);
  setColumnWidth(MemberModel::Name, name);
  setColumnWidth(MemberModel::Change, change);
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
      m_theme(theme),
      m_model(new MemberModel(controller, this)),
      m_table(new MemberTable(m_model, theme, this)),
      m_title(new ElidedLabel(Qt::ElideRight, this)),
      m_sentence(new QLabel(this)),
      m_origin(new ElidedLabel(Qt::ElideMiddle, this)) {
  setAccessibleName(tr("Rows of the group"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_sentence->setTextFormat(Qt::PlainText);
  m_sentence->setWordWrap(true);
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  auto* top = new QVBoxLayout;
  top->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  top->addWidget(m_title);
  layout->addLayout(top);
  layout->addWidget(new Divider(Qt::Horizontal, this));
  layout->addWidget(m_table, 1);
  layout->addWidget(new Divider(Qt::Horizontal, this));
  auto* bottom = new QVBoxLayout;
  bottom->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
  bottom->setSpacing(kGrid / 4);
  bottom->addWidget(m_sentence);
  bottom->addWidget(m_origin);
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
  setTheme(theme);
}

void MemberPanel::setTheme(const Theme& theme) {
  m_theme = theme;
  m_table->setTheme(theme);
  QFont bold = theme.font(TextSize::Normal);
  bold.setWeight(QFont::DemiBold);
  m_title->setFont(bold);
  m_sentence->setFont(theme.font(TextSize::Small));
  m_origin->setFont(theme.font(TextSize::Small));
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_origin->setPalette(quiet);
  fitSentence();
}

/// Fixed height: the table above keeps its size.
void MemberPanel::fitSentence() {
  const int lines = height() < kLowPanel ? kSentenceLines - 1 : kSentenceLines;
  m_sentence->setFixedHeight(lines * QFontMetrics(m_sentence->font()).lineSpacing());
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
    if (top >= 0 && row > 0)
      m_table->scrollTo(m_model->index(std::max(0, row - top), 0), QAbstractItemView::PositionAtTop);
  }
  m_title->setText(group ? titleText(*m_model->group()) : QString());
  showSentence();
}

void MemberPanel::showSentence() {
  QString text, origin;
  if (const auto row = current()) {
    const overview::ConfigResult& config = m_controller.snapshot()->view->configs()[row->config];
    text = shortened(fromUtf8(config.comparison->sentence(row->row)), 400);
    const std::uint32_t actual = config.comparison->row(row->row).actualRow;
    if (actual != verdicts::kNoRow && actual < config.origins.size())
      origin = tr("From ") + fromUtf8(config.shards[config.origins[actual].shard].origin);
    m_currentConfig = m_model->configName(m_table->currentIndex().row());
    m_currentModel = currentModel();
  }
  m_sentence->setText(text);
  m_sentence->setToolTip(text);
  m_origin->setText(origin);
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
