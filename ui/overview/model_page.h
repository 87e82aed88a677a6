// SPDX-License-Identifier: GPL-3.0-or-later
// One model over all configs of a commit: expected and actual everywhere, and the commands that run it on one's own
// machine.
//
//   auto* page = new ModelPage(looks.theme());
//   connect(&commit, &CommitSession::snapshotChanged, page, &ModelPage::showSnapshot);
//   connect(overview, &OverviewPage::modelRequested, page, &ModelPage::showModel);
#pragma once

#include <QAbstractTableModel>
#include <QList>
#include <QStringList>
#include <QWidget>
#include <memory>

#include "core/overview/model_view.h"
#include "core/session/commit_session.h"
#include "ui/support/page.h"
#include "ui/support/tables/record_table.h"
#include "ui/theme/themed.h"

class QPlainTextEdit;
class QToolButton;

namespace plumbline::ui {

/// One model over all configs as a table: verdict, config, each metric as expected -> actual, where the row came from.
///
///   ModelTableModel model;
///   model.setView(snapshot, overview::modelView(*snapshot->view, "llama"));
class ModelTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// The metrics stand between the config and the origin, which is the last column.
  enum Column { Verdict, Config, FirstMetric };

  explicit ModelTableModel(QObject* parent = nullptr);

  void setView(const session::CommitSnapshotPtr& snapshot, overview::ModelView view);
  const overview::ModelView& view() const { return m_view; }
  const overview::ModelRow& row(int row) const { return m_view.rows[static_cast<std::size_t>(row)]; }
  QString configName(int row) const;
  int originColumn() const { return columnCount() - 1; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(int row, int column) const;
  QString accessibleText(int row) const;
  QString title(int column) const;

  session::CommitSnapshotPtr m_snapshot;
  overview::ModelView m_view;
};

class CellDelegate;

/// The table of one model over all configs.
class ModelTable : public RecordTable {
  Q_OBJECT

 public:
  ModelTable(ModelTableModel* model, const Theme& theme, QWidget* parent = nullptr);

 private:
  void shapeColumns() override;

  ModelTableModel* m_model;
  CellDelegate* m_delegate;
};

class ElidedLabel;

/// The commands that run one model of one config on one's own machine, ready to copy. Runs nothing itself.
///
///   panel->showCommands(u"rocm/inductor_torchbench_training"_s, {command, check});
class CommandPanel : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit CommandPanel(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// showCommands replaces what is shown; none: a hint instead. `needs` is the build they need.
  void showCommands(const QString& config, const QStringList& commands, const QString& needs = {});
  bool hasCommands() const { return !m_commands.isEmpty(); }
  QString text() const;
  QList<QWidget*> focusOrder() const;

 public Q_SLOTS:
  void copy();

 Q_SIGNALS:
  void copied(int commands);

 private:
  void setCopied(bool copied);

  ElidedLabel* m_title;
  QPlainTextEdit* m_text;
  QToolButton* m_copy;
  QStringList m_commands;
};

class ModelPage : public Page {
  Q_OBJECT

 public:
  explicit ModelPage(const Theme& theme, QWidget* parent = nullptr);
  ~ModelPage() override;

  QList<ActionSpec> actions() override;
  QString menuActions() const override;
  /// statusText: "llama in 12 configs, 6 need a look".
  QString statusText() const override;
  QString model() const;
  Subject subject() const override {
    return config() < 0 ? Subject() : Subject{.file = {}, .config = static_cast<quint32>(config()), .model = model()};
  }
  /// config is the one of the current row, by its place in the commit; -1: none.
  int config() const;

 public Q_SLOTS:
  /// showSnapshot keeps the model and the selected config.
  void showSnapshot(const plumbline::session::CommitSnapshotPtr& snapshot);
  void showModel(const QString& model);

 Q_SIGNALS:
  void tableRequested(quint32 config, const QString& model);  ///< the table of that config, at this model
  void backRequested();
  void openRequested();  ///< the empty state's button

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
