// SPDX-License-Identifier: GPL-3.0-or-later
// Reads two or three files and has same() decide about them, off the window's thread. Files are read once; another option
// decides again about what is read. What belongs to files or options that nobody asks for any more is dropped.
//
//   SameDesk desk;
//   connect(&desk, &SameDesk::decided, page, [&](const SameAnswer& answer) { model.setRows(answer.rows); });
//   desk.open({u"ref.pt"_s, u"res.pt"_s, {}});
//   desk.setOptions({.tol = 1e-3, .equalNan = true});
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/numerics/load_value.h"
#include "core/numerics/same.h"
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
  QStringList notes;        ///< what the readers have to say of the files
  double milliseconds = 0;  ///< from the wish to the answer
};

class SameDesk : public QObject {
  Q_OBJECT

 public:
  explicit SameDesk(QObject* parent = nullptr);

  /// open takes other files. Nothing is read until there are ref and res. A file that is open already is not read again.
  void open(const TensorFiles& files);
  /// reload reads all of them again.
  void reload();
  void setOptions(const numerics::SameOptions& options);
  void cancel();

  const TensorFiles& files() const { return m_files; }
  const numerics::SameOptions& options() const { return m_options; }
  bool isBusy() const { return m_isBusy; }
  /// wasCancelled: somebody stopped the work, so there is no answer.
  bool wasCancelled() const { return m_wasCancelled; }

 Q_SIGNALS:
  void decided(const plumbline::ui::SameAnswer& answer);
  /// failed: no answer; error.file names the file that is the reason.
  void failed(const plumbline::base::Error& error);
  /// maxErrorsFound for the decisions from `first` on, a while after the answer; NaN: none.
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
  void lookOn(std::size_t first);
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
