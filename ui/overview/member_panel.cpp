// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/member_panel.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/overview/group_text.h"
#include "ui/overview/member_model.h"
#include "ui/overview/member_table.h"
#include "ui/support/divider.h"
#include "ui/support/elided_label.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kSentenceLines = 3;
constexpr int kLowPanel = 320;  // pixels: below that, the table needs a line of the sentence

}  // namespace

MemberPanel::MemberPanel(GroupDesk& desk, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_desk(desk),
      m_theme(theme),
      m_model(new MemberModel(desk, this)),
      m_table(new MemberTable(m_model, theme, this)),
      m_title(new ElidedLabel(Qt::ElideRight, this)),
      m_sentence(new QLabel(this)),
      m_origin(new ElidedLabel(Qt::ElideMiddle, this)) {
  setAccessibleName(u"Rows of the group"_s);
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
  connect(m_table, &MemberTable::leaveWanted, this, &MemberPanel::leaveWanted);
  connect(m_table, &MemberTable::currentMoved, this, [this] {
    say();
    Q_EMIT currentMoved();
  });
  const auto open = [this] {
    if (const auto row = current()) Q_EMIT tableWanted(row->config, currentModel());
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

/// As high whatever it says: the table above keeps its size.
void MemberPanel::fitSentence() {
  const int lines = height() < kLowPanel ? kSentenceLines - 1 : kSentenceLines;
  m_sentence->setFixedHeight(lines * QFontMetrics(m_sentence->font()).lineSpacing());
}

void MemberPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitSentence();
}

void MemberPanel::showGroup(std::optional<std::size_t> group) {
  const std::string id = group ? m_desk.snapshot()->groups[*group].id : std::string();
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
    if (top >= 0 && row > 0) m_table->scrollTo(m_model->index(std::max(0, row - top), 0), QAbstractItemView::PositionAtTop);
  }
  m_title->setText(group ? titleText(*m_model->group()) : QString());
  say();
}

void MemberPanel::say() {
  QString text, origin;
  if (const auto row = current()) {
    const overview::ConfigResult& config = m_desk.snapshot()->view->configs()[row->config];
    text = shortened(fromUtf8(config.comparison->sentence(row->row)), 400);
    const std::uint32_t actual = config.comparison->row(row->row).actualRow;
    if (actual != verdicts::kNoRow && actual < config.origins.size())
      origin = u"From "_s + fromUtf8(config.shards[config.origins[actual].shard].origin);
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
