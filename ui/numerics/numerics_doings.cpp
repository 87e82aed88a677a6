// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does on the page of numerics: walking, sorting, copying, saving.
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>

#include "core/reports/same_report.h"
#include "core/session/export_file.h"
#include "ui/numerics/numerics_page_private.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/count_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

reports::SameReport reportOf(const SameAnswer& answer) {
  const auto native = [](const QString& path) { return QFile::encodeName(path).toStdString(); };
  return {.ref = native(answer.files.ref),
          .res = native(answer.files.res),
          .fp64 = native(answer.files.fp64),
          .options = answer.options,
          .result = answer.rows->result(),
          .statistics = {},
          .isAll = true};
}

}  // namespace

bool NumericsPage::Private::goTo(int node) {
  if (node < 0) return false;
  if (!tree->goTo(node)) {  // who asks for it wants to see it, whatever the filter says
    bar->clearAll();
    tree->goTo(node);
  }
  tree->setFocus(Qt::ShortcutFocusReason);
  return true;
}

void NumericsPage::Private::step(int direction) {
  if (!isFiles()) return logs->step(direction);
  if (!answer) return;
  const int next = model->step(currentNode(), direction, isFailing);
  if (!goTo(next)) tell(direction > 0 ? u"Nothing further down fails"_s : u"Nothing further up fails"_s);
}

void NumericsPage::Private::goToFirst() {
  if (!answer) return;
  const auto first = answer->rows->result().firstFailure();
  if (first) goTo(answer->rows->nodeOf(*first));
  else tell(u"Nothing fails"_s);
}

void NumericsPage::Private::goToWorst() {
  if (!isFiles()) return logs->goToWorst();
  if (!answer) return;
  const auto worst = answer->rows->result().worst();
  if (worst) goTo(answer->rows->nodeOf(*worst));
  else tell(u"No tensor has a margin: there is no fp64 reference"_s);
}

void NumericsPage::Private::sortByMargin() {
  const int column = static_cast<int>(TensorColumn::Margin);
  const bool isSorted = model->sortColumn() == column;
  tree->sortByColumn(isSorted ? -1 : column, Qt::DescendingOrder);
  tell(isSorted ? u"In torch's order"_s : u"Largest margin first"_s);
  Q_EMIT page->actionsChanged();
}

void NumericsPage::Private::copyRows() {
  if (!isFiles()) {
    QGuiApplication::clipboard()->setText(logs->rowsText());
    return tell(u"Rows copied"_s);
  }
  const QList<int> columns = tree->shownColumns(), nodes = tree->selectedNodes();
  QStringList head;
  for (const int column : columns) head << model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  TextTable table{head};
  for (const int node : nodes) {
    QStringList cells;
    for (const int column : columns)
      cells << (column == 0 ? model->rows()->path(node) : model->cellText(node, static_cast<TensorColumn>(column)));
    table << cells;
  }
  QGuiApplication::clipboard()->setText(toTsv(table));
  tell(nodes.size() == 1 ? u"1 row copied"_s : u"%1 rows copied"_s.arg(grouped(static_cast<std::size_t>(nodes.size()))));
}

void NumericsPage::Private::copyMarkdown() {
  if (isFiles() && !answer) return;
  QGuiApplication::clipboard()->setText(fromUtf8(isFiles() ? reports::sameMarkdown(reportOf(*answer)) : reports::marginMarkdown(logs->report())));
  tell(u"The report is copied as Markdown"_s);
}

void NumericsPage::Private::saveReport() {
  const bool ofFiles = isFiles();
  if (ofFiles && !answer) return;
  FileQuestion question{.title = u"Save the report"_s, .folder = ofFiles ? u"same.md"_s : u"margins.md"_s};
  question.kinds = u"Reports (*.md *.json *.txt);;Markdown (*.md);;JSON (*.json);;Text (*.txt)"_s;
  question.mayBeNew = question.replaces = true;
  // What is saved is what was asked for, also when another option is chosen before the answer.
  std::optional<reports::SameReport> report;
  if (ofFiles) report = reportOf(*answer);
  const reports::MarginReport margins = ofFiles ? reports::MarginReport{} : logs->report();
  prompt.ask(page, question, [this, report, margins](const QStringList& paths) {
    if (paths.isEmpty()) return;
    QString path = paths.front();
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending.isEmpty()) path += u".md"_s;
    const bool isJson = ending == u"json"_s, isText = ending == u"txt"_s;
    const std::string text = report ? (isJson ? reports::sameJson(*report) : isText ? reports::sameText(*report) : reports::sameMarkdown(*report))
                                    : (isJson ? reports::marginJson(margins) : isText ? reports::marginText(margins) : reports::marginMarkdown(margins));
    const auto saved = session::saveExport(path, text);
    if (!saved) Q_EMIT page->noticeWanted(saved.error());
    else tell(u"Report saved to %1"_s.arg(path));
  });
}

}  // namespace plumbline::ui
