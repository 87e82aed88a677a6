// SPDX-License-Identifier: GPL-3.0-or-later
// Guesses which of several files is ref, res and fp64: by their names (ref/eager, res/compiled, fp64 ...), otherwise by
// their order.
//
//   auto files = guessTensorFiles({u"dump/"_s}, now);   // a folder that holds ref.pt and res.pt gives both
#pragma once

#include <QStringList>
#include <optional>

#include "ui/numerics/same_controller.h"

namespace plumbline::ui {

enum class TensorSide : std::uint8_t { Ref, Res, Fp64 };
inline constexpr int kTensorSides = 3;

/// sideOfName: "eager_out.pt" is Ref, "compiled.npz" Res, "ref_fp64.pt" Fp64.
std::optional<TensorSide> sideOfName(const QString& path);
QString& pathOf(TensorFiles& files, TensorSide side);
const QString& pathOf(const TensorFiles& files, TensorSide side);

/// guessInFolder finds the files of the sides in a folder; nullopt unless it has ref and res.
std::optional<TensorFiles> guessInFolder(const QString& folder);
/// guessTensorFiles adds paths to `now`: a folder with ref and res replaces all; a path whose name has a side is that
/// side; others become ref, res and fp64 in their order, empty sides first.
TensorFiles guessTensorFiles(const QStringList& paths, const TensorFiles& now);

}  // namespace plumbline::ui
