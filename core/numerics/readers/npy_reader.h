// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npy (versions 1.0, 2.0 and 3.0, see numpy.lib.format) and .npz, a zip of .npy files.
//
//   auto array = readNpy({.file = "ref.npy", .bytes = mapped.bytes(), .owner = mapped.owner()});
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/numerics/readers/mapped_file.h"
#include "core/numerics/tensors/value.h"

namespace plumbline::numerics {

/// readNpy makes a tensor, as torch.from_numpy() does; its numbers stay in the file. Bytes after them are ignored, as
/// by numpy.load(). Errors: BadFormat: truncation, another version, a header with anything but its three members, a
/// dtype that no tensor has (by name).
base::Result<ValuePtr> readNpy(const FileBytesView& view);
/// readNpz makes a dict by member name without ".npy". Stored members (numpy.savez) stay in the file. Errors: as
/// readZipEntries and readNpy; BadFormat for members that are no arrays or have the same name.
base::Outcome<ValuePtr> readNpz(const FileBytesView& view, const base::Progress& progress = {});

}  // namespace plumbline::numerics
