// SPDX-License-Identifier: GPL-3.0-or-later
// One tensor of a comparison in full: verdict and margin, the figures, and its errors as histogram, scatter, heat map,
// channels and values. Computes off the window's thread; what belongs to a tensor shown before is dropped.
//
//   auto* details = new TensorDetails(theme, page);
//   connect(details, &TensorDetails::noticeWanted, page, ...);
//   details->showPair({u"layer0.weight"_s, decision, options});
#pragma once

#include <QList>
#include <QString>
#include <QWidget>
#include <memory>

#include "core/base/error.h"
#include "core/numerics/same.h"
#include "ui/support/action_spec.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

/// TensorSubject is what is shown: a decision of same() with the values it was about. Values that are not tensors, or
/// have no partner, are shown by their words alone.
struct TensorSubject {
  QString name;
  numerics::Decision decision;
  numerics::SameOptions options;
};

class TensorDetails : public QWidget {
  Q_OBJECT

 public:
  explicit TensorDetails(const Theme& theme, QWidget* parent = nullptr);
  ~TensorDetails() override;

  /// showPair of the values shown before, with other options or another decision, keeps tab, axes and chosen element.
  void showPair(const TensorSubject& subject);
  /// showTab, of the six from 0 (figures) to 5 (values).
  void showTab(int tab);
  /// clear shows that nothing is chosen.
  void clear();
  /// actions are the keys of the views (1 to 6, E ...), for the page's own list.
  QList<ActionSpec> actions();
  /// focusOrder is for the page's chain of Tab.
  QList<QWidget*> focusOrder() const;

 public Q_SLOTS:
  void setTheme(const plumbline::ui::Theme& theme);

 Q_SIGNALS:
  void noticeWanted(const plumbline::base::Error& error);
  void busyChanged(bool isBusy);
  /// viewWanted: the key of a view was pressed; whoever hides the details shows them.
  void viewWanted();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
