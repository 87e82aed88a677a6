// SPDX-License-Identifier: GPL-3.0-or-later
// What `plumbline` was asked on its command line.
//
//   Options options = readOptions(QCoreApplication::arguments());
//   if (!options.error.isEmpty()) ...
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

#include "ui/settings/preferences.h"

namespace plumbline::app {

struct Options {
  QString actual;  ///< both empty: nothing to open
  QString expected;
  QStringList sources;   ///< folders, zips and files to open as one; then there is no pair
  QStringList trees;     ///< of baselines, for them
  QString fetch;         ///< commit, run or pull request to fetch
  QStringList same;      ///< tensors to compare: ref and res, or a folder that holds both
  QString fp64;          ///< their float64 reference
  QStringList margins;   ///< logs whose margins to show
  bool sample = false;
  bool isNew = false;  ///< open nothing, whatever was open last
  bool isOwnWindow = false;  ///< not in the window that is open already, whatever the settings say
  bool isRemembered = true;  ///< the settings decide whether results are added to the history; else they are not
  QString store;  ///< file of the history; empty: the default one
  QString rules;  ///< generation to begin with; empty: Plumbline's choice
  std::optional<ui::ThemeChoice> theme;
  QString screenshot;  ///< picture to write instead of staying open
  QString exportPng;   ///< folder for pictures of `page`, instead of staying open
  QSize size;          ///< window size in device-independent pixels; invalid: the remembered one
  QString page;        ///< "overview", "triage", "help" ...; empty: what fits what is opened
  bool startupReport = false;
  bool version = false;
  bool verbose = false;  ///< with version: libraries and system, too
  bool help = false;
  /// opensCommit: sources or trees; opensNumerics: tensors or logs; opensNothing: none of these, no pair and no page.
  bool opensCommit() const { return !sources.isEmpty() || !trees.isEmpty(); }
  bool opensNumerics() const { return !same.isEmpty() || !margins.isEmpty(); }
  bool opensNothing() const {
    return !sample && fetch.isEmpty() && actual.isEmpty() && page.isEmpty() && !opensCommit() && !opensNumerics();
  }
  QString error;  ///< one sentence when the arguments make no sense
  QString helpText;
};

/// readOptions never exits and never prints.
Options readOptions(const QStringList& arguments);

}  // namespace plumbline::app
