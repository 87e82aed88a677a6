// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/slurm_probe.h"

#include <unistd.h>

#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>
#include <QSysInfo>
#include <algorithm>
#include <memory>

#include "core/runs/local_executor.h"
#include "core/runs/slurm_words.h"

namespace plumbline::runs {
namespace {

QString named(const std::string& path) { return QString::fromStdString(path); }

/// The folder's nearest ancestor that exists.
QString existing(const std::string& folder) {
  QFileInfo info(named(folder));
  while (!info.exists() && !info.isRoot() && info.absolutePath() != info.absoluteFilePath())
    info.setFile(info.absolutePath());
  return info.absoluteFilePath();
}

/// Disks of this machine alone. What is not known is not warned about.
bool isOfThisMachine(const QString& folder) {
  static const QByteArrayList kinds{"ext2", "ext3", "ext4", "xfs", "btrfs", "tmpfs", "overlay", "zfs", "f2fs"};
  return kinds.contains(QStorageInfo(folder).fileSystemType());
}

void checkFolders(const RunSpec& spec, const std::string& runs, const SlurmPartition* partition, ProbeReport& report) {
  const std::string& folder = spec.place.folder.empty() ? runs : spec.place.folder;
  const QString there = existing(folder);
  if (folder.empty() || !QFileInfo(there).isWritable())
    report.findings.push_back(
        {true, "Runs cannot be kept in " + folder + ": it is not writable.", "Name a folder that the nodes see too."});
  const QString host = QSysInfo::machineHostName().section(QLatin1Char('.'), 0, 0);
  const bool isOneMachine = partition != nullptr && named(partition->nodes) == host;
  if (!folder.empty() && !isOneMachine && isOfThisMachine(there))
    report.findings.push_back({false, folder + " lies on a disk of this machine, which the nodes may not see.",
                               "Name a folder that the nodes see too (--place-folder)."});
  if (!spec.checkout.empty() && !QDir(named(spec.checkout)).exists())
    report.findings.push_back({false, "There is no " + spec.checkout + " on this machine; the nodes may have it.",
                               "Check the path of the checkout."});
  if (spec.python.find('/') == std::string::npos || spec.python.front() == '/')
    if (auto python = findProgram(spec.python); !python)
      report.findings.push_back(
          {false, spec.python + " is not on this machine; the nodes may have it.", "Check the path of Python."});
}

const SlurmPartition* chosen(const RunSpec& spec, const std::vector<SlurmPartition>& partitions) {
  if (spec.place.partition.empty())
    return !partitions.empty() && partitions.front().isDefault ? &partitions.front() : nullptr;
  const auto at = std::find_if(partitions.begin(), partitions.end(),
                               [&spec](const SlurmPartition& one) { return one.name == spec.place.partition; });
  return at == partitions.end() ? nullptr : &*at;
}

std::string namesOf(const std::vector<SlurmPartition>& partitions) {
  std::string names;
  for (const SlurmPartition& one : partitions) names += (names.empty() ? "" : ", ") + one.name;
  return names;
}

void checkPartition(const RunSpec& spec, const std::vector<SlurmPartition>& partitions, const SlurmPartition* partition,
                    ProbeReport& report) {
  const std::string& wanted = spec.place.partition;
  if (partitions.empty()) {
    report.findings.push_back({true, "This cluster has no partition that you may see.", "Ask its administrator."});
  } else if (partition == nullptr && wanted.empty()) {
    report.findings.push_back(
        {true, "This cluster has no default partition.", "Name one: slurm:PARTITION, of " + namesOf(partitions) + "."});
  } else if (partition == nullptr && wanted.find(',') == std::string::npos) {
    report.findings.push_back(
        {true, "There is no partition " + wanted + ".", "There are " + namesOf(partitions) + "."});
  } else if (partition != nullptr) {
    if (!partition->isUp)
      report.findings.push_back(
          {false, "The partition " + partition->name + " is not up: runs wait until it is.", "sinfo tells more."});
    const auto limit = secondsOf(partition->timeLimit), asked = secondsOf(spec.place.timeLimit);
    if (limit && asked && *asked > *limit)
      report.findings.push_back({true,
                                 "The time limit " + spec.place.timeLimit + " is longer than that of " +
                                     partition->name + ", " + partition->timeLimit + ": such a run would never begin.",
                                 "Ask for less, or choose another partition."});
  }
}

}  // namespace

void probeSlurm(SlurmTalk& talk, const RunSpec& spec, const std::string& folder, Executor::Probed done) {
  auto report = std::make_shared<ProbeReport>();
  for (const char* program : {"sbatch", "squeue", "scancel", "sinfo"})
    if (auto found = findProgram(program); !found)
      report->findings.push_back(
          {true, "There is no " + std::string(program) + " here.",
           "Install Slurm's programs (slurm-client), or run Plumbline on a machine of the cluster."});
  if (!report->canStart()) {
    talk.later(std::chrono::milliseconds(0), [report, done = std::move(done)] { done(std::move(*report)); });
    return;
  }
  talk.ask("sinfo", {"--noheader", "--format=" + std::string(kPartitionFormat)}, {},
           [&talk, report, spec, folder, done = std::move(done)](const ProgramAnswer& answer) {
             if (!answer.isGood()) {
               const base::Error error = SlurmTalk::problemOf("sinfo", answer);
               report->findings.push_back({true, error.text, error.hint});
               return done(std::move(*report));
             }
             const std::vector<SlurmPartition> partitions = readPartitions(answer.out);
             for (const SlurmPartition& one : partitions) report->partitions.push_back(one.name);
             const SlurmPartition* partition = chosen(spec, partitions);
             checkPartition(spec, partitions, partition, *report);
             checkFolders(spec, folder, partition, *report);
             if (!report->canStart()) return done(std::move(*report));
             std::vector<std::string> options = batchOptions(spec, "plumbline-probe", 1, {});
             options.push_back("--test-only");
             talk.ask("sbatch", std::move(options), "#!/bin/sh\nexit 0\n", [report, done](const ProgramAnswer& tested) {
               if (!tested.isGood()) {
                 const base::Error error = SlurmTalk::problemOf("sbatch", tested);
                 report->findings.push_back({true, error.text, "Check partition, gres and time limit."});
               }
               done(std::move(*report));
             });
           });
}

}  // namespace plumbline::runs
