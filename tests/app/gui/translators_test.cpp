// SPDX-License-Identifier: GPL-3.0-or-later
// The German texts: each text of the window has one, with the same placeholders, and the program takes the right language.
#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "app/gui/translators.h"
#include "core/session/user_settings.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

namespace {

struct Message {
  QString context;
  QString source = {}, translation = {};
  bool isUnfinished = false;
};

QList<Message> messagesOf(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return {};
  QXmlStreamReader xml(&file);
  QList<Message> messages;
  QString context;
  while (!xml.atEnd()) {
    if (!xml.readNextStartElement()) continue;
    if (xml.name() == u"name") context = xml.readElementText();
    else if (xml.name() == u"message") messages.append({.context = context});
    else if (xml.name() == u"source") messages.last().source = xml.readElementText();
    else if (xml.name() == u"translation") {
      messages.last().isUnfinished = xml.attributes().value(u"type"_s) == u"unfinished";
      messages.last().translation = xml.readElementText();
    }
  }
  return messages;
}

QStringList placeholdersOf(const QString& text) {
  static const QRegularExpression kPlaceholder(u"%L?[0-9]|%[nfl]\\b"_s);
  QStringList found;
  for (auto at = kPlaceholder.globalMatch(text); at.hasNext();) found << at.next().captured();
  found.removeDuplicates();
  found.sort();
  return found;
}

QString spaceAround(const QString& text) {
  const QString inner = text.trimmed();
  const qsizetype at = text.indexOf(inner);
  return text.first(at) + u'|' + text.sliced(at + inner.size());
}

QString problemOf(const Message& message) {
  const QString &from = message.source, &to = message.translation;
  if (message.isUnfinished || to.isEmpty()) return u"no German text"_s;
  if (placeholdersOf(from) != placeholdersOf(to)) return u"other placeholders: "_s + to;
  if (spaceAround(from) != spaceAround(to)) return u"other space around: "_s + to;
  if (from.contains(u'&') != to.contains(u'&')) return u"a mnemonic in one of them only: "_s + to;
  if (from.count(u";;"_s) != to.count(u";;"_s)) return u"other kinds of files: "_s + to;
  return {};
}

}  // namespace

class TranslatorsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyTextHasAGermanOne();
  void everyContextIsOneThatTrLooksFor();
  void theLanguageIsTheFirstThatThereIs_data();
  void theLanguageIsTheFirstThatThereIs();
  void textsFollowTheLanguage();
};

/// lupdate finds the texts of the sources as they are now: one that was added since has no German text.
void TranslatorsTest::everyTextHasAGermanOne() {
  const QTemporaryDir folder;
  const QString file = folder.filePath(u"plumbline_de.ts"_s), root = QStringLiteral(PLUMBLINE_SOURCE_DIR);
  QVERIFY(QFile::copy(root + u"/resources/translations/plumbline_de.ts"_s, file));
  QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner));
  QProcess lupdate;
  lupdate.setWorkingDirectory(root);
  lupdate.setStandardErrorFile(QProcess::nullDevice());
  lupdate.start(QStringLiteral(PLUMBLINE_LUPDATE), {u"-silent"_s, u"-no-obsolete"_s, u"-I"_s, u"."_s, u"-locations"_s, u"none"_s,
                                                    u"core"_s, u"ui"_s, u"app"_s, u"-ts"_s, file});
  QVERIFY(lupdate.waitForFinished(120'000));
  QCOMPARE(lupdate.exitCode(), 0);
  const QList<Message> messages = messagesOf(file);
  QCOMPARE_GT(messages.size(), 2'000);
  QStringList problems;
  for (const Message& message : messages)
    if (const QString problem = problemOf(message); !problem.isEmpty())
      problems << u"%1: \"%2\": %3"_s.arg(message.context, message.source, problem);
  QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n') + u"\npackaging/translations.sh adds what is new to the file."_s));
}

/// lupdate names Class::tr() outside of the class by the bare name, which tr() does not look for: such a text stays English. A context
/// is a class with Q_OBJECT and its namespace, or a name that the sources spell out.
void TranslatorsTest::everyContextIsOneThatTrLooksFor() {
  const QString root = QStringLiteral(PLUMBLINE_SOURCE_DIR);
  static const QRegularExpression kSpelt(u"(?:translate|QT_TRANSLATE_NOOP|Q_DECLARE_TR_FUNCTIONS)\\(\\s*\"?([\\w:]+)\"?[,)]"_s);
  static const QRegularExpression kClass(u"\\nclass (\\w+)[^;{]*\\{\\s*Q_OBJECT"_s);
  static const QRegularExpression kNamespace(u"\\nnamespace (plumbline::\\w+) \\{"_s);
  QSet<QString> known;
  for (const QString& folder : {u"/core"_s, u"/ui"_s, u"/app"_s}) {
    QDirIterator files(root + folder, {u"*.h"_s, u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
      QFile file(files.next());
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QString text = QString::fromUtf8(file.readAll());
      for (auto at = kSpelt.globalMatch(text); at.hasNext();) known << at.next().captured(1);
      for (auto at = kClass.globalMatch(text); at.hasNext();) {  // a header also opens the namespaces of what it declares
        const QString name = at.next().captured(1);
        for (auto space = kNamespace.globalMatch(text); space.hasNext();) known << space.next().captured(1) + u"::"_s + name;
      }
    }
  }
  QSet<QString> unknown;
  for (const Message& message : messagesOf(root + u"/resources/translations/plumbline_de.ts"_s))
    if (!known.contains(message.context)) unknown << message.context;
  QVERIFY2(unknown.isEmpty(), qPrintable(QStringList(unknown.begin(), unknown.end()).join(u", "_s)));
}

void TranslatorsTest::theLanguageIsTheFirstThatThereIs_data() {
  QTest::addColumn<QStringList>("languages");
  QTest::addColumn<QString>("language");
  QTest::newRow("none") << QStringList() << u"en"_s;
  QTest::newRow("C") << QStringList{u"C"_s} << u"en"_s;
  QTest::newRow("German of Austria") << QStringList{u"de-AT"_s, u"de"_s} << u"de"_s;
  QTest::newRow("English before German") << QStringList{u"en-US"_s, u"de-DE"_s} << u"en"_s;
  QTest::newRow("French, then German") << QStringList{u"fr-FR"_s, u"de-DE"_s, u"en-US"_s} << u"de"_s;
  QTest::newRow("a language without texts") << QStringList{u"fr-FR"_s} << u"en"_s;
}

void TranslatorsTest::theLanguageIsTheFirstThatThereIs() {
  QFETCH(const QStringList, languages);
  QTEST(app::Translators::languageFor(languages), "language");
}

void TranslatorsTest::textsFollowTheLanguage() {
  const auto settings = [] { return QCoreApplication::translate("plumbline::ui::SettingsPage", "Theme"); };
  {
    app::Translators translators;
    QCOMPARE(settings(), u"Theme"_s);
    translators.use(u"de"_s);
    QCOMPARE(settings(), u"Design"_s);
    QCOMPARE(QCoreApplication::translate("plumbline::ui::MainMenu", "&File"), u"&Datei"_s);
    translators.use(u"en"_s);
    QCOMPARE(settings(), u"Theme"_s);
    translators.use(u"de"_s);
  }
  QCOMPARE(settings(), u"Theme"_s);
}

QTEST_MAIN(TranslatorsTest)
#include "translators_test.moc"
