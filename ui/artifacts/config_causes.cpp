// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/config_causes.h"

#include <QHeaderView>
#include <QStackedLayout>
#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "ui/artifacts/plain_cell_delegate.h"
#include "ui/overview/group_text.h"
#include "ui/support/labels.h"
#include "ui/support/tables/filtered_model.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

void CausesModel::setCauses(const session::CommitSnapshotPtr& snapshot, std::vector<overview::ConfigCause> causes) {
  beginResetModel();
  m_snapshot = snapshot;
  m_causes = std::move(causes);
  m_names.clear();
  for (const overview::ConfigCause& cause : m_causes) {
    QStringList names;
    for (const std::string& model : cause.models) names << shortened(fromUtf8(model));
    const QString text = names.join(u", "_s);
    const std::size_t left = cause.rows - cause.models.size();
    m_names << (left == 0 ? text : tr("%1 and %2 more").arg(text, grouped(left)));
  }
  endResetModel();
}

QString CausesModel::firstModel(int row) const {
  return fromUtf8(m_causes[static_cast<std::size_t>(row)].models.front());
}

std::string CausesModel::groupOf(int row) const {
  return row < 0 || row >= rowCount() ? std::string() : m_snapshot->groups[m_causes[static_cast<std::size_t>(row)].group].id;
}

int CausesModel::rowOf(const std::string& group) const {
  for (int row = 0; row < rowCount(); ++row)
    if (groupOf(row) == group) return row;
  return -1;
}

int CausesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_causes.size());
}

QString CausesModel::text(int row, int column) const {
  const overview::ConfigCause& cause = m_causes[static_cast<std::size_t>(row)];
  const overview::Group& group = m_snapshot->groups[cause.group];
  switch (column) {
    case Verdict: return kindWord(group);
    case Change: return changeOf(group);
    case Rows: return grouped(cause.rows);
    case Models: return m_names.at(row);
    case Elsewhere: {
      const std::size_t others = group.configs.size() - 1;
      return others == 0 ? tr("only here") : counted(others, tr("other config"), tr("other configs"));
    }
    default: return {};
  }
}

QVariant CausesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const overview::Group& group = m_snapshot->groups[m_causes[static_cast<std::size_t>(index.row())].group];
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return text(index.row(), index.column());
    case Qt::AccessibleTextRole:
      return index.column() == Verdict ? QString(classMark(group.cls).title + u": "_s + text(index.row(), Change))
                                       : text(index.row(), index.column());
    case GlyphRole: return index.column() == Verdict ? QVariant(classMark(group.cls).glyph) : QVariant();
    case ClassRole: return static_cast<int>(group.cls);
    case MutedRole: return index.column() == Elsewhere;
    case StrongRole: return index.column() == Change;
    case RightRole: return index.column() == Rows;
    default: return {};
  }
}

QVariant CausesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
  if (role == Qt::TextAlignmentRole) return alignmentOf(section == Rows);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Verdict: return tr("Verdict");
    case Change: return tr("Cause");
    case Rows: return tr("Rows");
    case Models: return tr("Models");
    default: return tr("Elsewhere");
  }
}

CausesTable::CausesTable(CausesModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_delegate(new PlainCellDelegate(theme, this)) {
  setAccessibleName(tr("Causes of the current config"));
  setToolTip(tr("Enter or a double click opens the table at the first of these models"));
  setModel(model);
  setRowDelegate(m_delegate);
  horizontalHeader()->setAccessibleName(tr("Columns of the causes"));
  horizontalHeader()->setStretchLastSection(false);
  horizontalHeader()->setSectionResizeMode(CausesModel::Models, QHeaderView::Stretch);
  connect(model, &QAbstractItemModel::modelReset, this, [this] { shapeColumns(); });
  setTheme(theme);
}

void CausesTable::shapeColumns() {
  if (model() == nullptr) return;
  const QFontMetrics titles(theme().font(TextSize::Small));
  for (const int column : {CausesModel::Verdict, CausesModel::Change, CausesModel::Rows, CausesModel::Elsewhere}) {
    const int title =
        titles.horizontalAdvance(model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) + 3 * kGrid;
    setColumnWidth(column, std::max(title, m_delegate->preferredWidth(*model(), column, 40)));
  }
}

namespace {

/// leaveOpen drops the rows that have no cause of that kind in the edited config.
void leaveOpen(std::vector<overview::ConfigCause>& causes, const session::CommitSnapshot& snapshot, std::uint32_t config,
                      const overview::ConfigResult& edited) {
  std::set<std::pair<std::string, overview::GroupKind>> open;
  std::string scratch;
  for (std::size_t row = 0; row < edited.comparison->rowCount(); ++row)
    if (const auto signature = overview::signatureOf(edited, row))
      open.emplace(std::string(edited.comparison->modelName(row, scratch)), signature->kind);
  const verdicts::Comparison& before = *snapshot.view->configs()[config].comparison;
  for (overview::ConfigCause& cause : causes) {
    const overview::Group& group = snapshot.groups[cause.group];
    const std::size_t named = cause.models.size();
    cause.models.clear();
    cause.rows = 0;
    for (const overview::RowRef row : std::ranges::equal_range(group.members, config, {}, &overview::RowRef::config)) {
      const std::string model(before.modelName(row.row, scratch));
      if (!open.contains({model, group.kind})) continue;
      ++cause.rows;
      if (cause.models.size() < named) cause.models.push_back(model);
    }
  }
  std::erase_if(causes, [](const auto& cause) { return cause.rows == 0; });
}

}  // namespace

ConfigCauses::ConfigCauses(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_model(new CausesModel(this)),
      m_table(new CausesTable(m_model, theme, this)),
      m_none(new PlainLabel(this)),
      m_stack(new QStackedLayout(this)) {
  m_none->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  m_none->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, kGrid);
  m_none->setWordWrap(true);
  styleText({m_none}, {.size = TextSize::Small, .isMuted = true});
  m_stack->addWidget(m_table);
  m_stack->addWidget(m_none);
  const auto open = [this] {
    const int row = m_table->currentIndex().row();
    if (row >= 0 && m_config) Q_EMIT opened(*m_config, m_model->firstModel(row));
  };
  connect(m_table, &RecordTable::opened, this, open);
  connect(m_table, &QTableView::doubleClicked, this, open);
}

void ConfigCauses::showConfig(const session::CommitSnapshotPtr& snapshot, std::optional<std::uint32_t> config,
                              const overview::ConfigResult* edited) {
  m_config = config;
  const bool isJudged = snapshot && snapshot->view && config && snapshot->view->configs()[*config].comparison;
  std::vector<overview::ConfigCause> causes;
  if (isJudged) causes = overview::causesOf(*snapshot->view, snapshot->groups, *config);
  if (isJudged && edited) leaveOpen(causes, *snapshot, *config, *edited);
  m_none->setText(isJudged && causes.empty() ? tr("Every row of this config is as its baseline expects.") : QString());
  m_stack->setCurrentIndex(causes.empty() ? 1 : 0);
  const std::string current = m_model->groupOf(m_table->currentIndex().row());
  m_model->setCauses(snapshot, std::move(causes));
  if (const int row = m_model->rowOf(current); row >= 0) m_table->goTo(row);
}

int ConfigCauses::minHeight() const {
  return m_table->horizontalHeader()->sizeHint().height() + m_table->verticalHeader()->defaultSectionSize();
}

}  // namespace plumbline::ui
