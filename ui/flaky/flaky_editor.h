// SPDX-License-Identifier: GPL-3.0-or-later
// The lower part of the flaky page: the form for one entry and the panel that moves entries between lists. Each answer
// is one change on the undo list.
//
//   auto* editor = new FlakyEditor({lists, stack, prompt, model, table, notices}, theme, page);
//   connect(editor, &FlakyEditor::statusMessage, page, ...);
//   editor->startAdd();
#pragma once

#include <QWidget>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/baselines/drafts.h"
#include "core/session/flaky_lists.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class EditStack;
class EntryForm;
class FilePrompt;
class FlakyModel;
class FlakyTable;
class NoticeStrip;
class TransferPanel;

class FlakyEditor : public QWidget {
  Q_OBJECT

 public:
  /// All parts must outlive the editor.
  struct Parts {
    session::FlakyLists& lists;
    EditStack& stack;
    FilePrompt& prompt;
    FlakyModel& model;
    FlakyTable& table;
    NoticeStrip& notices;
  };
  FlakyEditor(const Parts& parts, const Theme& theme, QWidget* page);

  void setOverview(const session::FlakyOverviewPtr& overview);
  /// setFolder is where the questions for a file begin.
  void setFolder(const QString& folder) { m_folder = folder; }
  bool isEditing() const;
  bool hasFormFocus() const;
  QWidgetList focusOrder() const;

  void startAdd();
  void startEdit();
  void removeSelected();
  void openList();
  void startImport();
  void startExport();

  /// An entry of a list.
  using Entry = std::pair<std::string, flaky::FlakyEntry>;
  /// takeNext returns the entry to go to once the overview has it.
  std::optional<Entry> takeNext() { return std::exchange(m_next, std::nullopt); }

 Q_SIGNALS:
  void statusMessage(const QString& text);
  void changed();  ///< isEditing() may differ

 private:
  bool push(const base::Result<baselines::Change>& change);
  void showError(const base::Error& error);
  void submitForm();
  void closePanels();
  void importFrom(const QString& path);
  void exportTo(const QString& path, const std::vector<flaky::FlakyEntry>& entries);
  void exportToNew(const QString& path, const std::vector<flaky::FlakyEntry>& entries);
  void submitTransfer();
  void cancelTransfer();
  std::vector<std::string> targetsWithout(const std::string& path) const;

  Parts m;
  QWidget* m_page;
  EntryForm* m_form;
  TransferPanel* m_transfer;
  QString m_folder;
  QString m_exportedTo;  ///< a list that was opened for an export only
  std::optional<Entry> m_next;
};

}  // namespace plumbline::ui
