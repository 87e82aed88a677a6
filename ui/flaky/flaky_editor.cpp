// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/flaky_editor.h"

#include <QFile>
#include <algorithm>

#include "ui/flaky/entry_form.h"
#include "ui/flaky/flaky_model.h"
#include "ui/flaky/flaky_table.h"
#include "ui/flaky/transfer_panel.h"
#include "ui/support/edit_stack.h"
#include "ui/support/file_prompt.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"

namespace plumbline::ui {
namespace {

QString listFiles() { return FlakyEditor::tr("Flaky lists (*.toml *.py);;All files (*)"); }

}  // namespace

FlakyEditor::FlakyEditor(const Parts& parts, const Theme& theme, QWidget* page)
    : QWidget(page),
      m(parts),
      m_page(page),
      m_form(new EntryForm(theme, this)),
      m_transfer(new TransferPanel(parts.lists, theme, this)) {
  makeColumn(this, {}, 0, {m_form, m_transfer});
  m_form->hide();
  m_transfer->hide();
  connect(m_form, &EntryForm::submitted, this, &FlakyEditor::submitForm);
  connect(m_form, &EntryForm::cancelled, this, &FlakyEditor::closePanels);
  connect(m_transfer, &TransferPanel::accepted, this, &FlakyEditor::submitTransfer);
  connect(m_transfer, &TransferPanel::closed, this, &FlakyEditor::cancelTransfer);
  connect(m_transfer, &TransferPanel::refused, this, &FlakyEditor::showError);
}

void FlakyEditor::setOverview(const session::FlakyOverviewPtr& overview) { m_form->setOverview(overview); }
bool FlakyEditor::isEditing() const { return !m_form->isHidden() || !m_transfer->isHidden(); }
bool FlakyEditor::hasFormFocus() const { return m_form->isAncestorOf(m_page->focusWidget()); }
QWidgetList FlakyEditor::focusOrder() const { return {m_form, m_transfer}; }
void FlakyEditor::showError(const base::Error& error) { m.notices.showNotice(noticeFor(error, u"flaky:edit"_s)); }

bool FlakyEditor::push(const base::Result<baselines::Change>& change) {
  if (!change) {
    showError(change.error());
    return false;
  }
  if (const auto done = m.stack.push(*change); !done) {
    showError(done.error());
    return false;
  }
  m.notices.dismiss(u"flaky:edit"_s);
  Q_EMIT statusMessage(QString::fromStdString(change->text));
  return true;
}

void FlakyEditor::closePanels() {
  const bool hadFocus = isAncestorOf(m_page->focusWidget());
  m_form->hide();
  m_transfer->hide();
  m.notices.dismiss(u"flaky:edit"_s);
  if (hadFocus) m.table.setFocus(Qt::OtherFocusReason);
  Q_EMIT changed();
}

void FlakyEditor::startAdd() {
  const auto targets = targetsWithout({});
  if (targets.empty()) {
    return showError({.code = base::ErrorCode::BadArgument,
                      .text = "No list is open that an entry could go into.",
                      .hint = "Open two files or a list first."});
  }
  // The next entry mostly goes into the list of the current one.
  const std::string path = m.table.hasCurrentRow() ? m.model.row(m.table.currentIndex().row()).path : targets.front();
  m_transfer->hide();
  m_form->startAdd(path, m.lists.today());
  m_form->show();
  m_form->focusName();
  Q_EMIT changed();
}

void FlakyEditor::startEdit() {
  if (!m.table.hasCurrentRow()) return;
  m_transfer->hide();
  m_form->startEdit(m.model.row(m.table.currentIndex().row()));
  m_form->show();
  m_form->focusName();
  Q_EMIT changed();
}

void FlakyEditor::submitForm() {
  const auto entry = m_form->entry();
  if (!entry) return showError(entry.error());
  const std::string path = m_form->path();
  if (path.empty()) {
    return showError({.code = base::ErrorCode::BadArgument,
                      .text = "No list is chosen.",
                      .hint = "Choose the list for the entry."});
  }
  m_next = {path, *entry};
  const auto change =
      m_form->edited() ? m.lists.replacing(*m_form->edited(), path, *entry) : m.lists.adding(path, *entry);
  if (!push(change)) {
    m_next.reset();
    return;
  }
  closePanels();
  m.table.setFocus(Qt::OtherFocusReason);
}

void FlakyEditor::removeSelected() {
  std::vector<session::FlakyRow> rows;
  const QList<int> selected = m.table.selectedRows();
  for (const int row : selected) rows.push_back(m.model.row(row));
  if (!rows.empty()) push(m.lists.removing(rows));
}

void FlakyEditor::openList() {
  m.prompt.request(m_page, {.title = tr("Open a flaky list"), .folder = m_folder, .kinds = listFiles()},
             [this](const QStringList& paths) {
               for (const QString& path : paths) {
                 if (const auto done = m.lists.openList(path); !done)
                   showError(done.error());
                 else
                   Q_EMIT statusMessage(tr("Opened %1").arg(path.section(u'/', -1)));
               }
             });
}

std::vector<std::string> FlakyEditor::targetsWithout(const std::string& path) const {
  std::vector<std::string> targets;
  if (const auto& overview = m.model.overview())
    for (const session::FlakyFile& file : overview->files)
      if (!file.error && file.path != path) targets.push_back(file.path);
  return targets;
}

void FlakyEditor::startImport() {
  m.prompt.request(m_page, {.title = tr("Import entries from a list"), .folder = m_folder, .kinds = listFiles()},
               [this](const QStringList& paths) {
                 if (!paths.isEmpty()) importFrom(paths.front());
               });
}

void FlakyEditor::importFrom(const QString& path) {
  const std::string from = QFile::encodeName(path).toStdString();
  const auto source = m.lists.source(from);
  if (!source) return showError(source.error());
  const auto targets = targetsWithout(from);
  if (targets.empty()) {
    m.lists.openList(path);
    return;
  }
  m_form->hide();
  m_exportedTo.clear();
  m_transfer->start(tr("Import from %1").arg(path.section(u'/', -1)), source->entries(), targets);
  m_transfer->chooseBestTarget();
  m_transfer->show();
  m_transfer->focusList();
  Q_EMIT changed();
}

void FlakyEditor::startExport() {
  std::vector<flaky::FlakyEntry> entries;
  QList<int> rows = m.table.selectedRows();
  if (rows.size() < 2) {
    rows.clear();
    for (int row = 0; row < m.model.rowCount(); ++row) rows << row;
  }
  for (const int row : rows) entries.push_back(m.model.row(row).value);
  if (entries.empty()) return;
  m.prompt.request(m_page,
               {.title = tr("Export into a list"), .folder = m_folder, .kinds = listFiles(), .mayBeNew = true},
               [this, entries](const QStringList& paths) {
                 if (!paths.isEmpty()) exportTo(paths.front(), entries);
               });
}

void FlakyEditor::exportTo(const QString& path, const std::vector<flaky::FlakyEntry>& entries) {
  // A script without a set cannot hold an entry; one that does not exist yet is written with its set.
  if (path.endsWith(u".py"_s) && !QFile::exists(path)) return exportToNew(path, entries);
  const std::string native = QFile::encodeName(path).toStdString();
  const auto targets = targetsWithout({});
  const bool known = std::ranges::find(targets, native) != targets.end();
  if (const auto opened = m.lists.openList(path, true); !opened) return showError(opened.error());
  m_exportedTo = known ? QString() : path;
  m_form->hide();
  const QString count = entries.size() == 1 ? tr("1 entry") : tr("%1 entries").arg(entries.size());
  m_transfer->start(tr("Export %1").arg(count), entries, {native});
  m_transfer->show();
  m_transfer->focusList();
  Q_EMIT changed();
}

void FlakyEditor::exportToNew(const QString& path, const std::vector<flaky::FlakyEntry>& entries) {
  const auto made = m.lists.writingAnew(entries, path);
  if (!made) return showError(made.error());
  if (!push(made->change)) return;
  if (const auto opened = m.lists.openList(path, true); !opened) showError(opened.error());
  if (made->leftOut.empty()) return;
  QStringList lines;
  for (const std::string& sentence : made->leftOut) lines << QString::fromStdString(sentence);
  m.notices.showNotice(
      {.id = u"flaky:export"_s, .kind = NoticeKind::Information,
       .text = tr("%1 does not hold everything: a check script cannot say it all.").arg(path.section(u'/', -1)),
       .details = lines.join(u'\n')});
}

void FlakyEditor::submitTransfer() {
  if (!push(m.lists.transferring(m_transfer->chosen(), m_transfer->target()))) return;
  m_exportedTo.clear();
  closePanels();
  m.table.setFocus(Qt::OtherFocusReason);
}

void FlakyEditor::cancelTransfer() {
  closePanels();
  if (!m_exportedTo.isEmpty()) m.lists.closeList(std::exchange(m_exportedTo, QString()));
}

}  // namespace plumbline::ui
