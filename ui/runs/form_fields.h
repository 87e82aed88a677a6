// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the form of a new run, made once: which widgets there are, what they are called, in which rows they
// stand and for which kinds of runs. What they say is read by form_values.h.
//
//   FormFields fields(parent);
//   fields.showFor(spec, withMore);
#pragma once

#include <QList>
#include <QWidget>

#include "core/runs/run_spec.h"
#include "ui/runs/field_box.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace plumbline::ui {

class ReproFields;

class FormFields : public QObject {
  Q_OBJECT

 public:
  explicit FormFields(QWidget* parent);

  void setTheme(const Theme& theme);
  /// showFor shows the rows that a spec has a use for; those under "More" only when wanted.
  void showFor(const runs::RunSpec& spec, bool withMore);
  const QList<FieldBox*>& boxes() const { return m_boxes; }
  /// boxOf finds the field that an error names, "--repeat" in it, among those of the kind that showFor showed; null when it
  /// names none.
  FieldBox* boxOf(const QString& text) const;
  /// worded says it as the form does: "Repeats" for "--repeat".
  QString worded(const QString& text) const;
  /// isUnderMore tells whether a field is among those that are needed less.
  bool isUnderMore(const FieldBox* box) const;
  QWidget* body() const { return m_body; }

  QLineEdit *checkout, *python, *models, *extra, *workingFolder, *output, *baseline, *title, *gres, *timeLimit, *folder,
      *scratch;
  QComboBox *place, *suite, *mode, *device, *config, *test, *form;
  ReproFields* repro;  ///< the rows of a repro script
  QSpinBox *repeats, *eagerRuns, *partitions, *timeout, *retries, *jobs, *nice, *priority;
  QCheckBox *dynamic, *keepCache, *freshCache;
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
    int places = 7;  ///< bit per PlaceKind
  };
  FieldBox* box(const QString& title, QWidget* field, const QStringList& options, const QString& tooltip);
  void row(const QList<FieldBox*>& boxes, int kinds, bool isMore = false);
  void makeWidgets(QWidget* parent);
  void makeRows();
  void makeMoreRows();
  void listen();
  bool isOfKind(const FieldBox* box) const;

  QWidget* m_body;
  QVBoxLayout* m_layout;
  QList<FieldBox*> m_boxes;
  QList<Row> m_rows;
  FieldBox* m_freshBox = nullptr;
  int m_kind = 1;  ///< bit of the kind that is shown
};

}  // namespace plumbline::ui
