// SPDX-License-Identifier: GPL-3.0-or-later
// One program for all names; its test functions are spread over the files of this folder.
#pragma once

#include <QObject>

class NamesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // config_test.cpp
  void baselines_data();
  void baselines();
  void badBaselines_data();
  void badBaselines();
  void names_data();
  void names();
  void badNames_data();
  void badNames();
  void parts_data();
  void parts();
  void realBaselines();
  void catalogueErrors_data();
  void catalogueErrors();
  void known();
  // variants_test.cpp
  void siblings();
  void siblingsOfOthers();
  void reproduces_data();
  void reproduces();
  void checks_data();
  void checks();
  void needs();
  void quotes();
  // ci_names_test.cpp
  void jobs_data();
  void jobs();
  void noJobs_data();
  void noJobs();
  void artifacts_data();
  void artifacts();
  void noArtifacts_data();
  void noArtifacts();
  void artifactNames();
  void sideFiles();
  // identity_test.cpp
  void identities_data();
  void identities();
  void unnamed_data();
  void unnamed();
  void realResults();
};
