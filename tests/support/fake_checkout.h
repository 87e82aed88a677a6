// SPDX-License-Identifier: GPL-3.0-or-later
// A tree like PyTorch's with the stand-in suite (tests/support/stand_in/suite.py says what its models do) under the three
// scripts' names, baselines that its good models meet, and what a spec needs to run it.
//
//   const FakeCheckout fake = makeFakeCheckout(folder.path());
//   spec.checkout = fake.root; spec.python = fake.python; spec.environment = fake.environment;
#pragma once

#include <QString>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::support {

struct FakeCheckout {
  std::string root;    ///< FOLDER/pytorch
  std::string python;  ///< the system's own python3; "" when there is none: skip the test then
  std::string state;   ///< FOLDER/state: where the stand-in counts its calls
  /// PYTHONPATH (leads to the stand-in for torch), STAND_IN_STATE, no .pyc files.
  std::vector<std::pair<std::string, std::string>> environment;
};

/// makeFakeCheckout makes it, with `git` as a repository with one commit. Baselines: inductor and dynamic_inductor, each
/// suite, both modes. A test that cannot have its files ends.
FakeCheckout makeFakeCheckout(const QString& folder, bool git = false);

/// fakeModels are the models the stand-in of a suite runs by itself, in order.
std::vector<std::string> fakeModels(const std::string& suite);

/// systemPython is /usr/bin/python3, else the first python3 in PATH; "" for none.
std::string systemPython();

}  // namespace plumbline::support
