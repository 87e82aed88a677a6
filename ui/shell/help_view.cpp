// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help_view.h"

#include <QDir>
#include <QEvent>
#include <QFile>
#include <QGridLayout>
#include <QListWidget>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextTable>
#include <algorithm>

#include "ui/shell/action_registry.h"
#include "ui/support/labels.h"
#include "ui/support/key_button.h"
#include "ui/support/layouts.h"

namespace plumbline::ui {

namespace {

constexpr int kColumnWidth = 380;

QWidget* groupSheet(const ActionRegistry& registry, const QString& scope, const QString& group, QWidget* parent) {
  auto* sheet = new QWidget(parent);
  auto* grid = new QGridLayout(sheet);
  grid->setContentsMargins(0, 0, 0, 16);
  grid->setHorizontalSpacing(16);
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(1, 1);
  const QString page = registry.scopeName(scope);
  const QString title = page.isEmpty() || page == group ? group : page + u" \u00b7 "_s + group;
  grid->addWidget(new TitleLabel(title, 1.0, sheet), 0, 0, 1, 2);
  int row = 1;
  QStringList listed;
  for (const ActionRegistry::Entry& entry : registry.entries()) {
    if (entry.scope != scope || entry.spec.group != group || entry.spec.shortcuts.isEmpty()) continue;
    // Help and keys both go back with Esc: one line says it.
    const QString line = entry.spec.text + shortcutText(entry.spec);
    if (listed.contains(line)) continue;
    listed.append(line);
    auto* caps = new QWidget(sheet);
    auto* capsLayout = makeRow(caps, {}, 4);
    for (const QKeySequence& key : entry.spec.shortcuts) capsLayout->addWidget(new KeyCap(key, caps));
    capsLayout->addStretch(1);
    auto* text = new PlainLabel(entry.spec.text, sheet);
    text->setWordWrap(true);
    grid->addWidget(caps, row, 0, Qt::AlignTop);
    grid->addWidget(text, row, 1);
    ++row;
  }
  grid->setColumnMinimumWidth(0, 112);
  if (row == 1) {
    delete sheet;
    return nullptr;
  }
  return sheet;
}

constexpr int kTextWidth = 760;  // about 90 letters: longer lines are hard to read
const QString kFolder = u":/plumbline/help"_s;

QString titleOf(const QString& page) {
  QFile file(kFolder + u'/' + page + u".md"_s);
  if (!file.open(QIODevice::ReadOnly)) return page;
  while (!file.atEnd()) {
    const QString line = QString::fromUtf8(file.readLine()).trimmed();
    if (line.startsWith("# "_L1)) return line.mid(2);
  }
  return page;
}

QUrl urlOf(const QString& page) { return QUrl(u"qrc:/plumbline/help/%1.md"_s.arg(page)); }

}  // namespace

KeyCap::KeyCap(const QKeySequence& key, QWidget* parent)
    : QWidget(parent), m_text(key.toString(QKeySequence::NativeText)) {
  setAccessibleName(m_text);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize KeyCap::sizeHint() const { return keyCapSize(fontMetrics(), m_text); }

void KeyCap::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintKeyCap(painter, rect(), m_text, palette());
}

KeysPage::KeysPage(const ActionRegistry& registry, QWidget* parent)
    : QWidget(parent), m_registry(registry), m_sheet(new QWidget(this)), m_grid(new QGridLayout) {
  setObjectName(u"keysPage"_s);
  setAccessibleName(tr("Keys"));
  auto* area = new QScrollArea(this);
  area->setObjectName(u"keysArea"_s);
  area->setAccessibleName(tr("All keys"));
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setWidget(m_sheet);
  m_sheet->setBackgroundRole(QPalette::Base);
  m_sheet->setAutoFillBackground(true);
  makeColumn(this, {}, -1, {area});
  auto* sheetColumn =
      makeColumn(m_sheet, {24, 24, 24, 24}, 16, {new TitleLabel(tr("Keys"), TitleLabel::kTitleScale, m_sheet)});
  auto* hint =
      new PlainLabel(tr("In the table, the arrows move and Enter opens the details. Keys without Ctrl rest while a text "
                    "field has the focus."),
                 m_sheet);
  hint->setWordWrap(true);
  hint->setForegroundRole(QPalette::PlaceholderText);
  sheetColumn->addWidget(hint);
  m_grid->setHorizontalSpacing(40);
  m_grid->setVerticalSpacing(8);
  addParts(*sheetColumn, {m_grid, stretch()});
  setFocusProxy(area);
  showFor({});
}

void KeysPage::showFor(const QString& page) {
  qDeleteAll(std::exchange(m_groups, {}));
  QStringList scopes{page, QString()};
  for (const ActionRegistry::Entry& entry : m_registry.entries())
    if (!scopes.contains(entry.scope)) scopes.append(entry.scope);
  scopes.removeDuplicates();
  for (const QString& scope : std::as_const(scopes)) {
    for (const QString& group : m_registry.groups())
      if (QWidget* sheet = groupSheet(m_registry, scope, group, m_sheet)) m_groups.append(sheet);
  }
  m_columns = 0;
  arrange();
}

void KeysPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

/// Fills columns from the top, each group to the column that is shortest so far.
void KeysPage::arrange() {
  const int columns = std::clamp(width() / kColumnWidth, 1, 3);
  if (columns == m_columns) return;
  m_columns = columns;
  while (QLayoutItem* item = m_grid->takeAt(0)) {
    if (QLayout* inner = item->layout()) {
      while (QLayoutItem* child = inner->takeAt(0)) delete child;
    }
    delete item;
  }
  QList<QVBoxLayout*> stacks;
  QList<int> heights;
  for (int i = 0; i < 3; ++i) m_grid->setColumnStretch(i, i < columns ? 1 : 0);
  for (int i = 0; i < columns; ++i) {
    auto* stack = makeColumn(nullptr, {}, 8);
    m_grid->addLayout(stack, 0, i, Qt::AlignTop);
    stacks.append(stack);
    heights.append(0);
  }
  for (QWidget* group : m_groups) {
    const auto shortest = std::min_element(heights.begin(), heights.end());
    stacks.at(shortest - heights.begin())->addWidget(group);
    *shortest += group->sizeHint().height();
  }
}

QStringList HelpView::pages() {
  const QStringList order = {u"index"_s, u"triage"_s, u"review"_s, u"flaky"_s, u"verdicts"_s, u"command-line"_s, u"files"_s};
  QStringList known;
  QStringList others;
  const QStringList files = QDir(kFolder).entryList({u"*.md"_s}, QDir::Files, QDir::Name);
  for (const QString& file : files) {
    const QString page = file.chopped(3);
    if (!order.contains(page)) others.append(page);
  }
  for (const QString& page : order) {
    if (files.contains(page + u".md"_s)) known.append(page);
  }
  return known + others;
}

HelpView::HelpView(QWidget* parent) : QWidget(parent), m_list(new QListWidget(this)), m_text(new QTextBrowser(this)) {
  setObjectName(u"helpView"_s);
  setAccessibleName(tr("Help"));
  m_list->setObjectName(u"helpPages"_s);
  m_list->setAccessibleName(tr("Help pages"));
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_text->setObjectName(u"helpText"_s);
  m_text->setAccessibleName(tr("Help text"));
  m_text->setFrameShape(QFrame::NoFrame);
  m_text->setOpenExternalLinks(true);
  m_text->setLineWrapMode(QTextEdit::FixedPixelWidth);
  m_text->setLineWrapColumnOrWidth(kTextWidth);
  m_text->document()->setDocumentMargin(24);
  for (const QString& page : pages()) {
    auto* item = new QListWidgetItem(titleOf(page), m_list);
    item->setData(Qt::UserRole, page);
  }
  auto* side = new QWidget(this);
  side->setBackgroundRole(QPalette::Base);
  side->setAutoFillBackground(true);
  makeColumn(side, {8, 16, 8, 8}, -1, {m_list});
  makeRow(this, {}, 0, {side, divider(), {m_text, 1}});
  setFocusProxy(m_text);
  connect(m_list, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
    if (item != nullptr) showPage(item->data(Qt::UserRole).toString());
  });
  connect(m_text, &QTextBrowser::sourceChanged, this, &HelpView::pageArrived);
  fitList();
  showPage(u"index"_s);
}

/// Rows as high as the table's, a quiet mark on the page in front.
void HelpView::fitList() {
  const int height = m_list->fontMetrics().height() + 12;
  int widest = 0;
  for (int row = 0; row < m_list->count(); ++row) {
    QListWidgetItem* item = m_list->item(row);
    widest = std::max(widest, m_list->fontMetrics().horizontalAdvance(item->text()));
    item->setSizeHint(QSize(0, height));
  }
  m_list->setFixedWidth(widest + 32);
  QPalette quiet = palette();
  quiet.setColor(QPalette::Highlight, quiet.color(QPalette::Midlight));
  quiet.setColor(QPalette::HighlightedText, quiet.color(QPalette::Text));
  m_list->setPalette(quiet);
}

void HelpView::showPage(const QString& name) {
  if (m_page != name && pages().contains(name)) m_text->setSource(urlOf(name), QTextDocument::MarkdownResource);
}

void HelpView::pageArrived(const QUrl& source) {
  m_page = source.fileName().section(u'.', 0, 0);
  for (int row = 0; row < m_list->count(); ++row) {
    if (m_list->item(row)->data(Qt::UserRole).toString() == m_page) m_list->setCurrentRow(row);
  }
  format();
}

/// Markdown brings structure only; room between rows and blocks is given here.
void HelpView::format() {
  QTextDocument* document = m_text->document();
  document->setDocumentMargin(24);
  for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
    QTextCursor cursor(block);
    QTextBlockFormat blockFormat = block.blockFormat();
    const bool heading = blockFormat.headingLevel() > 0;
    const bool inTable = cursor.currentTable() != nullptr;
    const bool picture = block.begin() != block.end() && block.begin().fragment().charFormat().isImageFormat();
    blockFormat.setLineHeight(picture ? 100 : inTable ? 115 : 130, QTextBlockFormat::ProportionalHeight);
    blockFormat.setTopMargin(heading ? (blockFormat.headingLevel() == 1 ? 0 : 24) : 0);
    blockFormat.setBottomMargin(inTable ? 0 : 8);
    cursor.setBlockFormat(blockFormat);
    if (heading) {
      // The window has three sizes of text, and headings take two of them.
      cursor.select(QTextCursor::BlockUnderCursor);
      QTextCharFormat letters = cursor.charFormat();
      letters.clearProperty(QTextFormat::FontSizeAdjustment);  // it would win over the size
      letters.setFontPointSize(font().pointSizeF() * (blockFormat.headingLevel() == 1 ? TitleLabel::kTitleScale : 1));
      letters.setFontWeight(QFont::DemiBold);
      cursor.setCharFormat(letters);
    }
  }
  const QList<QTextFrame*> frames = document->rootFrame()->childFrames();
  for (QTextFrame* frame : frames) {
    auto* table = qobject_cast<QTextTable*>(frame);
    if (table == nullptr) continue;
    QTextTableFormat tableFormat = table->format();
    tableFormat.setCellPadding(6);
    tableFormat.setCellSpacing(0);
    tableFormat.setBorder(1);
    tableFormat.setBorderCollapse(true);
    tableFormat.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    tableFormat.setBorderBrush(palette().brush(QPalette::Mid));
    tableFormat.setBottomMargin(16);
    table->setFormat(tableFormat);
  }
}

/// Lines are as long as is good to read, or as the window allows.
void HelpView::fitLines() {
  const int room = m_text->width() - m_text->verticalScrollBar()->sizeHint().width() - 2 * m_text->frameWidth();
  m_text->setLineWrapColumnOrWidth(std::clamp(room, 1, kTextWidth));
}

void HelpView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitLines();
}

void HelpView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  // Link and border colours are baked into the document when it is read.
  if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
  fitList();
  m_text->reload();
}

}  // namespace plumbline::ui
