// SPDX-License-Identifier: GPL-3.0-or-later
// The way between the form's fields of a repro script and a spec.
//
//   fillRepro(fields, spec);
//   readRepro(fields, desk, values);      // values.spec has what is common to all kinds
#pragma once

#include <string>
#include <vector>

#include "core/runs/repro_options.h"

namespace plumbline::ui {

class FormFields;
class ScriptDesk;
struct FormValues;

/// readRepro takes script, options, repeats and eager runs. While the script is not read its arguments stay those that the
/// spec has, and the error says so.
void readRepro(const FormFields& fields, const ScriptDesk& desk, FormValues& values);
void fillRepro(FormFields& fields, const runs::RunSpec& spec);

/// reproOptionsOf is the way back from reproArguments; words that it does not know are left out.
runs::ReproOptions reproOptionsOf(const std::vector<std::string>& arguments);
/// isReadingError tells the error that only says that the script is being read: nothing is wrong yet.
bool isReadingError(const base::Error& error);
/// folderOf is the folder of a path, "" without one.
std::string folderOf(const std::string& path);

}  // namespace plumbline::ui
