// SPDX-License-Identifier: GPL-3.0-or-later
// Where the program keeps what must outlive it but is no setting: the journals of unsaved edits.
#pragma once

#include <QString>

namespace plumbline::app {

/// stateFolder is $XDG_STATE_HOME/plumbline, else ~/.local/state/plumbline. It is not made here.
QString stateFolder();

}  // namespace plumbline::app
