// SPDX-License-Identifier: GPL-3.0-or-later
// The one object with state: which pair is open under which rules. Work runs in core/tasks; a newer request drops an
// older one's result; a failure leaves the last good snapshot in place.
//
//   Session session;
//   connect(&session, &Session::snapshotChanged, view, &View::show);
//   session.open("actual.csv", "expected.csv");
#pragma once

#include <QObject>
#include <QString>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/baselines/earlier_decisions.h"
#include "core/files/file_bytes.h"
#include "core/session/side_guess.h"
#include "core/sources/run_notes.h"
#include "core/verdicts/comparison.h"

namespace plumbline::session {

// Everything the window shows at one moment: replaced as a whole, never changed in place.

/// InputFile is one side of the pair as it was read.
struct InputFile {
  std::string path;        ///< as the user typed or dropped it; the label of a run that is no file
  files::FileStamp stamp;  ///< version on disk when read
  std::shared_ptr<const tables::CsvTable> table;
  bool isFile = true;      ///< false: shards merged in memory; nothing on disk has that path
  std::optional<base::Error> saveProblem = {};  ///< of a baseline: why it cannot be saved
};

/// RuleOffer is a rule set that can be chosen for this pair.
struct RuleOffer {
  std::string id;     ///< "2025-11", or "checkout" for the one read from the PyTorch checkout around the expected file
  std::string label;  ///< for people: "2025-11 (default)", "this checkout: A3, G3"
  std::shared_ptr<const verdicts::RuleSet> rules;
};

struct Snapshot {
  std::uint64_t number = 0;  ///< grows by one with every snapshot
  InputFile actual;
  InputFile expected;
  std::vector<RuleOffer> offers;
  std::string ruleId;        ///< the offer in use
  std::string unmetRuleId;   ///< rules that were requested and that this pair does not offer; empty when it does
  std::string defaultFlakyList;  ///< as verdicts::JudgeRequest::defaultFlakyList
  baselines::DecisionStore decisions;  ///< what `earlier` was read from, beside the log
  std::shared_ptr<const verdicts::Comparison> comparison;
  baselines::EarlierAnswers earlier;         ///< what the decision log and the store say about its rows
  std::optional<base::Error> earlierProblem; ///< one of them is not read, and why
  sources::RunNotes actualNotes, expectedNotes;  ///< from the files beside both: graph breaks, compile phases
  double readMs = 0;   ///< time to read and scan both files, milliseconds
  double judgeMs = 0;  ///< time to judge
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

// The pipeline behind a session, without its state: two paths in, a snapshot out. Runs on any thread; no Qt objects.
//
//   auto made = loadPair({.actualPath = "a.csv", .expectedPath = "e.csv", .ruleId = "2025-11"}, progress);

/// kCheckoutRuleId is the id of the offer read from the PyTorch checkout around the expected file.
inline constexpr const char* kCheckoutRuleId = "checkout";

struct LoadRequest {
  std::string actualPath;
  std::string expectedPath;
  std::string ruleId;                                ///< requested; the default generation when this pair does not offer it
  std::optional<std::string> sha;                    ///< the SHA1 variable, for what the scripts print
  std::shared_ptr<const tables::CsvTable> run = {};  ///< the actual side when it is no file, labelled by its fileName()
  sources::RunNotes runNotes = {};                   ///< of `run`; those of files are read from beside them
  std::string defaultFlakyList = {};                 ///< as verdicts::JudgeRequest::defaultFlakyList
  baselines::DecisionStore decisions = {};           ///< earlier ones are read from it, too
};

/// loadPair reads, scans and judges. Errors: those of reading a file, or BadFormat when it cannot be compared.
base::Outcome<SnapshotPtr> loadPair(const LoadRequest& request, const base::Progress& progress);

/// judgeAgain judges the files of a snapshot, as they were read, under another of its offers; Snapshot::unmetRuleId
/// stands for the offer it was judged under. Errors: BadArgument when there is no offer of that id.
base::Outcome<SnapshotPtr> judgeAgain(const SnapshotPtr& snapshot, const std::string& ruleId,
                                      std::optional<std::string> sha, const base::Progress& progress);

/// ruleOffers lists the generations, the default one marked, and the checkout's own rules when there is a checkout.
std::vector<RuleOffer> ruleOffers(const std::string& expectedPath);

class Session : public QObject {
  Q_OBJECT

 public:
  explicit Session(QObject* parent = nullptr);
  ~Session() override;

  /// snapshot is the pair on screen; null before the first one.
  SnapshotPtr snapshot() const;
  bool isBusy() const;
  QString actualPath() const;  ///< chosen path, which may still be loading or alone
  QString expectedPath() const;

 public Q_SLOTS:
  /// open loads and judges a pair. Either path may be empty: then the other is remembered and onlyOneSide() is emitted.
  void open(const QString& actualPath, const QString& expectedPath);
  /// openRun judges a run that is no file (merged shards) against a baseline on disk. Its table's fileName() is the
  /// label, which actualPath() gives and open() takes for the same run as long as it is open. Only the baseline is
  /// watched. A null run or an empty path does nothing.
  void openRun(std::shared_ptr<const plumbline::tables::CsvTable> run, const QString& expectedPath,
               plumbline::sources::RunNotes notes = {});
  /// swapSides exchanges the files; a run that is no file cannot be the baseline (failed: BadArgument).
  void swapSides();
  /// reload reads the files again, keeping the rule choice and a run that is no file.
  void reload();
  /// useRules judges again with the offer of that id ("2025-11", "checkout").
  void useRules(const QString& ruleId);
  /// useFlakyList judges again with the list that counts where the baseline has none; "" for none.
  void useFlakyList(const QString& path);
  /// useDecisions reads earlier decisions also from this store, from the next pair or judgement on.
  void useDecisions(plumbline::baselines::DecisionStore store);
  void cancel();

 Q_SIGNALS:
  void snapshotChanged(const plumbline::session::SnapshotPtr& snapshot);
  void failed(const plumbline::base::Error& error);
  void busyChanged(bool busy);
  /// progress: done of total units (bytes and rows mixed, for a bar only).
  void progress(quint64 done, quint64 total);
  /// onlyOneSide: one file is chosen, the other still missing.
  void onlyOneSide(const QString& actualPath, const QString& expectedPath);
  /// changedOnDisk: a file of the pair was changed, replaced or removed. Nothing is reloaded.
  void changedOnDisk(const QString& path, bool removed);

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::session
