// SPDX-License-Identifier: GPL-3.0-or-later
// What every text field of the window needs and QLineEdit does not do by itself.
#pragma once

class QLineEdit;

namespace plumbline::ui {

/// prepareTextField lets dragged files pass to the window (they are files to open, not text) and gives the buttons that
/// lie inside the field a name for screen readers.
void prepareTextField(QLineEdit& field);

}  // namespace plumbline::ui
