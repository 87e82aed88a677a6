// SPDX-License-Identifier: GPL-3.0-or-later
// The options of same() by the names of its arguments, presets, and a reset.
//
//   connect(bar, &SameOptionsBar::optionsChanged, page, [&] { controller.setOptions(bar->options()); });
#pragma once

#include <QList>
#include <QWidget>

#include "core/numerics/same/same.h"
#include "ui/theme/themed.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace plumbline::ui {

class SameOptionsBar : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit SameOptionsBar(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  const numerics::SameOptions& options() const { return m_options; }
  /// setOptions shows options and emits optionsChanged when they differ.
  void setOptions(const numerics::SameOptions& options);
  void reset() { setOptions({}); }
  bool isDefault() const { return m_options == numerics::SameOptions{}; }
  void focusTol();
  QList<QWidget*> focusOrder() const;

 Q_SIGNALS:
  void optionsChanged();
  void leaveRequested();  ///< Enter or Escape in a number

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Toggle {
    QToolButton* button;
    bool numerics::SameOptions::*field;
  };
  QLineEdit* addNumber(const QString& name, const QString& tooltip);
  void showOptions();
  void readNumber(QLineEdit* field, double numerics::SameOptions::*number);

  Theme m_theme;
  numerics::SameOptions m_options;
  QComboBox* m_presets;
  QLineEdit *m_tol, *m_iou;
  QList<QLabel*> m_labels;
  QList<Toggle> m_toggles;
  QToolButton* m_reset;
};

}  // namespace plumbline::ui
