// SPDX-License-Identifier: GPL-3.0-or-later
// One model over all configs of a commit: expected and actual everywhere, and the commands that run it on one's own
// machine.
//
//   auto* page = new ModelPage(looks.theme());
//   connect(&commit, &CommitSession::snapshotChanged, page, &ModelPage::showSnapshot);
//   connect(overview, &OverviewPage::modelWanted, page, &ModelPage::showModel);
#pragma once

#include <QList>
#include <QWidget>
#include <memory>

#include "core/session/commit_session.h"
#include "ui/support/action_spec.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class ModelPage : public QWidget {
  Q_OBJECT

 public:
  explicit ModelPage(const Theme& theme, QWidget* parent = nullptr);
  ~ModelPage() override;

  QList<ActionSpec> actions();
  /// statusText: "llama in 12 configs, 6 need a look".
  QString statusText() const;
  QString model() const;
  /// config is the one of the current row, by its place in the commit; -1: none.
  int config() const;

 public Q_SLOTS:
  /// showSnapshot keeps the model and the selected config.
  void showSnapshot(const plumbline::session::CommitSnapshotPtr& snapshot);
  void showModel(const QString& model);
  void setTheme(const plumbline::ui::Theme& theme);

 Q_SIGNALS:
  void tableWanted(quint32 config, const QString& model);  ///< the table of that config, at this model
  void backRequested();
  void openRequested();  ///< the empty state's button
  void statusChanged(const QString& text);
  void actionsChanged();

 protected:
  void focusInEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
