// SPDX-License-Identifier: GPL-3.0-or-later
// Conversion between the fields of the form and a spec. Members of the spec without a field keep the value of the spec
// that filled the form.
//
//   writeForm(fields, spec);
//   FormValues values = readForm(fields, kind, spec);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/runs/repro/repro_options.h"
#include "core/runs/spec/run_spec.h"

//   writeRepro(fields, spec);
//   readRepro(fields, loader, values);  // values.spec has the members common to all kinds

namespace plumbline::ui {

class FormFields;
class ScriptLoader;
struct FormValues;

/// readRepro reads script, options, repeats and eager runs. Until the script is loaded the spec keeps its arguments,
/// and values.error says so.
void readRepro(const FormFields& fields, const ScriptLoader& loader, FormValues& values);
void writeRepro(FormFields& fields, const runs::RunSpec& spec);

/// reproOptionsOf is the inverse of reproArguments; it ignores unknown arguments.
runs::ReproOptions reproOptionsOf(const std::vector<std::string>& arguments);
/// isLoadingError: the error only says that the script is being loaded.
bool isLoadingError(const base::Error& error);
/// folderOf returns the folder of a path, "" without one.
std::string folderOf(const std::string& path);

struct FormValues {
  runs::RunSpec spec;
  std::optional<base::Error> error;  ///< a value that cannot be read; names fields by their options
};
/// readForm does not check the spec: planRun does. loader has the script named in the form, or is loading it.
FormValues readForm(const FormFields& fields, runs::RunKind kind, const runs::RunSpec& base,
                    const ScriptLoader& loader);
void writeForm(FormFields& fields, const runs::RunSpec& spec);
/// fillSuites offers the suites of a kind; showModelHint shows its models as the placeholder of their field.
void fillSuites(FormFields& fields, runs::RunKind kind);
void showModelHint(FormFields& fields, runs::RunKind kind);

}  // namespace plumbline::ui
