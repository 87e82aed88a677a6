// SPDX-License-Identifier: GPL-3.0-or-later
// Reads two or three files and runs same() on them, on worker threads. Files are read once; other options decide again
// about the same values. Outdated results are dropped.
//
//   connect(&controller, &SameController::decided, page, [&](const SameAnswer& answer) { model.setRows(answer.rows);
//   }); controller.open({u"ref.pt"_s, u"res.pt"_s, {}}); controller.setOptions({.tol = 1e-3, .equalNan = true});
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <array>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/numerics/readers/load_value.h"
#include "core/numerics/same/same.h"
#include "core/tasks/latest_runner.h"
#include "ui/numerics/tensor_rows.h"

namespace plumbline::ui {

/// TensorFiles are paths of files or folders; "" for none.
struct TensorFiles {
  QString ref, res, fp64;
  bool isComplete() const { return !ref.isEmpty() && !res.isEmpty(); }
  bool isEmpty() const { return ref.isEmpty() && res.isEmpty() && fp64.isEmpty(); }
  bool operator==(const TensorFiles&) const = default;
};

struct SameAnswer {
  TensorFiles files;
  numerics::SameOptions options;
  TensorRowsPtr rows;
  QStringList notes;        ///< notes of the readers about the files
  double milliseconds = 0;  ///< from the request to the answer
};

class SameController : public QObject {
  Q_OBJECT

 public:
  explicit SameController(QObject* parent = nullptr);

  /// open reads other files, once there are ref and res. A file that is open already is not read again.
  void open(const TensorFiles& files);
  /// reload reads all files again.
  void reload();
  void setOptions(const numerics::SameOptions& options);
  void cancel();

  const TensorFiles& files() const { return m_files; }
  const numerics::SameOptions& options() const { return m_options; }
  bool isBusy() const { return m_isBusy; }
  /// wasCancelled: the work was cancelled, so there is no answer.
  bool wasCancelled() const { return m_wasCancelled; }

 Q_SIGNALS:
  void decided(const plumbline::ui::SameAnswer& answer);
  /// failed: there is no answer; error.file is the file with the problem.
  void failed(const plumbline::base::Error& error);
  /// maxErrorsFound has the largest errors of the decisions from `first` on, some time after the answer; NaN: none.
  void maxErrorsFound(quint64 first, const std::vector<double>& errors);
  void busyChanged(bool isBusy);
  void progress(quint64 done, quint64 total);

 private:
  using LoadedPtr = std::shared_ptr<const numerics::Loaded>;
  struct Files {
    std::array<QString, 3> paths;
    std::array<LoadedPtr, 3> loaded;
  };
  struct Errors {
    std::size_t first = 0;
    std::vector<double> largest;
  };

  void load();
  void decide();
  void computeErrors(std::size_t first);
  void setBusy(bool isBusy);
  void fail(const base::Error& error);

  TensorFiles m_files;
  numerics::SameOptions m_options;
  Files m_read;                   ///< what is read, and from where
  SameResultPtr m_result;         ///< of the answer on screen
  QElapsedTimer m_clock;
  bool m_isBusy = false, m_wasCancelled = false;
  tasks::LatestRunner<Files> m_loader;
  tasks::LatestRunner<SameAnswer> m_decider;
  tasks::LatestRunner<Errors> m_errors;
};

}  // namespace plumbline::ui
