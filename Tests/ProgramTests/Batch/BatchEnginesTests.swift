import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The recipes in Fixtures/cli/batch, tried with the engines themselves; a test whose engine isn't
/// installed is skipped.
@Suite(.waiting, .timeLimit(.minutes(20)), .serialized)
struct BatchEnginesTests {
  private static let recipes = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().removingLastComponent().appending("Fixtures/cli/batch")

  private static let jobs = 120

  /// A folder as the recipes expect it, with the program on its path as `collage`, and the collages
  /// that a plain run makes.
  private func site() throws -> (batch: BatchFolder, expected: [String: [UInt8]]) {
    let batch = try BatchFolder(photos: 12)
    let lines = (0..<Self.jobs).map { number in
      "{\"id\": \"job \(number)\", \"photos\": [\"\(number % 12).jpg\", \"\(number / 12 % 12).jpg\"], \"canvas\": \"40x30px\"}"
    }
    try batch.writeManifest(lines)
    try batch.folder.makeFolder("bin")
    try batch.folder.makeSymbolicLink("bin/collage", to: BuiltProgram.path)
    let plain = try batch.run("jobs.jsonl", "--root", "photos", "--library", "plain")
    #expect(plain.exitCode == 0)
    let expected = try batch.assets(in: "plain")
    #expect(expected.count == Self.jobs)
    return (batch, expected)
  }

  private func environment(_ batch: BatchFolder, _ more: [String: String] = [:]) -> [String: String]
  {
    let folder = batch.folder.string
    var all = ["HOME": folder, "LANG": "C.UTF-8"].merging(more) { $1 }
    all["PATH"] = "\(folder)/bin:\(more["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")"
    return all
  }

  private func results(_ batch: BatchFolder, _ names: [String]) throws -> [ResultLine] {
    try names.flatMap { try ResultLine.lines(batch.folder.read(FilePath($0))) }
  }

  private func expectAll(
    _ results: [ResultLine], _ expected: [String: [UInt8]], _ batch: BatchFolder
  ) throws {
    #expect(results.map(\.job).sorted() == (0..<Self.jobs).map { "job \($0)" }.sorted())
    #expect(results.allSatisfy { $0.status == "saved" })
    #expect(Set(results.map { "collage-\($0.id ?? "").jpg" }) == Set(expected.keys))
    #expect(try batch.assets(in: "collages") == expected)
  }

  @Test(.enabled(if: Installed.program("parallel") != nil, "needs GNU parallel"))
  func `GNU parallel with two workers makes what a plain run makes`() throws {
    let (batch, expected) = try site()
    let outcome = try ChildProcess(
      "/bin/bash", [Self.recipes.appending("parallel.sh").string], in: batch.folder.path,
      environment: environment(batch)
    ).run()
    #expect(outcome.exitCode == 0, "\(outcome)")
    try expectAll(try results(batch, ["results.jsonl"]), expected, batch)
  }

  private static let spark =
    Installed.program("java") == nil ? nil : Installed.python(with: "pyspark")

  @Test(.enabled(if: spark != nil, "needs Java and Python with pyspark"))
  func `Spark makes what a plain run makes`() throws {
    let (batch, expected) = try site()
    let python = try #require(Self.spark)
    var inherited = Installed.inherited
    inherited["HOME"] = batch.folder.string
    inherited["PYSPARK_PYTHON"] = python.string
    inherited["SPARK_LOCAL_IP"] = "127.0.0.1"
    inherited["PYSPARK_SUBMIT_ARGS"] = "--master local[2] pyspark-shell"
    if let root = unsafe getenv("HOME"), inherited["PYENV_ROOT"] == nil {
      inherited["PYENV_ROOT"] = unsafe String(cString: root) + "/.pyenv"
    }
    var command = ChildProcess(
      python, [Self.recipes.appending("spark.py").string], in: batch.folder.path,
      environment: environment(batch, inherited))
    command.timeLimit = .seconds(400)
    let outcome = try command.run()
    #expect(outcome.exitCode == 0, "\(outcome)")
    let parts = try batch.folder.names(in: "results").filter { $0.hasPrefix("part-") }.map {
      "results/\($0)"
    }
    #expect(parts.count >= 4)
    try expectAll(try results(batch, parts), expected, batch)
  }

  @Test func `a Slurm array's tasks make together what a plain run makes`() throws {
    let (batch, expected) = try site()
    let script = Self.recipes.appending("slurm-array.sh").string
    for task in 0..<4 {
      let outcome = try ChildProcess(
        "/bin/bash", [script], in: batch.folder.path,
        environment: environment(
          batch,
          [
            "SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_MIN": "0",
            "SLURM_ARRAY_TASK_MAX": "3",
            "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_STEP": "1", "SLURM_CPUS_PER_TASK": "2",
          ])
      ).run()
      #expect(outcome.exitCode == 0, "\(outcome)")
    }
    try expectAll(try results(batch, (0..<4).map { "results-\($0).jsonl" }), expected, batch)
  }

  private static let yaml = Installed.python(with: "yaml")

  @Test(.enabled(if: yaml != nil, "needs Python with yaml"))
  func `a Kubernetes indexed Job's pods make together what a plain run makes`() throws {
    let (batch, expected) = try site()
    let reader = """
      import sys, yaml
      job = yaml.safe_load(open(sys.argv[1]))
      assert job["apiVersion"] == "batch/v1" and job["kind"] == "Job"
      spec = job["spec"]
      assert spec["completionMode"] == "Indexed"
      container = spec["template"]["spec"]["containers"][0]
      assert f"auto/{spec['completions']} " in container["args"][0]
      print(spec["completions"])
      print(" ".join(container["command"]))
      print(container["args"][0])
      """
    let read = try ChildProcess(
      try #require(Self.yaml),
      ["-c", reader, Self.recipes.appending("kubernetes-job.yaml").string], in: "/",
      environment: Installed.inherited
    ).run()
    let lines = read.output.split(separator: "\n").map(String.init)
    try #require(read.exitCode == 0 && lines.count == 3, "\(read)")
    #expect(lines[1] == "sh -c")
    for index in 0..<(Int(lines[0]) ?? 0) {
      let outcome = try ChildProcess(
        "/bin/sh", ["-c", lines[2]], in: batch.folder.path,
        environment: environment(batch, ["JOB_COMPLETION_INDEX": "\(index)"])
      ).run()
      #expect(outcome.exitCode == 0, "\(outcome)")
    }
    try expectAll(try results(batch, (0..<4).map { "results-\($0).jsonl" }), expected, batch)
  }
}
