// SPDX-License-Identifier: GPL-3.0-or-later
// For the tests of the numerics page: tensors as .npy bytes, answers of same() made by hand, a page that shows them.
//
//   const TestFolder folder;
//   folder.write(u"ref/w.npy"_s, npy<float>({1, 2, 3}));
//   ShownNumerics shown;   shown.compare({folder.path(u"ref"_s), folder.path(u"res"_s), {}});
#pragma once

#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/test_folder.h"
#include "ui/numerics/numerics_page.h"
#include "ui/numerics/tensor_model.h"
#include "ui/numerics/tensor_tree.h"
#include "ui/support/file_prompt.h"
#include "ui/theme/theme_controller.h"

namespace plumbline::testing {

using namespace Qt::StringLiterals;

using support::TestFolder;

/// npy is a one-dimensional array in NumPy's format, version 1.
template <typename T>
QByteArray npy(const std::vector<T>& numbers) {
  const char* kind = sizeof(T) == 8 ? "<f8" : "<f4";
  QByteArray head = QByteArray("{'descr': '") + kind + "', 'fortran_order': False, 'shape': (" + QByteArray::number(numbers.size()) + ",), }";
  constexpr qsizetype kBefore = 10, kStep = 64;
  while ((kBefore + head.size() + 1) % kStep != 0) head += ' ';
  head += '\n';
  QByteArray bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(head.size() & 0xff);
  bytes += static_cast<char>(head.size() >> 8);
  bytes += head;
  bytes.append(reinterpret_cast<const char*>(numbers.data()), static_cast<qsizetype>(numbers.size() * sizeof(T)));
  return bytes;
}

/// writeSides writes NAME.npy of three folders: ref, res that is off by `error`, and fp64, whose ref is off by `noise`.
inline void writeSides(const TestFolder& folder, const QString& name, double error, double noise = 1e-6, std::size_t count = 32) {
  std::vector<double> exact;
  std::vector<float> ref, res;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = 0.5 + 0.1 * static_cast<double>(i % 7), sign = i % 2 == 0 ? 1 : -1;
    exact.push_back(value);
    ref.push_back(static_cast<float>(value + sign * noise));
    res.push_back(static_cast<float>(value + sign * error));
  }
  folder.write(u"ref/"_s + name + u".npy"_s, npy(ref));
  folder.write(u"res/"_s + name + u".npy"_s, npy(res));
  folder.write(u"fp64/"_s + name + u".npy"_s, npy(exact));
}

/// decided is a decision without values.
inline numerics::Decision decided(std::vector<std::string> path, bool passed, std::optional<double> margin = {},
                                  numerics::Step step = numerics::Step::Rmse) {
  numerics::Decision decision;
  decision.path = std::move(path);
  decision.passed = passed;
  decision.step = step;
  decision.margin = margin;
  if (margin) {
    decision.refError = 1e-4;
    decision.multiplier = 2;
    decision.bound = 3e-4;
    decision.resError = *margin * 3e-4;
  }
  if (!passed) decision.text = "RMSE (res-fp64): 0.5";
  return decision;
}

inline ui::TensorRowsPtr rowsOf(std::vector<numerics::Decision> decisions) {
  auto result = std::make_shared<numerics::SameResult>();
  bool stopped = false;
  for (numerics::Decision& decision : decisions) {
    decision.reached = !stopped;
    stopped = stopped || !decision.passed;
  }
  result->answer = stopped ? numerics::Answer::Different : numerics::Answer::Same;
  result->decisions = std::move(decisions);
  return std::make_shared<const ui::TensorRows>(result);
}

/// AnsweringPrompt answers with the paths of a test.
class AnsweringPrompt : public ui::FilePrompt {
 public:
  void request(QWidget*, const ui::FileRequest& question, Answer answer) override {
    asked << question.title;
    if (!paths.isEmpty()) answer(paths);
  }
  QStringList paths, asked;
};

/// ShownNumerics is the page in a window.
struct ShownNumerics {
  explicit ShownNumerics(ui::Scheme scheme = ui::Scheme::Light, QSize size = {1212, 740}) : themes(*qApp, scheme), page(themes.theme(), prompt) {
    page.resize(size);
    page.show();
    page.activateWindow();
    if (!QTest::qWaitForWindowActive(&page)) qFatal("the page is not active");
  }
  void compare(const ui::TensorFiles& files) {
    QSignalSpy answered(&page, &ui::NumericsPage::answered);
    page.openFiles(files);
    if (!answered.wait(30000)) qFatal("no answer came");
  }
  const ui::ActionSpec& action(const QString& id) {
    specs = page.actions();
    for (const ui::ActionSpec& spec : specs)
      if (spec.id == u"numerics."_s + id) return spec;
    qFatal("no such action");
  }
  void run(const QString& id) { action(id).run(); }
  ui::TensorModel& model() { return *page.findChild<ui::TensorModel*>(); }
  ui::TensorTree& tree() { return *page.findChild<ui::TensorTree*>(); }
  QString current() { return model().rows()->path(tree().currentNode()); }

  ui::ThemeController themes;
  AnsweringPrompt prompt;
  ui::NumericsPage page;
  QList<ui::ActionSpec> specs;
};

}  // namespace plumbline::testing
