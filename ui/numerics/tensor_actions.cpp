// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the detail view.
#include <array>

#include "ui/numerics/number_table.h"
#include "ui/numerics/tensor_details_private.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

struct TabWords {
  QStringView id;
  QStringView text;
  QStringView tooltip;
};
constexpr std::array<TabWords, kDetailTabs> kTabWords{{
    {u"figures", u"Tensor: figures", u"Go to the figures of the tensor"},
    {u"histogram", u"Tensor: histogram", u"Show its absolute errors by power of ten"},
    {u"scatter", u"Tensor: scatter", u"Show ref against res"},
    {u"heatMap", u"Tensor: heat map", u"Show the errors of a slice through the chosen element"},
    {u"channels", u"Tensor: channels", u"Show the errors along an axis"},
    {u"values", u"Tensor: values", u"Show the numbers around the chosen element"},
}};

}  // namespace

QList<ActionSpec> TensorDetails::actions() {
  QList<ActionSpec> specs;
  const auto hasPair = [this] { return d->context.pair != nullptr; };
  const auto add = [&](const QString& id, const QString& text, const QString& tooltip, const QKeySequence& key, std::function<void()> run,
                       std::function<bool()> enabled) {
    specs << ActionSpec{.id = u"numerics.tensor."_s + id, .text = text, .tooltip = tooltip, .group = u"Tensor"_s,
                        .shortcuts = {key}, .run = std::move(run), .enabled = std::move(enabled)};
  };
  for (int i = 0; i < kDetailTabs; ++i) {
    const TabWords& words = kTabWords[static_cast<std::size_t>(i)];
    add(words.id.toString(), words.text.toString(), words.tooltip.toString(), QKeySequence(Qt::Key_1 + i),
        [this, i] {
          Q_EMIT viewWanted();
          d->showTab(static_cast<DetailTab>(i), true);
        },
        hasPair);
  }
  const auto hasElements = [this] { return isVisible() && d->hasElements(); };
  add(u"worst"_s, u"Tensor: worst element"_s, u"Choose the element with the largest error"_s, QKeySequence(Qt::SHIFT | Qt::Key_W),
      [this] { d->goToWorst(); }, hasElements);
  const auto isAt = [this](DetailTab tab) { return isVisible() && d->hasElements() && d->tab() == tab; };
  add(u"difference"_s, u"Scatter: difference"_s, u"Draw res \u2212 ref over ref, or res over ref"_s, Qt::Key_Y,
      [this] { d->scatter->setDifference(!d->scatter->isDifference()); }, [isAt] { return isAt(DetailTab::Scatter); });
  add(u"order"_s, u"Channels: order"_s, u"Largest error first, or by channel"_s, QKeySequence(Qt::SHIFT | Qt::Key_O),
      [this] {
        const bool isByError = d->channels->look().order == ChannelOrder::ByError;
        d->channels->setOrder(isByError ? ChannelOrder::ByChannel : ChannelOrder::ByError);
      },
      [isAt] { return isAt(DetailTab::Channels); });
  add(u"largest"_s, u"Values: largest errors"_s, u"The largest errors, or those around the chosen element"_s, Qt::Key_U,
      [this] { d->values->show(d->values->which() == ValuesView::Which::Worst ? ValuesView::Which::Around : ValuesView::Which::Worst); },
      [isAt] { return isAt(DetailTab::Values); });
  const auto canStep = [this, isAt] { return isAt(DetailTab::HeatMap) && d->heat->hasOtherAxes(); };
  add(u"sliceBefore"_s, u"Heat map: slice before"_s, u"The slice before along the chosen axis"_s, Qt::Key_BracketLeft,
      [this] { d->heat->step(-1); }, canStep);
  add(u"sliceAfter"_s, u"Heat map: next slice"_s, u"The next slice along the chosen axis"_s, Qt::Key_BracketRight,
      [this] { d->heat->step(1); }, canStep);
  return specs;
}

}  // namespace plumbline::ui
