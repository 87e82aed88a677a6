// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <random>

#include "core/text/line_diff.h"

using namespace plumbline;
using namespace plumbline::text;

namespace {

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t limit) { return random() % limit; }

}  // namespace

class CharactersTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void characters_data();
  void characters();
  void charactersOnRandomLines();
};

void CharactersTest::characters_data() {
  QTest::addColumn<QByteArray>("before");  // what is marked stands in [brackets]
  QTest::addColumn<QByteArray>("after");
  const auto row = [](const char* before, const char* after) {
    const QByteArray name = QByteArray(before).replace('\n', "\\n").replace('\r', "\\r");
    QTest::newRow(name.constData()) << QByteArray(before) << QByteArray(after);
  };
  row("a,b", "a,b");
  row("llama,[pass],3\n", "llama,[fail_accuracy],3\n");
  row("llama,pass,[3]\n", "llama,pass,[4]\n");
  row("llama,[0.9983],[12]", "llama,[1.0421],[7]");
  row("llama,[],3", "llama,[pass],3");
  row("x,[\"a,b\"],1\n", "x,[\"a,c\"],1\n");
  row("x,1\n", "x,1[,7]\n");
  row("x,1[\r]\n", "x,1\n");
  row("    \"a_model\",  # [old] words\n", "    \"a_model\",  # [new] words\n");
  row("limit = [0.95] * base", "limit = [0.98] * base");
  row("[h\xC3\xA4h] x", "[h\xC3\xB6h] x");
  row("", "[x]");
}

void CharactersTest::characters() {
  const auto marked = [](const std::string& line, const std::vector<CharacterSpan>& spans) {
    std::string out;
    std::size_t at = 0;
    for (const CharacterSpan& span : spans) {
      out += line.substr(at, span.begin - at) + '[' + line.substr(span.begin, span.end - span.begin) + ']';
      at = span.end;
    }
    return out + line.substr(at);
  };
  QFETCH(QByteArray, before);
  QFETCH(QByteArray, after);
  const auto plain = [](QByteArray text) { return text.replace("[", "").replace("]", "").toStdString(); };
  const CharacterChanges changes = changedCharacters(plain(before), plain(after));
  // An empty cell has nothing to mark.
  QCOMPARE(marked(plain(before), changes.before), QByteArray(before).replace("[]", "").toStdString());
  QCOMPARE(marked(plain(after), changes.after), QByteArray(after).replace("[]", "").toStdString());
}

void CharactersTest::charactersOnRandomLines() {
  Random random(14);
  static const std::string kBits[] = {"a", "b1", "\xC3\xA4", "\xF0\x9F\x98\x80", ",", "\"", " ", ".5", "-", "\xFF", "\r\n"};
  const auto line = [&] {
    std::string out;
    for (std::size_t i = below(random, 12); i > 0; --i) out += kBits[below(random, std::size(kBits))];
    return out;
  };
  const auto without = [](std::string text, const std::vector<CharacterSpan>& spans) {
    for (auto it = spans.rbegin(); it != spans.rend(); ++it) text.erase(it->begin, it->end - it->begin);
    return text;
  };
  for (int i = 0; i < 20'000; ++i) {
    const std::string before = line();
    const std::string after = line();
    const CharacterChanges changes = changedCharacters(before, after);
    QCOMPARE(without(before, changes.before), without(after, changes.after));
    for (const auto& [text, spans] : {std::pair(&before, &changes.before), std::pair(&after, &changes.after)})
      for (const CharacterSpan& span : *spans) {
        QVERIFY(span.begin < span.end && span.end <= text->size());
        const auto inside = [&](std::size_t at) {
          return at < text->size() && (static_cast<unsigned char>((*text)[at]) & 0xC0U) == 0x80U;
        };
        QVERIFY(!inside(span.begin) && !inside(span.end));
      }
  }
}

QTEST_GUILESS_MAIN(CharactersTest)
#include "characters_test.moc"
