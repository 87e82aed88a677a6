// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/margins/margin_log.h"

#include <QDir>
#include <QTest>
#include <sys/stat.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <thread>

#include "tests/support/test_folder.h"

using namespace plumbline;
using namespace plumbline::numerics;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<LoggedMargin> marginsIn(const std::vector<std::string>& lines, const MarginOptions& options = {}) {
  MarginReader reader(options);
  for (const std::string& line : lines) reader.add(line);
  return reader.margins();
}

const std::string kNew =
    "RMSE (res-fp64): 0.00276, (ref-fp64): 0.00090 and shape=torch.Size([3, 8]). res.dtype: torch.float16, multiplier: "
    "3.000000, tol: 0.001000, use_larger_multiplier_for_smaller_tensor: 0";
const std::string kOld = "RMSE (res-fp64): 0.00147, (ref-fp64): 0.00048 and shape=torch.Size([1, 1])";

QString digits(double number) { return QString::number(number, 'f', 3); }

LoggedMargin withMargin(const char* model, double margin) {
  LoggedMargin out{.model = model, .shape = "2"};
  out.margin = margin;
  return out;
}

}  // namespace

class MarginLogTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void knownNumbersGiveTheRatio() {
    const auto margins = marginsIn({"cuda eval  hf_Bert                             ", kNew});
    QCOMPARE(margins.size(), std::size_t{1});
    const LoggedMargin& margin = margins.front();
    QCOMPARE(margin.model, std::string("hf_Bert"));
    QCOMPARE(margin.line, std::uint64_t{2});
    QCOMPARE(margin.shape, std::string("3 x 8"));
    QCOMPARE(margin.dtype, std::string("float16"));
    QCOMPARE(margin.multiplier, std::optional<double>(3.0));
    QCOMPARE(margin.tol, std::optional<double>(0.001));
    QVERIFY(!margin.isAssumed);
    QCOMPARE(digits(margin.margin), QStringLiteral("0.986"));  // 0.00276 / (3 x 0.0009 + 0.0001)
  }
  static void theOldFormIsAssumed() {
    const auto margins = marginsIn({kOld}, {.multiplier = 3, .tol = 1e-2});
    QCOMPARE(margins.size(), std::size_t{1});
    QVERIFY(margins.front().isAssumed && !margins.front().multiplier && margins.front().dtype.empty());
    QCOMPARE(digits(margins.front().margin), QStringLiteral("0.602"));  // 0.00147 / (3 x 0.00048 + 0.001)
    QCOMPARE(digits(marginsIn({kOld}).front().margin), QStringLiteral("1.387"));
  }
  static void whateverStandsInFront_data() {
    QTest::addColumn<QByteArray>("front");
    const auto row = [](const char* name, const char* front) { QTest::newRow(name) << QByteArray(front); };
    row("nothing", "");
    row("GitHub", "2026-01-02T03:04:05.6780000Z ");
    row("torch's logger", "E0102 03:04:05.678000 12345 torch/_dynamo/utils.py:2123] ");
    row("its older one", "[2023-12-13 02:28:46,929] torch._dynamo.utils: [ERROR] ");
    row("Python's logger", "ERROR:torch._dynamo.utils:");
    row("a rank", "[rank0]:E0102 03:04:05.678000 12345 torch/_dynamo/utils.py:2123] ");
    row("all at once", "2026-01-02T03:04:05.6780000Z \x1B[31m[rank1]: ERROR:torch._dynamo.utils:\x1B[0m");
    row("the line of the model", "cpu  train other                               E0102 03:04:05 1 utils.py:1] ");
    row("a progress bar", "loading model: 0it [00:00, ?it/s]\rloading model: 0it [00:02, ?it/s]\r");
  }
  static void whateverStandsInFront() {
    QFETCH(QByteArray, front);
    const auto margins = marginsIn({front.toStdString() + kNew + "\x1B[0m"});
    QCOMPARE(margins.size(), std::size_t{1});
    QCOMPARE(digits(margins.front().margin), QStringLiteral("0.986"));
    QCOMPARE(margins.front().model, std::string(front.startsWith("cpu") ? "other" : ""));
  }
  static void modelLines_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("model");
    const auto row = [](const char* line, const char* model) {
      QTest::newRow(line) << QByteArray(line) << QString::fromLatin1(model);
    };
    row("cuda eval  BERT_pytorch                        ", "BERT_pytorch");
    row("cpu  train timm/resnet-50.a1                   pass", "timm/resnet-50.a1");
    row("cuda eval  hf_T5                               int4weightonly-bs1-acc    ", "hf_T5");
    row("2026-01-02T03:04:05.6780000Z \x1B[1mxpu  eval  sam    \x1B[0m", "sam");
    row("[rank0]: cuda:0 train hf_GPT2   ", "hf_GPT2");
    row("\xEF\xBB\xBF"
        "2026-01-02T03:04:05.6780000Z cuda eval  first   ",
        "first");  // a log as gh saves it
    row("they train models", "");
    row("cuda evaluation of x", "");
    row("cuda eval", "");
  }
  static void modelLines() {
    QFETCH(QByteArray, line);
    QFETCH(QString, model);
    QCOMPARE(QString::fromStdString(marginsIn({line.toStdString(), kNew}).front().model), model);
  }
  static void keysFollowTheirLine() {
    const auto margins =
        marginsIn({kOld, "[ERROR] Accuracy failed for key name iou_predictions", "fail_accuracy", kOld,
                   "Accuracy failed for key name inner", "Accuracy failed for key name outer", kOld,
                   "Accuracy failed: allclose not within tol=0.0001", "Accuracy failed for key name other", kOld,
                   "cuda eval  next  ", "Accuracy failed for key name other"});
    QCOMPARE(margins.size(), std::size_t{4});
    QCOMPARE(margins[0].key, std::string("iou_predictions"));
    QCOMPARE(margins[1].key, std::string("outer.inner"));
    QCOMPARE(margins[2].key, std::string());
    QCOMPARE(margins[3].key, std::string());
  }
  static void oddNumbers() {
    const auto margin = [](const char* res, const char* ref, const char* rest) {
      return marginsIn(
                 {std::string("RMSE (res-fp64): ") + res + ", (ref-fp64): " + ref + " and shape=torch.Size([])" + rest})
          .at(0);
    };
    QVERIFY(std::isnan(margin("nan", "0.10000", "").margin));
    QVERIFY(std::isnan(margin("0.10000", "nan", "").margin));
    QCOMPARE(margin("inf", "0.10000", "").margin, kInfinity);
    QCOMPARE(margin("0.10000", "inf", "").margin, 0.0);
    QCOMPARE(margin("inf", "inf", "").margin, 1.0);
    const char* exact = ". res.dtype: torch.float64, multiplier: 2.000000, tol: 0.000000, use_larger";
    QCOMPARE(margin("0.10000", "0.00000", exact).margin, kInfinity);
    QCOMPARE(margin("0.00000", "0.00000", exact).margin, 0.0);
    QCOMPARE(margin("0.00000", "0.00000", exact).shape, std::string("scalar"));
    QVERIFY(isWarned(std::nan(""), {}) && isWarned(0.8, {}) && !isWarned(0.799, {}));
  }
  static void brokenLinesAreNoMargins() {
    for (std::size_t length = 0; length < kNew.size(); ++length) {
      const auto margins = marginsIn({kNew.substr(0, length)});
      QCOMPARE(margins.size(),
               std::size_t{length > std::string_view("RMSE (res-fp64): 0.00276, (ref-fp64): ").size() ? 1U : 0U});
    }
    QVERIFY(
        marginsIn({"RMSE (res-fp64): x, (ref-fp64): 0.1", "RMSE (res-fp64): -1, (ref-fp64): 0.1", "RMSE", ""}).empty());
    const std::string endless = "RMSE (res-fp64): 1, (ref-fp64): 1 and shape=torch.Size([";
    QVERIFY(marginsIn({endless + std::string(100000, '[')}).front().shape.empty());
    std::string twice;
    for (int i = 0; i < 1000; ++i) twice += "RMSE (res-fp64): ";
    QCOMPARE(marginsIn({twice + kNew + kNew}).size(), std::size_t{2});
  }
  static void badOptionsAreRefused() {
    QVERIFY(checkOptions(MarginOptions{}));
    for (const MarginOptions& bad :
         {MarginOptions{.multiplier = 0}, MarginOptions{.multiplier = kInfinity}, MarginOptions{.tol = -1},
          MarginOptions{.tol = std::nan("")}, MarginOptions{.warnAt = 0}, MarginOptions{.warnAt = std::nan("")}})
      QVERIFY(!checkOptions(bad));
    QVERIFY(readMargins("any.log", {.warnAt = -1}).isError());
  }
  static void filesOfAnySize() {
    const support::TestFolder folder;
    QByteArray bytes = "cuda eval  hf_Bert   \n";
    bytes += QByteArray(300000, '.') + '\r' + QByteArray(300000, 'x') + "\n";  // one line, far over a chunk
    for (int i = 0; i < 20000; ++i) bytes += "some words of a log that goes on and on\r\n";
    bytes += QByteArray::fromStdString(kNew);  // no line feed at the end
    const auto margins = readMargins(folder.write(QStringLiteral("a.log"), bytes).toStdString(), {});
    QVERIFY(margins.isValue());
    QCOMPARE(margins.value().size(), std::size_t{1});
    QCOMPARE(margins.value().front().line, std::uint64_t{20003});
    QCOMPARE(margins.value().front().model, std::string("hf_Bert"));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(readMargins(folder.path(QStringLiteral("a.log")).toStdString(), {}, base::Progress(stop.get_token()))
                .isCancelled());
  }
  static void unreadableFiles() {
    const support::TestFolder folder;
    const auto missing = readMargins(folder.path(QStringLiteral("none.log")).toStdString(), {});
    QVERIFY(missing.isError() && missing.error().code == base::ErrorCode::NotFound);
    const auto directory = readMargins(folder.path().toStdString(), {});
    QVERIFY(directory.isError() && directory.error().code == base::ErrorCode::NotReadable);
    QVERIFY(readMargins(folder.write(QStringLiteral("empty.log"), {}).toStdString(), {}).value().empty());
  }
  static void pipesAndDevicesDoNotHang() {
    const support::TestFolder folder;
    const std::string pipe = folder.path(QStringLiteral("pipe")).toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    const auto silent = readMargins(pipe, {});
    QVERIFY(silent.isError() && silent.error().code == base::ErrorCode::NotReadable);
    const auto endless = readMargins("/dev/zero", {});
    QVERIFY(endless.isError() && endless.error().code == base::ErrorCode::TooLarge);
    std::thread writer([&] {
      std::ofstream out(pipe);
      out << std::string(1000000, ' ') << '\n' << kNew << '\n' << kOld;
    });
    const auto piped = readMargins(pipe, {});
    writer.join();
    QVERIFY(piped.isValue());
    QCOMPARE(piped.value().size(), std::size_t{2});
    QCOMPARE(piped.value().front().line, std::uint64_t{2});
  }
  static void aRisingSeriesIsWarned() {
    const auto trends = marginTrends({{withMargin("up", 0.6), withMargin("flat", 0.5)},
                                      {withMargin("up", 0.8), withMargin("up", 0.7)},
                                      {withMargin("flat", 0.5)},
                                      {withMargin("up", 0.95), withMargin("odd", std::nan(""))}},
                                     {});
    QCOMPARE(trends.size(), std::size_t{3});
    QCOMPARE(trends[0].model, std::string("up"));
    QCOMPARE(trends[0].margins, (std::vector<std::optional<double>>{0.6, 0.8, std::nullopt, 0.95}));
    QVERIFY(trends[0].isWarned && trends[0].isRising);
    QVERIFY(!trends[1].isWarned && !trends[1].isRising);
    QVERIFY(trends[2].isWarned && !trends[2].isRising);
  }
  static void twoPointsAreNoTrend() {
    QVERIFY(!marginTrends({{withMargin("a", 0.1)}, {withMargin("a", 0.2)}}, {}).front().isRising);
    QVERIFY(
        !marginTrends({{withMargin("a", 0.1)}, {withMargin("a", 0.2)}, {withMargin("a", 0.2)}}, {}).front().isRising);
  }
  static void theWorstComesFirst() {
    const auto worst =
        worstPerModel({withMargin("a", 0.5), withMargin("b", 2), withMargin("a", 1.5), withMargin("c", std::nan(""))});
    QCOMPARE(worst.size(), std::size_t{3});
    QCOMPARE(worst[0].model, std::string("c"));
    QCOMPARE(worst[1].model, std::string("b"));
    QCOMPARE(worst[2].margin, 1.5);
  }
  static void realLogs() {
    const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
    const QString path = (given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given) +
                         QStringLiteral("/data/pytorch/logs/torchao_accuracy_run_3edb740a_log_acc.log");
    if (!QFile::exists(path)) QSKIP("The folder ../shared is not there; the real log is not read.");
    const auto margins = readMargins(path.toStdString(), {});
    QVERIFY(margins.isValue());
    QStringList lines;
    for (const LoggedMargin& margin : margins.value())
      lines << QStringLiteral("%1 %2 %3 %4")
                  .arg(QString::fromStdString(margin.model), QString::fromStdString(margin.key), digits(margin.margin))
                  .arg(margin.line);
    QCOMPARE(lines.join(u'\n'), QStringLiteral("sam iou_predictions 1.387 22873\nhf_T5 past_key_values 0.200 "
                                              "27189\nhf_T5_base past_key_values 0.200 27195"));
  }
};

QTEST_GUILESS_MAIN(MarginLogTest)
#include "margin_log_test.moc"
