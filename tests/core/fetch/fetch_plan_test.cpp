// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked for, before any network: targets, addresses, the API's JSON, which jobs, which URLs, zips by their
// bytes.
#include <QTest>
#include <QUrl>

#include "core/fetch/api_client.h"
#include "core/fetch/fetch_plan.h"
#include "core/fetch/http_get.h"
#include "core/fetch/zip_download.h"

using namespace plumbline;
using namespace plumbline::fetch;

namespace {

const std::string kSha = "0123456789abcdef0123456789abcdef01234567";

std::string words(const Target& t) {
  return t.repository + " " + (t.sha.empty() ? "-" : t.sha) + " " + std::to_string(t.runId) + " " +
         std::to_string(t.pullRequest);
}

Run inductorRun() {
  return {.id = "18201", .workflow = "inductor", .event = "push", .headSha = kSha, .status = "completed", .attempt = 1};
}

/// jobNamed goes the whole way a job goes: through the API's JSON.
Job jobNamed(const std::string& name, const std::string& more = "", const std::string& workflow = "inductor") {
  Run run = inductorRun();
  run.workflow = workflow;
  const auto jobs = jobsOf("{\"jobs\": [{\"id\": 345, \"status\": \"completed\", \"conclusion\": \"failure\", " + more +
                               "\"name\": \"" + name + "\"}]}",
                           run);
  return jobs && jobs->size() == 1 ? jobs->front() : Job{};
}

}  // namespace

class FetchPlanTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void targets_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("wanted");
    const auto row = [](const char* typed, const std::string& wanted) {
      QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromStdString(wanted);
    };
    const std::string commit = "pytorch/pytorch " + kSha + " 0 0";
    row("0123456789abcdef0123456789abcdef01234567", commit);
    row("  0123456789ABCDEF0123456789ABCDEF01234567\n", commit);
    row("0123456", "pytorch/pytorch 0123456 0 0");
    row("https://github.com/pytorch/pytorch/commit/0123456789abcdef0123456789abcdef01234567", commit);
    row("https://github.com/pytorch/pytorch/commit/0123456789abcdef0123456789abcdef01234567/checks?x=1#y", commit);
    row("github.com/pytorch/pytorch/tree/0123456789abcdef0123456789abcdef01234567", commit);
    row("HTTPS://www.GitHub.com/some/fork.x/commit/abcdef0", "some/fork.x abcdef0 0 0");
    row("https://github.com/pytorch/pytorch/actions/runs/18201", "pytorch/pytorch - 18201 0");
    row("https://github.com/pytorch/pytorch/actions/runs/18201/attempts/2", "pytorch/pytorch - 18201 0");
    row("https://github.com/pytorch/pytorch/actions/runs/18201/job/345?pr=1", "pytorch/pytorch - 18201 0");
    row("https://github.com/pytorch/pytorch/pull/161617", "pytorch/pytorch - 0 161617");
    row("https://github.com/pytorch/pytorch/pull/161617/files", "pytorch/pytorch - 0 161617");
    row("https://github.com/pytorch/pytorch/pull/1/commits/0123456789abcdef0123456789abcdef01234567", commit);
    row("https://hud.pytorch.org/pytorch/pytorch/commit/0123456789abcdef0123456789abcdef01234567#345", commit);
    row("https://hud.pytorch.org/commit/pytorch/pytorch/0123456789abcdef0123456789abcdef01234567", commit);
    row("https://hud.pytorch.org/pr/161617", "pytorch/pytorch - 0 161617");
    row("https://hud.pytorch.org/pr/pytorch/executorch/5", "pytorch/executorch - 0 5");
    row("https://hud.pytorch.org/pytorch/pytorch/pull/5", "pytorch/pytorch - 0 5");
    for (const char* bad :
         {"", "   ", "012345", "main", "0123456789abcdef0123456789abcdef012345678",
          "https://example.org/pytorch/pytorch/commit/0123456", "https://github.com/pytorch/pytorch",
          "https://github.com/pytorch/pytorch/tree/main", "https://github.com/../x/commit/0123456",
          "https://github.com/pytorch/pytorch/pull/x", "https://github.com/pytorch/pytorch/pull/0",
          "https://github.com/a b/c/commit/0123456",
          "https://github.com/pytorch/pytorch/actions/runs/99999999999999999999999",
          "https://github.com/pytorch/pytorch/actions/workflows", "https://hud.pytorch.org/",
          "https://hud.pytorch.org/pr/x", "ftp://github.com/pytorch/pytorch/commit/0123456",
          "https://github.com.evil.org/pytorch/pytorch/commit/0123456", "https://x@github.com/a/b/commit/0123456"})
      row(bad, "error");
  }
  void targets() {
    QFETCH(QString, typed);
    const auto target = targetOf(typed.toStdString());
    QTEST(target ? QString::fromStdString(words(*target)) : QStringLiteral("error"), "wanted");
    if (target) return;
    QCOMPARE(int(target.error().code), int(base::ErrorCode::BadArgument));
    QVERIFY(!target.error().hint.empty());
  }

  void addresses_data() {
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("wanted");  // "" when refused
    for (const auto& [address, wanted] : std::initializer_list<std::pair<const char*, const char*>>{
             {"https://ghe.example.org/api/v3/", "https://ghe.example.org/api/v3"},
             {"http://127.0.0.1:80", "http://127.0.0.1:80"},
             {"http://localhost:5", "http://localhost:5"},
             {"http://[::1]:5", "http://[::1]:5"},
             {"http://example.org", ""},
             {"https://me:secret@example.org", ""},
             {"ftp://localhost", ""},
             {"file:///etc", ""},
             {"https://", ""},
             {"x", ""},
             {"https://example.org/?q", ""},
             {"http://127.0.0.1.example.org", ""}})
      QTest::newRow(address) << QString::fromUtf8(address) << QString::fromUtf8(wanted);
  }
  void addresses() {
    QFETCH(QString, address);
    QFETCH(QString, wanted);
    const auto given = endpointsFrom(address.toStdString(), "");
    QCOMPARE(given ? QString::fromStdString(given->api) : QString(), wanted);
    if (given) QCOMPARE(given->artifacts, Endpoints().artifacts);
    if (!given) QVERIFY(given.error().text.find("secret") == std::string::npos);
    qputenv("PLUMBLINE_ARTIFACTS_URL", address.toUtf8());
    const auto environment = endpointsFrom("", "");
    QCOMPARE(environment ? QString::fromStdString(environment->artifacts) : QString(), wanted);
    QVERIFY(endpointsFrom("", "https://option.wins.example"));
    qunsetenv("PLUMBLINE_ARTIFACTS_URL");
    QCOMPARE(endpointsFrom("", "")->api, std::string("https://api.github.com"));
  }

  void redirects() {
    const auto problem = [](const char* from, const char* to) {
      return redirectProblem(QUrl(QString::fromUtf8(from)), QUrl(QString::fromUtf8(to))).value_or("");
    };
    QCOMPARE(problem("https://a.org", "https://b.org/x"), std::string());
    QCOMPARE(problem("http://localhost", "https://b.org/x"), std::string());
    QCOMPARE(problem("https://a.org", "http://a.org"), std::string("it is not https"));
    QCOMPARE(problem("https://a.org", "http://localhost"), std::string("it is not https"));
    QCOMPARE(problem("https://a.org", "https://127.0.0.1/"), std::string("it leads to this machine"));
    QCOMPARE(problem("https://a.org", "file:///etc/passwd"), std::string("it is not https"));
    QCOMPARE(problem("https://a.org", "https://u@b.org"), std::string("it holds a user name"));
    const auto same = [](const char* a, const char* b) {
      return sameOrigin(QUrl(QString::fromUtf8(a)), QUrl(QString::fromUtf8(b)));
    };
    QVERIFY(same("https://a.org/x", "https://A.org:443/y"));
    QVERIFY(!same("https://a.org", "http://a.org"));
    QVERIFY(!same("https://a.org", "https://a.org:8443"));
    QVERIFY(!same("https://a.org", "https://api.a.org"));
  }

  void runsAndJobsAreRead() {
    const auto runs =
        runsOf("{\"workflow_runs\": [{\"id\": 18201, \"name\": \"inductor\", \"event\": \"push\", \"head_sha\": \"" +
               kSha + "\", \"status\": \"completed\", \"run_attempt\": 3}]}");
    QVERIFY(runs);
    QCOMPARE(runs->front().id, std::string("18201"));
    QCOMPARE(runs->front().attempt, 3);
    const Job job = jobNamed("linux / test (inductor_timm, 1, 2, linux.g5)", "\"run_attempt\": 2, ");
    QCOMPARE(job.jobId, std::string("345"));
    QCOMPARE(job.attempt, 2);
    QCOMPARE(job.conclusion, std::string("failure"));
    QCOMPARE(job.shard.shard, 1);
    QCOMPARE(*commitOf("{\"sha\": \"" + kSha + "\"}"), kSha);
    QCOMPARE(*headOf("{\"head\": {\"sha\": \"" + kSha + "\"}}"), kSha);
    QVERIFY(jobsOf("{\"jobs\": [{\"id\": 1, \"name\": \"x\", \"conclusion\": null}]}", inductorRun())->front().attempt != 0);
  }

  void brokenJson_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("named");
    for (const auto& [json, named] : std::initializer_list<std::pair<const char*, const char*>>{
             {"", "it is no JSON"},
             {"<html>", "it is no JSON"},
             {"[]", "jobs is missing"},
             {"{}", "jobs is missing"},
             {"{\"jobs\": 3}", "jobs is no list"},
             {"{\"jobs\": [3]}", "jobs[0] is no object"},
             {"{\"jobs\": [{}]}", "jobs[0].name is missing"},
             {"{\"jobs\": [{\"name\": 1, \"id\": 1}]}", "jobs[0].name is no text"},
             {"{\"jobs\": [{\"name\": \"x\"}]}", "jobs[0].id is missing"},
             {"{\"jobs\": [{\"name\": \"x\", \"id\": \"../..\"}]}", "jobs[0].id is no positive number"},
             {"{\"jobs\": [{\"name\": \"x\", \"id\": -1}]}", "jobs[0].id is no positive number"},
             {"{\"jobs\": [{\"name\": \"x\", \"id\": 1, \"run_attempt\": 1e99}]}",
              "jobs[0].run_attempt is no positive number"},
             {"{\"jobs\": [{\"name\": \"x\", \"id\": 1, \"status\": 5}]}", "jobs[0].status is no text"}})
      QTest::newRow(named) << QString::fromUtf8(json) << QString::fromUtf8(named);
  }
  void brokenJson() {
    QFETCH(QString, json);
    QFETCH(QString, named);
    const auto jobs = jobsOf(json.toStdString(), inductorRun());
    QVERIFY(!jobs);
    QCOMPARE(int(jobs.error().code), int(base::ErrorCode::BadFormat));
    QVERIFY2(QString::fromStdString(jobs.error().text).contains(named), jobs.error().text.c_str());
    QVERIFY(!runsOf(json.toStdString()) && !commitOf(json.toStdString()) && !headOf(json.toStdString()) &&
            !runOf(json.toStdString()));
  }
  void hostileJson() {
    QVERIFY(!commitOf("{\"sha\": \"../../etc\"}"));
    QVERIFY(!runsOf(std::string(200'000, '[')));
    QVERIFY(
        !runsOf("{\"workflow_runs\": [{\"id\": 1, \"head_sha\": \"../../../../etc/passwd/aaaaaaaaaaaaaaaaaaa\"}]}"));
  }

  void linkHeader() {
    QCOMPARE(nextPage("<https://a/?page=1>; rel=\"first\", <https://a/?x=1,2;3&page=3>; rel=\"next\""),
             std::string("https://a/?x=1,2;3&page=3"));
    QCOMPARE(nextPage("<https://a/?page=1>; rel=\"prev\""), std::string());
    QCOMPARE(nextPage(""), std::string());
    QCOMPARE(nextPage("<https://a; rel=\"next\""), std::string());
  }

  void whichJobs_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("wanted");
    const auto row = [](const char* name, bool wanted) { QTest::newRow(name) << QString::fromUtf8(name) << wanted; };
    row("linux-jammy-cuda12.8-py3.10 / test (inductor_torchbench, 1, 2, linux.g5.4xlarge.nvidia.gpu)", true);
    row("linux-jammy-cuda13.0-py3.10 / test (dynamic_inductor_timm, 1, 2, linux.g5.4xlarge.nvidia.gpu)", false);
    row("linux-jammy / test (max_autotune_inductor_huggingface, 1, 1, linux.g5)", true);
    row("linux-jammy-rocm-py3.10 / test (inductor_huggingface, 1, 1, linux.rocm.gpu.gfx942.1)", true);
    row("linux-jammy / test (cpu_inductor_amp_freezing_torchbench, 1, 2, linux.24xl)", true);
    row("linux-jammy-cuda12.8-py3.10-build / build", false);
    row("unit-test / test (inductor_torchbench, 1, 2, linux.g5)", false);
    row("get-label-type / runner-determinator", false);
    row("linux-jammy / test (inductor, 1, 2, linux.g5)", false);
    row("test (", false);
    row("", false);
  }
  void whichJobs() {
    QFETCH(QString, name);
    QFETCH(bool, wanted);
    QCOMPARE(isBenchmarkJob(jobNamed(name.toStdString())), wanted);
    QVERIFY(!isBenchmarkJob(jobNamed(name.toStdString(), "", "pull")));
    QCOMPARE(isBenchmarkJob(jobNamed(name.toStdString(), "", "inductor-periodic")), wanted);
  }

  void whichRuns() {
    Run run = inductorRun();
    QVERIFY(isBenchmarkRun(run));
    run.event = "workflow_run";
    QVERIFY(!isBenchmarkRun(run));
    run.event = "repository_dispatch";
    QVERIFY(!isBenchmarkRun(run));
    run = inductorRun();
    run.workflow = "inductor-rocm-nightly";
    QVERIFY(!isBenchmarkRun(run));
  }

  void urlsAndPaths() {
    std::vector<Job> jobs = {
        jobNamed("linux-jammy / test (inductor_timm, 1, 2, linux.g5.4xlarge)", "\"run_attempt\": 2, "),
        jobNamed("linux-jammy / test (inductor_timm, 1, 2, linux.g5.4xlarge, unstable)"),
        jobNamed("linux-jammy / test (inductor_timm, 1, 2, ../../../etc)"),
        jobNamed("linux-jammy / test (inductor_timm, 2, 2, a#b?c%2f)")};
    Job queued = jobs.front(), skipped = jobs.front();
    queued.status = "queued";
    queued.attempt = 7;
    skipped.conclusion = "skipped";
    skipped.attempt = 8;
    jobs.push_back(queued);
    jobs.push_back(skipped);
    jobs.push_back(jobs.front());  // the same one again, on a page that moved
    const auto artifacts = artifactsOf({}, kSha, jobs, {});
    QStringList urls;
    for (const Artifact& artifact : artifacts) {
      urls << QString::fromStdString(artifact.url);
      QVERIFY2(artifact.path.starts_with(kSha + "/18201/"), artifact.path.c_str());
      QCOMPARE(std::count(artifact.path.begin(), artifact.path.end(), '/'), 3);
    }
    const QString store = QStringLiteral("https://gha-artifacts.s3.amazonaws.com/pytorch/pytorch/18201/");
    QVERIFY(urls.contains(store +
                          QStringLiteral("2/artifact/test-reports-test-inductor_timm-1-2-linux.g5.4xlarge_345.zip")));
    QVERIFY(urls.contains(store +
                          QStringLiteral("1/artifact/test-reports-test-inductor_timm-1-2-linux.g5.4xlarge_345.zip")));
    for (const QString& url : urls)
      QVERIFY2(!url.contains(QStringLiteral("..")) && !url.contains(QLatin1Char('#')), qPrintable(url));
    QVERIFY(urls.size() >= 2 && urls.size() <= 3);
  }

  void limits() {
    HttpHead head;
    head.url = QUrl(QStringLiteral("https://api.github.com/x"));
    head.status = 403;
    QVERIFY(!limitError(head, false, 1000));
    head.rateRemaining = "0";
    head.rateReset = "1720";
    auto error = limitError(head, false, 1000);
    QVERIFY(error);
    QVERIFY2(
        error->text.starts_with("GitHub allows no more requests until ") && error->text.ends_with(" (12 min)."),
        error->text.c_str());
    QVERIFY(error->hint.find("token") != std::string::npos);
    head.rateReset = "nonsense";
    QCOMPARE(limitError(head, true, 1000)->text, std::string("GitHub allows no more requests for now."));
    head.retryAfter = "40";
    QVERIFY(limitError(head, true, 1000)->text.ends_with(" (40 s)."));
    head = {};
    head.status = 429;
    QVERIFY(limitError(head, true, 0));
    head.retryAfter = "40";
    QCOMPARE(limitWait(head, 0), std::optional<std::int64_t>(40));
    head = {};
    head.status = 403;
    QCOMPARE(limitWait(head, 0), std::nullopt);
    head.rateRemaining = "0";
    head.rateReset = "1000";
    QCOMPARE(limitWait(head, 940), std::optional<std::int64_t>(60));
    QCOMPARE(limitWait(head, 1001), std::optional<std::int64_t>(0));           // a clock that is wrong
    QCOMPARE(limitWait(head, 1000 - 8 * 86'400), std::optional<std::int64_t>(0));
    QCOMPARE(waitText(1), std::string("1 s"));
    QCOMPARE(waitText(119), std::string("1 min 59 s"));
    QCOMPARE(waitText(121), std::string("3 min"));
    QCOMPARE(waitText(7201), std::string("2 h 1 min"));
  }

  void commitsOfABranch() {
    const std::string sha = "\"sha\": \"" + kSha + "\"";
    const auto commits = commitsOf("[{" + sha + ", \"commit\": {\"message\": \"Fix it (#12)\\n\\nWhy\", \"committer\": {\"date\": \"2026-03-01T00:00:10Z\"}}}, {" +
                                   sha + "}, {" + sha + ", \"commit\": {\"message\": 7, \"committer\": {\"date\": \"soon\"}}}]");
    QVERIFY(commits);
    QCOMPARE(commits->size(), std::size_t{3});
    QCOMPARE(commits->front().sha, kSha);
    QCOMPARE(commits->front().subject, std::string("Fix it (#12)"));
    QCOMPARE(commits->front().time, std::int64_t{1'772'323'210});
    QCOMPARE((*commits)[1].time + (*commits)[2].time, std::int64_t{0});
    for (const char* json : {"", "{}", "[7]", "[{\"sha\": 7}]", "[{\"sha\": \"../../x\"}]", "[{\"commit\": {}}]"}) QVERIFY2(!commitsOf(json), json);
  }

  void zipsByTheirBytes() {
    QVERIFY(!startProblem("PK\x03\x04"));
    QVERIFY(!startProblem("PK\x05\x06"));
    for (const char* html : {"<!DOCTYPE html>", "\n <html>", "<!do", "<HTM"})
      QVERIFY(startProblem(html)->find("HTML") != std::string::npos);
    QVERIFY(startProblem("<?xm")->find("XML") != std::string::npos);
    QCOMPARE(*startProblem("\x1f\x8b\x08"), std::string("what came is no zip"));
    QVERIFY(startProblem(""));
  }

  void theWordsAreThere() {
    const FetchRules list = fetchRules();
    QVERIFY(!list.workflows.empty() && !list.jobWithout.empty() && !list.jobContains.empty());
    for (const char* toml : {"", "x", "[runs]\nworkflows = [1]", "[runs]\nworkflows = \"inductor\""})
      QVERIFY(!parseFetchRules(toml));
  }

  void theReportCounts() {
    FetchReport report;
    report.files.resize(5);
    for (std::size_t i = 0; i < 3; ++i) report.files[i].path = "x";
    report.files[0].fromCache = true;
    report.files[3].problem = "not found (404): the job may have left no artifact";
    report.files[4].problem = "expired (410): CI has removed it";
    QCOMPARE(reportText(report),
             std::string("3 of 5 artifacts (1 from the cache, 2 not there: 1 expired (410), 1 not found (404))"));
    report.files[4].problem = report.files[3].problem;
    QCOMPARE(reportText(report), std::string("3 of 5 artifacts (1 from the cache, 2 not there: not found (404))"));
    report.files.resize(1);
    QCOMPARE(reportText(report), std::string("1 artifact (1 from the cache)"));
    QVERIFY(isComplete(report));
    report.running = 1;
    QVERIFY(!isComplete(report));
  }
};

QTEST_GUILESS_MAIN(FetchPlanTest)
#include "fetch_plan_test.moc"
