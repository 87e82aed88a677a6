// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/conflict_view.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/support/divider.h"
#include "ui/support/elided_label.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using baselines::ConflictChoice;

ConflictView::ConflictView(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_title(new ElidedLabel(Qt::ElideMiddle, this)), m_blocks(new ConflictBlocksView(theme, this)) {
  setAccessibleName(u"Conflicts of a file"_s);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
  head->setSpacing(kGrid);
  head->addWidget(m_title, 1);
  const auto add = [&](const QString& name, const QString& text, const QString& tip) {
    QPushButton* button = addButton(name, text, tip);
    head->addWidget(button);
    return button;
  };
  connect(add(u"allOurs"_s, u"Take all ours"_s, u"Choose our side of every block"_s), &QPushButton::clicked, this,
          [this] { m_blocks->chooseAll(ConflictChoice::Ours); });
  connect(add(u"allTheirs"_s, u"Take all theirs"_s, u"Choose their side of every block"_s), &QPushButton::clicked, this,
          [this] { m_blocks->chooseAll(ConflictChoice::Theirs); });
  connect(add(u"leave"_s, u"Leave as it is"_s, u"Change nothing and go back"_s), &QPushButton::clicked, this, &ConflictView::leaveWanted);
  m_apply = add(u"apply"_s, u"Apply the choices"_s, u"Replace the blocks by what was chosen (Enter); can be undone"_s);
  m_apply->setDefault(true);
  connect(m_apply, &QPushButton::clicked, this, &ConflictView::applyWanted);
  connect(m_blocks, &ConflictBlocksView::applyWanted, this, &ConflictView::applyWanted);
  connect(m_blocks, &ConflictBlocksView::chosen, this, &ConflictView::sayState);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(head);
  layout->addWidget(new Divider(Qt::Horizontal, this));
  layout->addWidget(m_blocks, 1);
}

QPushButton* ConflictView::addButton(const QString& name, const QString& text, const QString& tooltip) {
  auto* button = new QPushButton(text, this);
  button->setObjectName(name);
  button->setAutoDefault(false);
  button->setToolTip(tooltip);
  return button;
}

void ConflictView::setTheme(const Theme& theme) { m_blocks->setTheme(theme); }

void ConflictView::show(const QString& path, std::vector<baselines::ConflictBlock> blocks) {
  m_path = path;
  m_title->setDetail(path);
  m_blocks->show(std::move(blocks));
  sayState();
}

void ConflictView::sayState() {
  const std::size_t open = m_blocks->openCount();
  const std::size_t all = m_blocks->blockCount();
  m_title->setText(u"%1: %2 of %3 decided. 1 takes ours, 2 theirs, 3 both."_s.arg(QFileInfo(m_path).fileName()).arg(all - open).arg(all));
  m_apply->setEnabled(open == 0 && all > 0);
}

}  // namespace plumbline::ui
