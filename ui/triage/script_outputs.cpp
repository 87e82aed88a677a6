// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/script_outputs.h"

#include <QButtonGroup>
#include <QHash>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTextBlock>
#include <QTextLayout>
#include <QTextOption>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/support/clipboard_text.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"
#include "ui/support/wrapping_row.h"

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr std::size_t kMaxFields = 2000;  // wider files exist by mistake only
constexpr int kMaxFieldShare = 40;        // percent of the table for the names of the fields

/// A text edit lays out every line it holds; more than this is slow to show.
constexpr qsizetype kMaxDrawn = 400'000;

QString drawnPart(const QString& text) {
  if (text.size() <= kMaxDrawn) return text;
  const qsizetype headEnd = text.lastIndexOf(u'\n', kMaxDrawn / 2) + 1;
  const qsizetype tailBegin = text.indexOf(u'\n', text.size() - kMaxDrawn / 2) + 1;
  const qsizetype left = text.mid(headEnd, tailBegin - headEnd).count(u'\n');
  return text.first(headEnd) +
         plumbline::ui::ScriptOutputs::tr("\n\u2026 %1 lines left out here; Copy takes them all \u2026\n\n")
             .arg(grouped(static_cast<std::size_t>(left))) +
         text.sliced(tailBegin);
}

/// CellLines is a value in lines: a status or name breaks behind its underscores, and inside a word only where that is
/// not enough.
class CellLines {
 public:
  CellLines(const QModelIndex& index, const QFont& font, int width)
      : m_layout(shortened(index.data().toString()).replace(u'\n', u' ').replace(u'_', u"_\u200b"_s), font) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_layout.setTextOption(option);
    m_layout.beginLayout();
    for (QTextLine line = m_layout.createLine(); line.isValid(); line = m_layout.createLine()) {
      line.setLineWidth(std::max(1, width));
      line.setPosition({0, m_height});
      m_height += line.height();
    }
    m_layout.endLayout();
  }
  int height() const { return static_cast<int>(std::ceil(m_height)); }
  void draw(QPainter& painter, const QRect& room) const {
    m_layout.draw(&painter, QPointF(room.left(), room.top() + (room.height() - height()) / 2));
  }

 private:
  QTextLayout m_layout;
  qreal m_height = 0;
};

constexpr int kCellPadding = kGrid + kGrid / 2;

}  // namespace

RawRowsModel::RawRowsModel(QObject* parent) : QAbstractTableModel(parent) {}

void RawRowsModel::show(const session::SnapshotPtr& snapshot, std::uint32_t sourceRow) {
  beginResetModel();
  m_fields.clear();
  if (snapshot && snapshot->comparison && sourceRow < snapshot->comparison->rowCount()) {
    const verdicts::Comparison& comparison = *snapshot->comparison;
    const verdicts::ComparedRow& row = comparison.row(sourceRow);
    // Values that are equal as numbers are no change, even when they are written differently ("7" and "7.0").
    QHash<QString, bool> metricChanged;
    for (std::size_t m = 0; m < comparison.metrics().size() && m < kMaxFields; ++m)
      metricChanged.insert(fromUtf8(comparison.metrics()[m].info.name), comparison.cell(sourceRow, m).changed);
    QHash<QString, std::size_t> places;
    std::string scratch;
    const auto read = [&](const tables::CsvTable& table, std::uint32_t at, bool actual) {
      const auto& names = table.columnNames();
      for (std::size_t c = 0; c < names.size() && c < kMaxFields; ++c) {
        const QString name = fromUtf8(names[c]);
        const auto known = places.constFind(name);
        if (known == places.cend()) {
          places.insert(name, m_fields.size());
          m_fields.push_back({name, {}, {}, false, false, false});
        }
        Field& field = m_fields[places.value(name)];
        (actual ? field.inActual : field.inExpected) = at != verdicts::kNoRow;
        if (at != verdicts::kNoRow) (actual ? field.actual : field.expected) = fromUtf8(table.cell(at, c, scratch));
      }
    };
    read(*comparison.input().actual.value, row.actualRow, true);
    read(*comparison.input().expected.value, row.expectedRow, false);
    for (Field& field : m_fields)
      field.changed =
          field.inActual && field.inExpected && metricChanged.value(field.name, field.actual != field.expected);
  }
  endResetModel();
}

int RawRowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_fields.size());
}
int RawRowsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString RawRowsModel::shown(const Field& field, int column) const {
  if (column == FieldColumn) return shortened(field.name);
  const bool there = column == ActualColumn ? field.inActual : field.inExpected;
  if (!there) return u"\u2013"_s;
  const QString& text = column == ActualColumn ? field.actual : field.expected;
  return column == ActualColumn && field.changed ? u"\u2260 "_s + text : text;
}

QVariant RawRowsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Field& field = m_fields[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return shown(field, index.column());
    case Qt::ToolTipRole: return shortened(shown(field, index.column()), 2000);
    case Qt::AccessibleTextRole:
      return (field.changed ? tr("%1 expected %2 actual %3 changed") : tr("%1 expected %2 actual %3"))
          .arg(field.name, field.inExpected ? field.expected : tr("not there"),
               field.inActual ? field.actual : tr("not there"));
    case ChangedRole: return field.changed;
    case CellRole:
      if (index.column() == FieldColumn) return field.name;
      return index.column() == ActualColumn ? field.actual : field.expected;
    default: return {};
  }
}

QVariant RawRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case FieldColumn: return tr("Field");
    case ExpectedColumn: return tr("Expected");
    case ActualColumn: return tr("Actual");
    default: return {};
  }
}

class RawRowsView::Delegate : public QStyledItemDelegate {
 public:
  Delegate(const Theme& initial, QObject* parent) : QStyledItemDelegate(parent), theme(initial) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool changed = index.data(RawRowsModel::ChangedRole).toBool();
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const bool marked = changed && index.column() == RawRowsModel::ActualColumn;
    painter->save();
    // A change in a row that is fine is shown in the neutral tone: a class's tint would be another row's verdict.
    const bool neutral = marked && cls == VerdictClass::Pass;
    painter->fillRect(option.rect, theme.cellColor(marked ? cls : VerdictClass::Pass, selected || neutral, false));
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                      theme.color(Tone::Window));
    if ((option.state & QStyle::State_HasFocus) != 0)
      painter->fillRect(QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()),
                        theme.color(Tone::Accent));
    const bool label = index.column() == RawRowsModel::FieldColumn;
    painter->setPen(theme.color(label || !changed ? Tone::Muted : Tone::Text));
    const QRect text = option.rect.adjusted(kGrid, 0, -kGrid / 2, 0);
    CellLines(index, theme.font(TextSize::Normal), text.width()).draw(*painter, text);
    painter->restore();
  }

  /// A value that is wider than its column takes more lines.
  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    const int column = qobject_cast<const QTableView*>(parent())->columnWidth(index.column());
    return {column, CellLines(index, theme.font(TextSize::Normal), column - kCellPadding).height() + kGrid};
  }
  /// wantedWidth is what the cells of a column take in one line each.
  int wantedWidth(const QAbstractItemModel& model, int column) const {
    const QFontMetrics metrics(theme.font(TextSize::Normal));
    int width = metrics.horizontalAdvance(model.headerData(column, Qt::Horizontal).toString());
    for (int row = 0; row < model.rowCount(); ++row)
      width = std::max(width, metrics.horizontalAdvance(shortened(model.index(row, column).data().toString())));
    return width + kCellPadding + 2;
  }

  Theme theme;
  VerdictClass cls = VerdictClass::Fail;
};

RawRowsView::RawRowsView(RawRowsModel* model, const Theme& theme, QWidget* parent)
    : WholeTable(model, parent), m_delegate(new Delegate(theme, this)) {
  setAccessibleName(tr("Both rows, field by field"));
  setItemDelegate(m_delegate);
  connect(model, &QAbstractItemModel::modelReset, this, &RawRowsView::shareWidth);
  horizontalHeader()->setAccessibleName(tr("Columns of the field table"));
  setTheme(theme);
}

void RawRowsView::setTheme(const Theme& theme) {
  m_delegate->theme = theme;
  setFlatTableStyle(*this, theme);
  viewport()->update();
}

void RawRowsView::setChangedStyle(VerdictClass cls) {
  m_delegate->cls = cls;
  viewport()->update();
}

bool RawRowsView::event(QEvent* event) {
  // The window's Copy copies rows of the main table; here it copies the selected fields.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
    event->accept();
    return true;
  }
  return WholeTable::event(event);
}

void RawRowsView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) copySelection();
  else WholeTable::keyPressEvent(event);
}

void RawRowsView::copySelection() const {
  TextTable rows;
  for (int row = 0; row < model()->rowCount(); ++row) {
    if (!selectionModel()->isRowSelected(row)) continue;
    QStringList cells;
    for (int column = 0; column < model()->columnCount(); ++column)
      cells << model()->index(row, column).data(RawRowsModel::CellRole).toString();
    rows << cells;
  }
  if (!rows.isEmpty()) copyText(toTsv(rows));
}

void RawRowsView::resizeEvent(QResizeEvent* event) {
  WholeTable::resizeEvent(event);
  shareWidth();
}

void RawRowsView::shareWidth() {
  const int width = viewport()->width();
  const auto wanted = [this](int column) { return m_delegate->wantedWidth(*model(), column); };
  const int field = std::min(wanted(RawRowsModel::FieldColumn), width * kMaxFieldShare / 100);
  // What the values leave is shared; where they do not fit, each has its share of the room.
  const int left = width - field, one = wanted(RawRowsModel::ExpectedColumn), other = wanted(RawRowsModel::ActualColumn);
  const int expected = one + other <= left ? one + (left - one - other) / 2 : std::clamp(left * one / (one + other), left / 3, left * 2 / 3);
  setColumnWidth(RawRowsModel::FieldColumn, field);
  setColumnWidth(RawRowsModel::ExpectedColumn, expected);
  setColumnWidth(RawRowsModel::ActualColumn, width - field - expected);
  for (int row = 0; row < model()->rowCount(); ++row) setRowHeight(row, sizeHintForRow(row));
  updateGeometry();
}

ScriptOutputView::ScriptOutputView(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_edit(new QPlainTextEdit(this)), m_headline(new PlainLabel(this)),
      m_copy(makeToolButton({}, u"copy"_s, tr("Copy the whole text"), this)), m_runner([this](base::Outcome<Output> made) { showOutput(std::move(made)); }) {
  m_headline->setWordWrap(true);
  auto* head = makeRow(nullptr, {kGrid, kGrid / 2, kGrid / 2, kGrid / 2}, -1, {{m_headline, 1}});
  m_copy->setAccessibleName(tr("Copy what CI printed"));
  connect(m_copy, &QToolButton::clicked, this, &ScriptOutputView::copyAll);
  head->addWidget(m_copy);
  auto* layout = makeColumn(this, {}, 0, {head});
  m_edit->setReadOnly(true);
  m_edit->setFrameShape(QFrame::NoFrame);
  m_edit->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  m_edit->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  m_edit->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_edit->setTabChangesFocus(true);
  m_edit->document()->setDocumentMargin(kGrid);
  m_edit->setAccessibleName(tr("What CI printed"));
  layout->addWidget(m_edit, 1);
  styleText({m_edit}, {.isMonospace = true});
  styleText({m_headline}, {.isMuted = true});
  applyTheme(*this, theme);
}

void ScriptOutputView::setTheme(const Theme& theme) {
  m_theme = theme;
  mark();
}

void ScriptOutputView::show(const std::shared_ptr<const verdicts::Comparison>& comparison, std::size_t check) {
  m_runner.cancel();
  m_comparison = comparison;
  m_check = check;
  m_wanted = comparison != nullptr;
  m_text.clear();
  m_edit->clear();
  m_headline->clear();
  m_copy->setEnabled(false);
  if (isVisible()) start();
}

void ScriptOutputView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  start();
}

void ScriptOutputView::start() {
  if (!m_wanted) return;
  m_wanted = false;
  m_headline->setText(tr("Writing what the script prints \u2026"));
  m_runner.run([comparison = m_comparison, check = m_check](const base::Progress& progress) -> base::Outcome<Output> {
    const verdicts::CheckRun run = comparison->scriptOutput(check, progress);
    if (run.cancelled || progress.stopRequested()) return base::Cancelled{};
    Output made;
    made.text = fromUtf8(run.output);
    made.drawn = drawnPart(made.text);
    made.exitCode = run.exitCode;
    if (run.crash) made.crash = fromUtf8(base::describe(*run.crash));
    return made;
  });
}

void ScriptOutputView::showOutput(base::Outcome<Output> made) {
  if (made.isError()) m_headline->setText(fromUtf8(base::describe(made.error())));
  if (!made.isValue()) return;
  m_text = std::move(made.value().text);
  m_edit->setPlainText(made.value().drawn);
  QStringList headline{tr("exit %1").arg(made.value().exitCode)};
  if (!made.value().crash.isEmpty()) headline << tr("the script dies here: %1").arg(made.value().crash);
  else if (m_text.isEmpty()) headline << tr("it prints nothing");
  m_headline->setText(headline.join(u" \u00b7 "_s));
  m_copy->setEnabled(true);
  mark();
}

void ScriptOutputView::pointAt(const QString& model) {
  if (m_model == model) return;
  m_model = model;
  mark();
}

void ScriptOutputView::mark() {
  QList<QTextEdit::ExtraSelection> marks;
  if (!m_model.isEmpty() && !m_text.isEmpty()) {
    for (QTextBlock block = m_edit->document()->begin(); block.isValid(); block = block.next()) {
      const QString line = block.text().trimmed();
      if (!line.startsWith(m_model) || (line.size() > m_model.size() && !u" :"_s.contains(line[m_model.size()])))
        continue;
      QTextEdit::ExtraSelection mark;
      mark.cursor = QTextCursor(block);
      mark.format.setBackground(m_theme.color(Tone::Selection));
      mark.format.setForeground(m_theme.color(Tone::Text));
      mark.format.setProperty(QTextFormat::FullWidthSelection, true);
      if (marks.isEmpty()) {
        m_edit->setTextCursor(mark.cursor);
        m_edit->centerCursor();
      }
      marks << mark;
    }
  }
  m_edit->setExtraSelections(marks);
}

void ScriptOutputView::copyAll() { copyText(m_text); }

ScriptOutputs::ScriptOutputs(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_bar(new WrappingRow), m_buttons(new QButtonGroup(this)),
      m_stack(new QStackedLayout) {
  m_bar->setContentsMargins(kGrid / 2, kGrid / 2, kGrid / 2, 0);
  m_bar->setSpacing(kGrid / 2);
  makeColumn(this, {}, 0, {m_bar, {m_stack, 1}});
  connect(m_buttons, &QButtonGroup::idClicked, this, &ScriptOutputs::choose);
}

void ScriptOutputs::setTheme(const Theme& theme) { m_theme = theme; }

void ScriptOutputs::show(const std::shared_ptr<const verdicts::Comparison>& comparison) {
  const int front = std::max(0, m_stack->currentIndex());
  const auto count = comparison ? static_cast<qsizetype>(comparison->checks().size()) : 0;
  while (m_views.size() > count) {
    delete m_buttons->button(static_cast<int>(m_views.size()) - 1);
    delete m_views.takeLast();
  }
  for (qsizetype c = 0; c < count; ++c) {
    const verdicts::CheckSummary& check = comparison->checks()[static_cast<std::size_t>(c)];
    const QString name = fromUtf8(checkName(check.check));
    if (m_views.size() <= c) {
      m_views << new ScriptOutputView(m_theme, this);
      m_stack->addWidget(m_views.back());
      QToolButton* made = makeToggle({}, {}, this);
      m_buttons->addButton(made, static_cast<int>(c));
      m_bar->addWidget(made);
    }
    auto* button = qobject_cast<QToolButton*>(m_buttons->button(static_cast<int>(c)));
    button->setText(name);
    button->setAccessibleName(name);
    button->setToolTip(tr("The whole text of the %1 check; it exits %2").arg(name, QString::number(check.exitCode)));
    m_views[c]->show(comparison, static_cast<std::size_t>(c));
  }
  if (count > 0) choose(std::min(front, static_cast<int>(count) - 1));
}

void ScriptOutputs::choose(int check) {
  m_stack->setCurrentIndex(check);
  if (QAbstractButton* button = m_buttons->button(check)) button->setChecked(true);
}

void ScriptOutputs::pointAt(const QString& model) {
  for (ScriptOutputView* view : m_views) view->pointAt(model);
}

bool ScriptOutputs::showNext() {
  const int next = m_stack->currentIndex() + 1;
  choose(next < m_stack->count() ? next : 0);
  return next < m_stack->count();
}

ScriptOutputView* ScriptOutputs::current() const { return m_views.value(m_stack->currentIndex()); }

}  // namespace plumbline::ui
