// SPDX-License-Identifier: GPL-3.0-or-later
// The way between the fields of the form and a spec. Members of the spec that have no field are taken over from the one
// the form was filled with.
//
//   fillForm(fields, spec);
//   FormValues values = readForm(fields, kind, spec);
#pragma once

#include <optional>

#include "core/runs/run_spec.h"

namespace plumbline::ui {

class FormFields;
class ScriptDesk;

struct FormValues {
  runs::RunSpec spec;
  std::optional<base::Error>
      error;  ///< what cannot be read, or checkSpec's; it names the field as the command line does
};
/// desk has the script that the form names, or is reading it.
FormValues readForm(const FormFields& fields, runs::RunKind kind, const runs::RunSpec& base, const ScriptDesk& desk);
void fillForm(FormFields& fields, const runs::RunSpec& spec);
/// offerSuites fills the suites of a kind, and names its models behind the field for them.
void offerSuites(FormFields& fields, runs::RunKind kind);
void offerModels(FormFields& fields, runs::RunKind kind);

}  // namespace plumbline::ui
