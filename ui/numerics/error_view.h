// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the views of one tensor's errors: a view that is not on screen waits until it is, and computes nothing before.
//
//   class ScatterView : public ErrorView { void refresh() override { m_runner.run(...context().pair...); } };
#pragma once

#include <QWidget>

#include "core/base/error.h"
#include "ui/numerics/error_context.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class ErrorView : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  virtual void setTheme(const Theme& theme) = 0;
  /// setContext takes what is to be shown; without a pair: nothing.
  void setContext(const ErrorContext& context);
  const ErrorContext& context() const { return m_context; }
  bool isBusy() const { return m_busy; }
  /// focusOrder is for the chain of Tab.
  virtual QList<QWidget*> focusOrder() const = 0;

 Q_SIGNALS:
  void elementChosen(qint64 flat);   ///< by a click or a key
  void elementWanted(qint64 flat);   ///< by Enter or a double click: its numbers, please
  void failed(const plumbline::base::Error& error);
  void busyChanged();

 protected:
  /// refresh shows the context; called only when the view can be seen, or was emptied.
  virtual void refresh() = 0;
  void setBusy(bool busy);
  void showEvent(QShowEvent* event) override;

 private:
  ErrorContext m_context;
  bool m_isStale = false, m_busy = false;
};

}  // namespace plumbline::ui
