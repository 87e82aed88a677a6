// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the views of one tensor's errors. A hidden view computes nothing until it is shown.
//
//   class ScatterView : public ErrorView { void refresh() override { m_runner.run(...context().pair...); } };
#pragma once

#include <QString>
#include <QWidget>
#include <memory>
#include <optional>

#include "core/base/result.h"
#include "core/numerics/errors/error_statistics.h"
#include "core/numerics/same/same.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

/// ErrorPair is the pair whose errors are shown. It is shared with worker threads and never changes.

struct ErrorPair {
  QString name;
  numerics::Tensor ref, res;
  std::optional<numerics::Tensor> fp64;  ///< in float64, as same() uses it
  numerics::SameOptions options;

  numerics::TensorPair pair() const { return {&ref, &res, fp64 ? &*fp64 : nullptr}; }
  /// isSameAs: the values are the same; options may differ.
  bool isSameAs(const ErrorPair& other) const;
};
using ErrorPairPtr = std::shared_ptr<const ErrorPair>;

/// errorPairOf is null when the decision is not about two tensors (or Python floats, which same() makes tensors).
ErrorPairPtr errorPairOf(const QString& name, const numerics::Decision& decision, const numerics::SameOptions& options);

struct ErrorContext {
  ErrorPairPtr pair;
  std::shared_ptr<const numerics::ErrorStatistics> statistics;  ///< null until they are computed
  std::optional<std::int64_t> chosen;                           ///< flat; there is none in an empty tensor
};

class ErrorView : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// setContext sets what is shown; without a pair: nothing.
  void setContext(const ErrorContext& context);
  const ErrorContext& context() const { return m_context; }
  bool isBusy() const { return m_busy; }
  virtual QList<QWidget*> focusOrder() const = 0;

 Q_SIGNALS:
  void elementChosen(qint64 flat);   ///< by a click or a key
  void elementOpened(qint64 flat);   ///< by Enter or a double click: show its values
  void failed(const plumbline::base::Error& error);
  void busyChanged();

 protected:
  /// refresh shows the context; called only when the view is visible, or was emptied.
  virtual void refresh() = 0;
  void setBusy(bool busy);
  void showEvent(QShowEvent* event) override;

 private:
  ErrorContext m_context;
  bool m_isStale = false, m_busy = false;
};

}  // namespace plumbline::ui
