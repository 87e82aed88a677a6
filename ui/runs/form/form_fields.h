// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the form of a new run: their widgets, names, rows, and the kinds of runs they are for. form_values.h
// reads and fills them.
//
//   FormFields fields(parent);
//   fields.showFor(spec, withMore);
#pragma once

#include <QList>
#include <QWidget>

#include "core/runs/spec/run_spec.h"
#include "ui/support/form_controls.h"
#include "ui/theme/themed.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace plumbline::ui {

class ReproFields;

class FormFields : public QObject, public Themed {
  Q_OBJECT

 public:
  explicit FormFields(QWidget* parent);

  void setTheme(const Theme& theme) override;
  /// showFor shows the rows that a spec uses; those under "More" only when requested.
  void showFor(const runs::RunSpec& spec, bool withMore);
  const QList<FieldBox*>& boxes() const { return m_boxes; }
  /// fieldFor finds the field of the shown kind that an error names by its option ("--repeat"); null when it names
  /// none.
  FieldBox* fieldFor(const QString& text) const;
  /// withFieldNames replaces options by the names of their fields: "Repeats" for "--repeat".
  QString withFieldNames(const QString& text) const;
  /// isUnderMore: the field is shown under "More" only.
  bool isUnderMore(const FieldBox* box) const;
  QWidget* body() const { return m_body; }

  QLineEdit *checkout, *python, *models, *extra, *workingFolder, *output, *baseline, *title, *gres, *timeLimit, *folder,
      *scratch, *gpus;
  QComboBox *target, *suite, *mode, *device, *config, *test, *form;
  ReproFields* repro;  ///< the fields of a repro script
  QSpinBox *repeats, *eagerRuns, *partitions, *timeout, *retries, *jobs, *nice, *priority;
  QCheckBox *dynamic, *keepCache, *freshCache, *keepGoing;
  QPlainTextEdit *command, *environment;
  QToolButton *checkoutButton, *outputButton, *more;

 Q_SIGNALS:
  void changed();

 private:
  struct Row {
    QWidget* widget;
    QList<FieldBox*> boxes;
    int kinds;  ///< bit per RunKind
    bool isMore;
    int targets = 7;  ///< bit per TargetKind
  };
  FieldBox* box(const QString& title, QWidget* field, const QStringList& options, const QString& tooltip);
  void row(const QList<FieldBox*>& boxes, int kinds, bool isMore = false);
  void createFields(QWidget* parent);
  void createRows();
  void createMoreRows();
  void connectFields();
  bool isForKind(const FieldBox* box) const;

  QWidget* m_body;
  QVBoxLayout* m_layout;
  QList<FieldBox*> m_boxes;
  QList<Row> m_rows;
  FieldBox* m_freshBox = nullptr;
  int m_kind = 1;  ///< bit of the kind that is shown
};

}  // namespace plumbline::ui
