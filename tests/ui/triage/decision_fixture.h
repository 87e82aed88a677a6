// SPDX-License-Identifier: GPL-3.0-or-later
// A triage page over a pair on disk whose rows can be decided, and short words for what the tests ask about it.
#pragma once

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QTemporaryDir>

#include "core/session/pending_edits.h"
#include "tests/ui/triage/triage_page_fixture.h"
#include "ui/review/review_page.h"
#include "ui/support/edit_stack.h"
#include "ui/triage/decision_controller.h"
#include "ui/triage/decision_strip.h"

namespace plumbline::testing {

class DecisionFixture : public TriagePageFixture {
 protected:
  void openDesk() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_edits = std::make_unique<session::PendingEdits>(QString());
    m_stack = std::make_unique<EditStack>(*m_edits);
    openPage();
    m_page->setEditing(*m_stack);
    m_registry->add(editActions(*m_stack), {});  // Z and Shift+Z, as in the window
    m_controller = m_page->findChild<DecisionController*>();
    m_strip = m_page->findChild<DecisionStrip*>();
    QVERIFY(m_controller && m_strip);
  }
  void closeDesk() {
    closePage();
    m_stack.reset();
    m_edits.reset();
    m_folder.reset();
  }

  QString path(const QString& name) const { return m_folder->filePath(name); }
  void write(const QString& name, const QByteArray& bytes) {
    const QString whole = path(name);
    QVERIFY(QDir().mkpath(whole.section(u'/', 0, -2)));
    QFile file(whole);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
  }
  QByteArray bytesOf(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  /// pending is what saving would write.
  QByteArray pending(const QString& name) const {
    const baselines::Drafts::File* file = m_edits->drafts().find(path(name).toStdString());
    return file ? QByteArray::fromStdString(file->pending) : bytesOf(name);
  }

  void show(const QByteArray& actual, const QByteArray& expected) {
    write(u"out/run.csv"_s, actual);
    write(u"ci/inductor_torchbench_training.csv"_s, expected);
    showAgain();
  }
  void showPair(const QString& actual, const QString& expected) {
    auto made = session::loadPair({.actualPath = path(actual).toStdString(),
                                   .expectedPath = path(expected).toStdString(),
                                   .ruleId = {},
                                   .sha = {}},
                                  {});
    QVERIFY(made.isValue());
    m_page->showSnapshot(made.value());
  }
  void showAgain() { showPair(u"out/run.csv"_s, u"ci/inductor_torchbench_training.csv"_s); }
  QByteArray baseline() const { return pending(u"ci/inductor_torchbench_training.csv"_s); }

  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWidget* at = QApplication::focusWidget();
    QTest::keyClick(at ? at : m_page.get(), key, modifiers);
  }
  void type(const QString& text) { QTest::keyClicks(QApplication::focusWidget(), text); }
  QString decided(const QString& model) const {
    for (std::uint32_t row = 0; row < m_model->comparison()->rowCount(); ++row) {
      std::string scratch;
      if (m_model->comparison()->modelName(row, scratch) != model.toStdString()) continue;
      const char* const words[] = {"-", "open", "accepted", "kept", "flaky"};
      return QString::fromLatin1(words[static_cast<int>(m_controller->state(row))]);
    }
    return u"?"_s;
  }
  QString progress() const {
    return u"%1/%2"_s.arg(m_controller->count().decided).arg(m_controller->count().asked);
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<session::PendingEdits> m_edits;
  std::unique_ptr<EditStack> m_stack;
  DecisionController* m_controller = nullptr;
  DecisionStrip* m_strip = nullptr;
};

}  // namespace plumbline::testing
