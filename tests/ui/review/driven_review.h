// SPDX-License-Identifier: GPL-3.0-or-later
// The review page of two baselines on screen, driven by its actions.
#pragma once

#include <QTest>
#include <QTreeView>

#include "tests/ui/review/review_desk.h"
#include "ui/review/commit_panel.h"
#include "ui/review/review_model.h"

namespace plumbline::test {

using namespace Qt::StringLiterals;

/// modelText is the tree as text, one line per item.
inline QStringList modelText(const QAbstractItemModel* model) {
  QStringList lines;
  for (int f = 0; f < model->rowCount(); ++f) {
    const QModelIndex file = model->index(f, 0);
    const auto line = [](const QModelIndex& i) {
      return i.data().toString() + u" +"_s + i.data(ui::ReviewModel::AddedRole).toString() + u" -"_s + i.data(ui::ReviewModel::RemovedRole).toString();
    };
    lines << line(file);
    for (int c = 0; c < model->rowCount(file); ++c) lines << u"  "_s + line(model->index(c, 0, file));
  }
  return lines;
}

struct Driven : ReviewDesk {
  Driven() {
    first = folder.write(u"one.csv"_s, spaced(manyRows(12)));
    second = folder.write(u"two.csv"_s, "name,accuracy\na,pass\nb,pass\nc,pass\n");
    page.resize(900, 640);
    page.show();
    if (!QTest::qWaitForWindowActive(&page)) qFatal("the page does not show");
  }
  bool fill() {
    const bool done = edit(first, "model_0001,pass,1", "model_0001,OOM,1", "model_0001", "accuracy pass -> OOM", "why") &&
                      edit(first, "model_0008,pass,8", "model_0008,pass,9") && edit(second, "b,pass\n", "");
    settle();
    return done;
  }
  void settle() {
    QCoreApplication::sendPostedEvents();
    QTest::qWait(0);
  }
  bool can(const QString& id) {
    for (const ui::ActionSpec& spec : page.actions())
      if (spec.id == id) return spec.enabled();
    return false;
  }
  bool run(const QString& id) {
    for (const ui::ActionSpec& spec : page.actions()) {
      if (spec.id != id || !spec.enabled()) continue;
      spec.run();
      settle();
      return true;
    }
    return false;
  }
  template <typename T>
  T* part(const QString& name = {}) {
    return page.findChild<T*>(name);
  }
  QTreeView* tree() { return part<QTreeView>(); }
  QString current() { return tree()->currentIndex().data().toString(); }
  QStringList shown() { return modelText(tree()->model()); }
  QString message() { return part<ui::CommitPanel>()->message(); }
  QString first, second;
};

}  // namespace plumbline::test
