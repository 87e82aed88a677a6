// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the pending edits before they are saved: files and changes as a tree, the lines of each, the commit message, and save,
// patch or revert. Shows what the pending edits are; every change it makes goes through the undo list.
//
//   auto* page = new ReviewPage(looks.theme(), edits, stack, prompt);
//   registry.add(page->actions(), u"review"_s);   registry.add(editActions(stack));
#pragma once

#include <QList>
#include <memory>

#include "ui/support/page.h"

namespace plumbline::session {
class PendingEdits;
}

namespace plumbline::ui {

class EditStack;
class FilePrompt;

class ReviewPage : public Page {
  Q_OBJECT

 public:
  ReviewPage(const Theme& theme, session::PendingEdits& edits, EditStack& stack, FilePrompt& prompt,
             QWidget* parent = nullptr);
  ~ReviewPage() override;

  /// actions are everything this page can do; group "Review".
  QList<ActionSpec> actions() override;
  /// setCi shows what CI would say with the pending edits; "": there are none.
  void setCi(const QString& text);
  QString menuActions() const override;
  /// statusText: "12 edits in 3 files, 14 lines added, 12 removed", "2 decisions not saved".
  QString statusText() const override;
  QStringList files() const override;
  Subject subject() const override;
  void setTheme(const plumbline::ui::Theme& theme) override;
  /// mayClose is false while git runs, and shows then how to cancel it.
  bool mayClose();

 public Q_SLOTS:
  /// save writes all edited files, or says why not.
  void save();
  /// settleConflicts shows both sides of every block that git left in a file, to choose from.
  void settleConflicts(const QString& path);

 Q_SIGNALS:
  void triageRequested();  ///< the empty state's button

 protected:
  QJsonObject layoutState() const override;
  bool restoreLayout(const QJsonObject& state) override;
  void showEvent(QShowEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
