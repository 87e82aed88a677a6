// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the page of numerics can do, for the window's action registry.
#include <QHeaderView>
#include <QMenu>
#include <algorithm>
#include <array>

#include "ui/numerics/numerics_page_private.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

/// Letters that lead to other pages, or take the current row there.
constexpr std::array kPageKeys = {Qt::Key_B, Qt::Key_C, Qt::Key_E, Qt::Key_G, Qt::Key_M, Qt::Key_Q, Qt::Key_R};

}  // namespace

QList<ActionSpec> NumericsPage::actions() {
  QList<ActionSpec> specs;
  const auto always = [] { return true; };
  const auto hasAnswer = [this] { return d->isFiles() && d->answer.has_value(); };
  const auto hasAny = [this] { return d->isFiles() ? d->answer.has_value() : d->logs->hasMargins(); };
  const auto hasFailure = [this] { return d->isFiles() ? d->answer && d->answer->rows->failing() > 0 : d->logs->hasMargins(); };
  const auto add = [&](const QString& id, const QString& text, const QString& tooltip, const QList<QKeySequence>& keys,
                       std::function<void()> run, std::function<bool()> enabled, const QString& group = u"Numerics"_s, const QString& icon = {}) {
    specs << ActionSpec{.id = u"numerics."_s + id, .text = text, .tooltip = tooltip, .group = group, .iconName = icon, .shortcuts = keys,
                        .run = std::move(run), .enabled = std::move(enabled)};
  };
  const auto checks = [&](std::function<bool()> checked) {
    specs.last().checkable = true;
    specs.last().checked = std::move(checked);
  };
  const auto key = [](Qt::Key letter) { return QList<QKeySequence>{QKeySequence(letter)}; };

  add(u"next"_s, u"Next that fails"_s, u"Go to the next tensor that differs, or the next margin near the limit"_s, key(Qt::Key_J), [this] { d->step(+1); },
      hasFailure, u"Numerics"_s, u"chevron-down"_s);
  add(u"previous"_s, u"Previous that fails"_s, u"Go back to the previous tensor that differs, or margin near the limit"_s, key(Qt::Key_K),
      [this] { d->step(-1); }, hasFailure);
  add(u"first"_s, u"First failure"_s, u"Go to where torch stops"_s, key(Qt::Key_F), [this] { d->goToFirst(); }, hasAnswer);
  add(u"worst"_s, u"Worst tensor"_s, u"Go to the largest margin"_s, key(Qt::Key_W), [this] { d->goToWorst(); }, hasAny);
  add(u"open"_s, u"Open files to compare"_s, u"Open ref, res and fp64 at once, or the logs on the other tab"_s, key(Qt::Key_I),
      [this] {
        if (d->isFiles()) d->strip->askForFiles();
        else d->strip->askForLogs();
      },
      always, u"Numerics"_s, u"open"_s);
  add(u"openFolder"_s, u"Open a folder to compare"_s, u"A folder with ref, res and fp64 in it gives all three"_s, {},
      [this] {
        if (!d->isFiles()) d->setMode(NumericsStrip::Mode::Files);
        d->strip->askForFolder();
      },
      always);
  static constexpr std::array kSides = {u"ref", u"res", u"fp64"};
  for (int side = 0; side < kTensorSides; ++side)
    add(u"choose."_s + QString::fromUtf16(kSides[static_cast<std::size_t>(side)]), u"Choose %1"_s.arg(QString::fromUtf16(kSides[static_cast<std::size_t>(side)])),
        u"Choose this file alone"_s, {}, [this, side] { d->strip->askForSide(static_cast<TensorSide>(side), false); }, [this] { return d->isFiles(); });
  add(u"recent"_s, u"Recent comparisons"_s, u"What was compared before"_s, {}, [this] { d->strip->openRecent(); },
      [this] { return d->isFiles() && !d->strip->recent().isEmpty(); });
  add(u"swap"_s, u"Exchange ref and res"_s, u"same() measures with res, so the answer may be another one"_s, key(Qt::Key_S), [this] { d->strip->swap(); },
      [this] { return d->isFiles() && !d->strip->files().isEmpty(); }, u"Numerics"_s, u"swap"_s);
  add(u"reload"_s, u"Read the files again"_s, u"After they were written anew"_s, key(Qt::Key_A), [this] { d->desk->reload(); },
      [this] { return d->isFiles() && d->strip->files().isComplete(); }, u"Numerics"_s, u"reload"_s);
  add(u"mode"_s, u"Files or logs"_s, u"Change between tensors in files and margins in logs"_s, key(Qt::Key_L),
      [this] { d->setMode(d->isFiles() ? NumericsStrip::Mode::Logs : NumericsStrip::Mode::Files); }, always);
  add(u"log"_s, u"Show what torch would log"_s, u"torch's own lines below the answer"_s, key(Qt::Key_P),
      [this] { d->answerStrip->setLogShown(!d->answerStrip->isLogShown()); }, hasAnswer);
  checks([this] { return d->answerStrip->isLogShown(); });
  add(u"copyLog"_s, u"Copy what torch would log"_s, u"torch's own lines as text"_s, {}, [this] { d->answerStrip->copyLog(); }, hasAnswer);
  add(u"options"_s, u"Show the options of same()"_s, u"Show or hide them"_s, key(Qt::Key_V),
      [this] {
        d->isOptionsWanted = !d->isOptionsWanted;
        d->showParts();
      },
      hasAnswer);
  checks([this] { return d->isOptionsWanted; });
  add(u"tol"_s, u"Go to the tolerance"_s, u"Put the keyboard on tol, or on the assumed multiplier of logs (Escape leads back)"_s, key(Qt::Key_T),
      [this] {
        if (!d->isFiles()) return d->logs->focusAssumed();
        d->isOptionsWanted = true;
        d->showParts();
        d->options->focusTol();
      },
      [this] { return !d->isFiles() || d->answer.has_value(); });
  add(u"reset"_s, u"Reset the options"_s, u"Back to the defaults of same()"_s, {}, [this] { d->options->reset(); },
      [this] { return !d->options->isUsual(); });
  add(u"details"_s, u"Show the details"_s, u"Show or hide the current tensor in full"_s, key(Qt::Key_D),
      [this] {
        d->detailsWanted = !d->isDetailsWanted();
        d->showParts();
      },
      hasAnswer, u"Numerics"_s, u"panel"_s);
  checks([this] { return d->isDetailsWanted(); });
  add(u"copyMarkdown"_s, u"Copy the answer as Markdown"_s, u"For an issue: files, options, answer and tensors, or the margins of the logs"_s,
      {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, [this] { d->copyMarkdown(); }, hasAny, u"Numerics"_s, u"copy"_s);
  add(u"save"_s, u"Save the answer as a report"_s, u"Markdown, JSON or text, by the ending of the name"_s,
      {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)}, [this] { d->saveReport(); }, hasAny, u"Numerics"_s, u"file"_s);
  add(u"cancel"_s, u"Cancel the comparison"_s, u"Stop reading and deciding"_s, {}, [this] { cancelWork(); },
      [this] { return d->desk->isBusy() || d->logs->desk().isBusy(); });

  const QString filter = u"Filter"_s;
  add(u"filter"_s, u"Filter the tensors"_s, u"Words in a tensor's path, or in a model's name"_s, key(Qt::Key_Slash),
      [this] {
        if (d->isFiles()) d->bar->focusText();
        else d->logs->focusText();
      },
      hasAny, filter, u"filter"_s);
  add(u"failing"_s, u"Only: failing"_s, u"Show only what differs or raises"_s, key(Qt::Key_X), [this] { d->bar->toggleFailing(); }, hasAnswer, filter);
  checks([this] { return d->bar->wish().isFailing; });
  add(u"near"_s, u"Only: near the limit"_s, u"Show only what comes near the limit"_s, key(Qt::Key_N),
      [this] {
        if (d->isFiles()) d->bar->toggleNear();
        else d->logs->toggleWarned();
      },
      hasAny, filter);
  add(u"clear"_s, u"Clear the filter"_s, u"Show every tensor"_s, key(Qt::Key_0),
      [this] {
        if (d->isFiles()) d->bar->clearAll();
        else d->logs->clearFilter();
      },
      hasAny, filter, u"close"_s);

  const QString table = u"Table"_s;
  add(u"byMargin"_s, u"Largest margin first"_s, u"One list by margin, all levels together; once more: torch's order"_s, key(Qt::Key_H),
      [this] { d->sortByMargin(); }, hasAnswer, table);
  checks([this] { return d->model->sortColumn() == static_cast<int>(TensorColumn::Margin); });
  add(u"sortColumn"_s, u"Sort by the current column"_s, u"Sort by the column of the current cell; once more turns the order round"_s, key(Qt::Key_O),
      [this] {
        const int column = std::max(0, d->tree->currentIndex().column());
        const bool isAgain = d->model->sortColumn() == column && d->model->sortOrder() == Qt::AscendingOrder;
        d->tree->sortByColumn(column, isAgain ? Qt::DescendingOrder : Qt::AscendingOrder);
      },
      hasAnswer, table);
  add(u"sortDefault"_s, u"Back to torch's order"_s, u"The tree, in the order in which torch compares"_s, {},
      [this] { d->tree->sortByColumn(-1, Qt::AscendingOrder); }, [this] { return d->answer && !d->model->isTree(); }, table);
  add(u"openAll"_s, u"Open the whole tree"_s, u"Show what lists and dicts hold"_s, {}, [this] { d->tree->setAllOpen(true); }, hasAnswer, table);
  add(u"closeAll"_s, u"Close the whole tree"_s, u"Show the outermost level only"_s, {}, [this] { d->tree->setAllOpen(false); }, hasAnswer, table);
  add(u"copy"_s, u"Copy the rows"_s, u"Copy the selected rows as tab-separated text"_s, {QKeySequence(QKeySequence::Copy)}, [this] { d->copyRows(); }, hasAny,
      table, u"copy"_s);
  add(u"columns"_s, u"Choose the columns"_s, u"Show and hide columns"_s, {},
      [this] { d->tree->columnMenu()->popup(d->tree->mapToGlobal(QPoint(kGrid, kGrid))); }, hasAnswer, table, u"columns"_s);

  // The details bring keys of their own; where one is the page's already, or leads to another page, it stays that.
  QList<ActionSpec> ofDetails = d->details->actions();
  for (ActionSpec& spec : ofDetails) {
    spec.shortcuts.removeIf([&specs](const QKeySequence& wanted) {
      if (std::ranges::any_of(kPageKeys, [&wanted](Qt::Key letter) { return wanted == QKeySequence(letter); })) return true;
      return std::ranges::any_of(specs, [&wanted](const ActionSpec& each) { return each.shortcuts.contains(wanted); });
    });
    spec.enabled = [this, own = spec.enabled] { return d->isFiles() && d->answer.has_value() && own(); };
    specs << spec;
  }
  return specs;
}

}  // namespace plumbline::ui
