// SPDX-License-Identifier: GPL-3.0-or-later
// "What CI printed": the whole text of one check script for the pair, made when it is first looked at, off the GUI
// thread. Copy copies all of it; of a very long text only the beginning and the end are drawn.
//
//   view->show(comparison, 0); view->pointAt("llama");
#pragma once

#include <QAbstractTableModel>
#include <QList>
#include <QWidget>
#include <memory>
#include <vector>

#include "core/session/session.h"
#include "core/tasks/latest_runner.h"
#include "core/verdicts/comparison.h"
#include "ui/support/tables/record_table.h"
#include "ui/theme/themed.h"

class QLabel;
class QPlainTextEdit;
class QToolButton;
class QButtonGroup;
class QStackedLayout;

namespace plumbline::ui {

/// Both raw rows of one model side by side: a line per field, expected and actual as they stand in the files.
///
///   RawRowsModel rows;
///   rows.show(snapshot, sourceRow);     // Field | Expected | Actual, changed fields marked with ≠
class RawRowsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { FieldColumn, ExpectedColumn, ActualColumn, ColumnCount };
  enum Role {
    ChangedRole = Qt::UserRole + 1,  ///< bool: both files have the field and the cells differ
    CellRole,                        ///< QString: the cell as the file has it, whole and without marks
  };

  explicit RawRowsModel(QObject* parent = nullptr);
  /// show replaces the fields; kNoRow or a null snapshot empties the table.
  void show(const session::SnapshotPtr& snapshot, std::uint32_t sourceRow);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Field {
    QString name;
    QString expected;
    QString actual;
    bool inExpected = false;
    bool inActual = false;
    bool changed = false;
  };
  QString shown(const Field& field, int column) const;

  std::vector<Field> m_fields;
};

class RawRowsView : public WholeTable, public Themed {
  Q_OBJECT

 public:
  RawRowsView(RawRowsModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  /// setChangedStyle tints changed cells like the row's class; Pass is neutral.
  void setChangedStyle(verdicts::VerdictClass cls);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Delegate;
  void shareWidth();
  void copySelection() const;

  Delegate* m_delegate;
};

class ScriptOutputView : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit ScriptOutputView(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// show chooses the check; its text is made when the view is visible.
  void show(const std::shared_ptr<const verdicts::Comparison>& comparison, std::size_t check);
  /// pointAt marks the line of a model and scrolls to it.
  void pointAt(const QString& model);
  /// wholeText is what the script printed; empty while it is being made.
  const QString& wholeText() const { return m_text; }
  void copyAll();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Output {
    QString text;
    QString drawn;
    int exitCode = 0;
    QString crash;
  };
  void start();
  void showOutput(base::Outcome<Output> made);
  void mark();

  Theme m_theme;
  QPlainTextEdit* m_edit;
  QLabel* m_headline;
  QToolButton* m_copy;
  std::shared_ptr<const verdicts::Comparison> m_comparison;
  std::size_t m_check = 0;
  bool m_wanted = false;  ///< not made yet
  QString m_text;
  QString m_model;
  tasks::LatestRunner<Output> m_runner;
};

class WrappingRow;

/// What CI printed, one text per check, with a button for each check above it.
///
///   outputs->show(snapshot->comparison); outputs->pointAt(u"llama"_s); outputs->showNext();
class ScriptOutputs : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit ScriptOutputs(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// show offers the checks of a comparison; the check that was in front stays so where it can.
  void show(const std::shared_ptr<const verdicts::Comparison>& comparison);
  void pointAt(const QString& model);
  /// showNext brings the next check to the front; false after the last, which the first then follows.
  bool showNext();
  ScriptOutputView* current() const;
  /// choose brings the text of a check to the front.
  void choose(int check);

 private:
  Theme m_theme;
  WrappingRow* m_bar;
  QButtonGroup* m_buttons;
  QStackedLayout* m_stack;
  QList<ScriptOutputView*> m_views;
};

}  // namespace plumbline::ui
