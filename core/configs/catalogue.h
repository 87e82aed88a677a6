// SPDX-License-Identifier: GPL-3.0-or-later
// The words of CI's names, read once from resources/configs/catalogue.toml. Only core/configs uses them directly.
//
//   for (const Suite& suite : catalogue().suites) ...
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plumbline::configs {

using Words = std::vector<std::string>;

struct Suite {
  std::string name, file, script;
  Words words;  ///< every spelling
};
struct Backend {
  std::string name, family, title;
  Words flags;
  bool inferenceOnly = false;
};
struct Device {
  std::string name, title;
  Words words;
  bool isDefault = false, inferenceOnly = false;
  std::string inferencePrecision, trainingPrecision;
};
struct Variant {
  std::string name;
  bool inFront = false;
  Words flags;
};
struct Platform {
  std::string name, folder, title, device, build;
  Words words, jobWords;
  std::map<std::string, Words, std::less<>> inside;  ///< word -> one of these words must be in the path too
  bool suiteNames = false, jobsOnly = false;
};
struct Dtype {
  std::string name;
  Words flags;
};
struct OtherFile {
  std::string part, reason;
};

struct Catalogue {
  std::vector<Suite> suites;
  std::vector<Backend> backends;
  std::vector<Device> devices;
  std::vector<Variant> variants;
  std::vector<Platform> platforms;
  std::vector<Dtype> dtypes;
  std::vector<OtherFile> others;
  Words backendNames;  ///< of `backends`
  Words training, inference, dropped, otherRuns, hiddenFolders, artifactPrefixes, attemptWords, shardWords;
  std::string accuracy, performance, baselineFolder, artifactTest;
  Words refusedWords, refusedNames, sideEndings;
  std::string requiredWord;

  const Suite* suite(std::string_view canonical) const;
  const Platform* platform(std::string_view name) const;
  const Device* device(std::string_view name) const;
  const Dtype* dtype(std::string_view name) const;
  const Device& defaultDevice() const;
};

/// catalogue is the built-in one. It is empty (and every name unknown) only in a program built without its resources.
const Catalogue& catalogue();
/// parseCatalogue reads one. Errors: BadFormat with the file and line of what is missing.
base::Result<Catalogue> parseCatalogue(std::string_view toml, const std::string& fileName);

}  // namespace plumbline::configs
