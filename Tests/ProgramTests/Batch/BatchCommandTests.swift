import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@Suite(.waiting, .timeLimit(.minutes(20)))
struct BatchCommandTests {
  @Test func `each job gives a line, and the id that collage make gives`() throws {
    let batch = try BatchFolder(photos: 4)
    try batch.writeManifest((0..<6).map { BatchFolder.line($0, photos: 4) })
    let outcome = try batch.run("jobs.jsonl")
    #expect(outcome.exitCode == 0)
    #expect(outcome.error.hasPrefix("collage: 6 jobs: 6 saved, 0 unchanged, 0 failed; "))
    let results = try ResultLine.lines(outcome.outputBytes)
    #expect(results.map(\.job) == (0..<6).map { "job \($0)" })
    #expect(results.map(\.line) == Array(1...6))
    for result in results {
      let id = try #require(result.id)
      let path = try #require(result.path)
      #expect(path == "\(batch.folder.string)/\(BatchFolder.library)/collage-\(id).jpg")
      let bytes = try batch.folder.read(FilePath("\(BatchFolder.library)/collage-\(id).jpg"))
      #expect(result.bytes == bytes.count)
      #expect(result.sha256?.hasPrefix(id) == true)
      #expect(result.warnings == [])
    }
    let sums = try ChildProcess(
      "/usr/bin/sha256sum", results.map { $0.path ?? "" }, in: batch.folder.path
    ).run().output.split(separator: "\n").map { String($0.prefix(64)) }
    #expect(sums == results.map(\.sha256))
    let made = try BuiltProgram.run(
      "photos/3.jpg", "photos/0.jpg", "--canvas", "40x30px", "--library", "other", in: batch.folder)
    #expect(made.output == "\(results[3].id ?? "")\n")
  }

  @Test
  func
    `standard input and named outputs work, and options are a job's own before they are all jobs'`()
    throws
  {
    let batch = try BatchFolder(photos: 3)
    let lines = """
      {"photos": ["0.jpg", "1.jpg"], "output": "../a.png", "canvas": "10x8px"}
      {"photos": ["0.jpg"], "any-count": true, "output": "../b.jpg"}

      {"photos": ["0.jpg", "1.jpg", "2.jpg"], "max": 2, "any-count": true}
      """
    let outcome = try batch.run("-", "--root", "photos", "--quiet", standardInput: .text(lines))
    #expect(outcome.exitCode == 1)
    #expect(outcome.error == "")
    let results = try ResultLine.lines(outcome.outputBytes)
    #expect(results.map(\.status) == ["saved", "saved", "failed"])
    #expect(results.map(\.job) == ["1", "2", "4"])
    #expect(results[2].error?.code == 64)
    #expect(try batch.folder.read("a.png").starts(with: [0x89, 0x50]))
    #expect(try batch.folder.read("b.jpg").starts(with: [0xFF, 0xD8]))
  }

  @Test func `a collage that the rules no longer allow is refused, not called unchanged`() throws {
    let batch = try BatchFolder(photos: 3)
    try batch.writeManifest(["{\"photos\": [\"photos/0.jpg\", \"photos/1.jpg\", \"photos/2.jpg\"]}"]
    )
    func status(_ options: String...) throws -> String {
      let outcome = try batch.command(["jobs.jsonl", "--canvas", "40x30px"] + options).run()
      return try ResultLine.lines(outcome.outputBytes).map { "\($0.status) \($0.error?.code ?? 0)" }
        .joined()
    }
    #expect(try status("--any-count") == "saved 0")
    #expect(try status("--any-count") == "unchanged 0")
    #expect(try status() == "failed 64")
    #expect(try status("--any-count", "--max", "2") == "failed 64")
  }

  @Test func `one damaged, one missing, one odd and one malformed job in a thousand fail alone`()
    throws
  {
    let batch = try BatchFolder(photos: 40)
    let damaged = try batch.folder.read("photos/0.jpg")
    try batch.folder.write(damaged.prefix(damaged.count * 2 / 3), to: "photos/damaged.jpg")
    var lines = (0..<1000).map { BatchFolder.line($0, photos: 40) }
    lines[99] = "{\"id\": \"d\", \"photos\": [\"photos/1.jpg\", \"photos/damaged.jpg\"]}"
    lines[199] = "{\"id\": \"m\", \"photos\": [\"photos/none.jpg\", \"photos/1.jpg\"]}"
    lines[299] =
      "{\"id\": \"o\", \"photos\": [\"photos/1.jpg\", \"photos/2.jpg\", \"photos/3.jpg\"]}"
    lines[399] = "{\"id\": \"x\", \"photos\": ["
    try batch.writeManifest(lines)
    let outcome = try batch.run("jobs.jsonl")
    #expect(outcome.exitCode == 1)
    let results = try ResultLine.lines(outcome.outputBytes)
    #expect(results.count == 1000)
    let failed = results.filter { $0.status == "failed" }
    try #require(failed.map(\.line) == [100, 200, 300, 400])
    #expect(failed.map(\.job) == ["d", "m", "o", "400"])
    #expect(failed.map { $0.error?.code ?? 0 } == [65, 66, 64, 64])
    let messages = failed.map { $0.error?.messages.first ?? "" }
    #expect(messages[0].hasPrefix("\(batch.folder.string)/photos/damaged.jpg: damaged: "))
    #expect(messages[1].hasPrefix("\(batch.folder.string)/photos/none.jpg: there is no such file"))
    #expect(messages[3].hasPrefix("line 400: this is not JSON"))
    #expect(results.count { $0.status == "saved" } == 996)
    #expect(outcome.peakBytes < 200 << 20)
  }

  @Test func `a producer that waits for each answer gets it`() throws {
    let batch = try BatchFolder(photos: 2)
    let process = try batch.command(
      ["--canvas", "40x30px"],
      standardInput: .heldOpen(after: Array((BatchFolder.line(0, photos: 2) + "\n").utf8))
    ).start()
    #expect(Timeouts.wait(for: process) { process.outputSoFar.contains(0x0A) })
    #expect(try ResultLine.lines(process.outputSoFar).map(\.status) == ["saved"])
    process.send(SIGTERM)
    #expect(process.wait().terminationStatus == .exited(143))
  }

  @Test func `a library among the folders is none of them`() throws {
    let batch = try BatchFolder(photos: 2)
    for status in ["saved", "unchanged"] {
      let outcome = try batch.run("--from-folders", ".", "--library", "photos/made")
      #expect(try ResultLine.lines(outcome.outputBytes).map(\.job) == ["photos"])
      #expect(try ResultLine.lines(outcome.outputBytes).map(\.status) == [status])
    }
  }

  @Test func `numbers that are too large for a decoder are no danger to others`() throws {
    let batch = try BatchFolder(photos: 2)
    try batch.writeManifest([
      "{\"photos\": [\"photos/0.jpg\", \"photos/1.jpg\"], \"max-scans\": 3000000000}",
      BatchFolder.line(1, photos: 2),
    ])
    let outcome = try batch.run("jobs.jsonl", "--max-scans", "9223372036854775807")
    #expect(try ResultLine.lines(outcome.outputBytes).map(\.status) == ["saved", "saved"])
  }

  @Test func `a line that is too long is not silently left out of what is missing`() throws {
    let batch = try BatchFolder(photos: 2)
    let long = "{\"photos\": [\"\(String(repeating: "x", count: 1_100_000))\"]}"
    try batch.writeManifest([BatchFolder.line(1, photos: 2), long])
    try batch.folder.write([], to: "results.jsonl")
    let outcome = try batch.command(["--missing", "jobs.jsonl", "results.jsonl"]).run()
    #expect(outcome.exitCode == 0)
    #expect(outcome.output == BatchFolder.line(1, photos: 2) + "\n")
    #expect(
      outcome.error
        == "collage: jobs.jsonl: warning: line 2 is too long for a job and is left out\n")
  }

  @Test
  func `one output is written once, whatever it is called, and in whatever shard its jobs are`()
    throws
  {
    let batch = try BatchFolder(photos: 8)
    try batch.folder.makeFolder("out")
    try batch.folder.makeFolder("out/deep")
    try batch.folder.makeSymbolicLink("link", to: "out")
    try batch.folder.makeSymbolicLink("deep", to: "out/deep")
    let outputs =
      ["out/a.jpg", "link/a.jpg", "deep/../a.jpg", "./out/../link/a.jpg"]
      + Array(repeating: "out/a.jpg", count: 8)
      + ["b.jpg", "deep/../b.jpg"]
    try batch.writeManifest(
      outputs.enumerated().map { number, output in
        BatchFolder.line(number, photos: 8).dropLast() + ", \"output\": \"\(output)\"}"
      })
    for shards in [1, 3] {
      var results: [ResultLine] = []
      for index in 0..<shards {
        let outcome = try batch.run("jobs.jsonl", "--shard", "\(index)/\(shards)", "--force")
        results += try ResultLine.lines(outcome.outputBytes)
      }
      #expect(results.filter { $0.status == "saved" }.map(\.line).sorted() == [1, 13, 14])
      let refused = results.filter { $0.status == "failed" }
      #expect(refused.count == 11)
      #expect(
        refused.allSatisfy {
          $0.error?.code == 64
            && $0.error?.messages.first?.contains("\"output\": an earlier line also writes") == true
        })
      let first = try #require(results.first { $0.line == 1 })
      #expect(try batch.folder.read("out/a.jpg").count == first.bytes)
    }
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `folders that can't be read to their end are no empty ones`() throws {
    let batch = try BatchFolder(photos: 2)
    // The folder itself, then the one in it: each is read twice, the second time to see that
    // nothing is left.
    for (call, jobs) in [(1, 0), (2, 0), (3, 1), (4, 1)] {
      let outcome = try Tracer.command(
        batch.command(["--from-folders", "photos/.."]), calls: "getdents64",
        fault: "error=EIO:when=\(call)"
      ).run()
      let results = try ResultLine.lines(outcome.outputBytes)
      #expect(
        results.map(\.status) == Array(repeating: "failed", count: jobs), "\(call): \(outcome)")
      #expect(outcome.exitCode == (jobs == 0 ? 74 : 1))
      #expect(results.allSatisfy { $0.error?.code == 74 })
    }
  }

  @Test(.enabled(if: OrdinaryUser.isPossible, "needs permissions to apply to us"))
  func `a folder that may not be read or entered is a job that fails`() throws {
    let batch = try BatchFolder(photos: 2)
    for permissions in [[], .ownerRead, .ownerExecute] as [FilePermissions] {
      try batch.folder.setPermissions(permissions, of: "photos")
      let outcome = try OrdinaryUser.run(batch.command(["--from-folders", "."]))
      try batch.folder.setPermissions([.ownerReadWriteExecute], of: "photos")
      let results = try ResultLine.lines(outcome.outputBytes)
      #expect(results.map { $0.error?.code } == [66], "\(permissions): \(outcome)")
    }
  }

  @Test func `folders of pictures become jobs`() throws {
    let batch = try BatchFolder(photos: 4)
    let outcome = try batch.run("--from-folders", ".")
    let results = try ResultLine.lines(outcome.outputBytes)
    #expect(results.map(\.job) == ["photos"])
    #expect(results.map(\.status) == ["saved"])
    #expect(outcome.exitCode == 0)
  }

  @Test func `folders without pictures are no jobs, and that is said`() throws {
    let batch = try BatchFolder(photos: 1)
    try batch.folder.makeFolder("empty")
    for options in [[], ["--best", "4"], ["--books", "books"]] {
      let outcome = try batch.command(["--from-folders", "empty"] + options).run()
      #expect(
        outcome.answer
          == .done("", saying: "0 jobs: there are no pictures in empty, nor in folders below it"))
    }
  }

  @Test func `wrong command lines and manifests end at once`() throws {
    let batch = try BatchFolder(photos: 1)
    let cases: [([String], Int32, String)] = [
      (
        ["none.jsonl"], 66, "collage: none.jsonl: there is no such file or folder; check the path\n"
      ),
      (
        ["photos"], 66,
        "collage: photos: this is a folder, not a manifest; for a collage of each folder in it, "
          + "put --from-folders before it\n"
      ),
      (["a", "--exclude", "b"], 64, "collage: --exclude works only with --from-folders"),
      (
        ["--from-folders", "none"], 66,
        "collage: \(batch.folder.string)/none: there is no such file or folder"
      ),
      (["a", "b"], 64, "collage: only one manifest at a time; join them with 'cat'"),
      (
        ["a", "--from-folders", "b"], 64, "collage: a manifest and --from-folders can't be combined"
      ),
      (["--shard", "9/8"], 64, "collage: --shard: '9/8' is not valid"),
      (
        ["--shard", "auto"], 64,
        "collage: --shard auto: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set"
      ),
      (["--missing", "a"], 64, "collage: --missing needs a manifest and results"),
    ]
    for (arguments, code, message) in cases {
      let outcome = try batch.command(arguments).run()
      #expect(outcome.exitCode == code, "\(arguments) \(outcome)")
      #expect(outcome.error.hasPrefix(message), "\(arguments) \(outcome)")
      #expect(outcome.output == "")
      #expect(outcome.error.split(separator: "\n").count == 1)
    }
  }

  @Test func `shards from a cluster's environment are disjoint and together the whole`() throws {
    let batch = try BatchFolder(photos: 8)
    let names = (0..<60).map { "job \($0)" }
    try batch.writeManifest((0..<60).map { BatchFolder.line($0, photos: 8) })
    let environments: [[(String, String)]] = [
      [
        ("SLURM_ARRAY_TASK_MIN", "1"), ("SLURM_ARRAY_TASK_COUNT", "3"),
        ("SLURM_ARRAY_TASK_STEP", "2"),
      ], [],
    ]
    for (environment, option) in zip(environments, ["auto", "auto/3"]) {
      var parts: [[String]] = []
      for index in 0..<3 {
        var command = batch.command([
          "jobs.jsonl", "--canvas", "8x6px", "--shard", option, "--quiet",
        ])
        for (name, value) in environment { command.environment[name] = value }
        let isSlurm = !environment.isEmpty
        command.environment[isSlurm ? "SLURM_ARRAY_TASK_ID" : "JOB_COMPLETION_INDEX"] =
          "\(isSlurm ? 1 + 2 * index : index)"
        let outcome = try command.run()
        #expect(outcome.exitCode == 0, "\(outcome)")
        parts.append(try ResultLine.lines(outcome.outputBytes).map(\.job))
      }
      #expect(parts.allSatisfy { !$0.isEmpty })
      #expect(parts.joined().sorted() == names.sorted())
    }
  }

  @Test func `what has no success yet is printed, and is all that is left to do`() throws {
    let batch = try BatchFolder(photos: 8)
    try batch.writeManifest((0..<30).map { BatchFolder.line($0, photos: 8) })
    let part = try batch.run("jobs.jsonl", "--shard", "1/3")
    try batch.folder.write(
      part.outputBytes + Array("{\"job\": \"job 5\", \"sta".utf8), to: "results.jsonl")
    let missing = try batch.command(["--missing", "jobs.jsonl", "results.jsonl"]).run()
    #expect(missing.exitCode == 0)
    #expect(
      missing.error == "collage: results.jsonl: warning: 1 lines are not results and are ignored\n")
    let rest = try batch.run("--library", "rest", standardInput: .bytes(missing.outputBytes))
    let jobs = try ResultLine.lines(part.outputBytes + rest.outputBytes).map(\.job)
    #expect(jobs.sorted() == (0..<30).map { "job \($0)" }.sorted())
  }

  @Test func `an interrupted batch leaves whole lines and goes on where it was`() throws {
    let batch = try BatchFolder(photos: 30)
    try batch.writeManifest((0..<800).map { BatchFolder.line($0, photos: 30) })
    for (signal, code) in [(SIGINT, Int32(130)), (SIGTERM, 143)] {
      let process = try batch.command(["jobs.jsonl", "--canvas", "90x60", "--force"]).start()
      #expect(Timeouts.wait(for: process) { process.outputSoFar.count >= 3000 })
      process.send(signal)
      let outcome = process.wait()
      #expect(outcome.terminationStatus == .exited(code))
      #expect(outcome.error.contains("the same command continues from there"))
      #expect(outcome.outputBytes.last == 0x0A)
      let results = try ResultLine.lines(outcome.outputBytes)
      #expect(results.allSatisfy { $0.status == "saved" })
      #expect(!results.isEmpty && results.count < 800)
      let assets = try batch.assets().keys
      #expect(!assets.isEmpty && assets.allSatisfy { !$0.hasPrefix(".") })
    }
    let rest = try batch.command(["jobs.jsonl", "--canvas", "90x60"]).run()
    let statuses = try ResultLine.lines(rest.outputBytes).map(\.status)
    #expect(statuses.count == 800 && statuses.contains("unchanged") && statuses.contains("saved"))
  }

  @Test(.timeLimit(.minutes(10)), arguments: 0..<4)
  func `killed at random moments and run again, a batch gives the bytes of an undisturbed run`(
    round: Int
  ) throws {
    let batch = try BatchFolder(photos: 20)
    try batch.writeManifest((0..<200).map { BatchFolder.line($0, photos: 20) })
    let plain = try batch.run("jobs.jsonl", "--library", "plain")
    #expect(plain.exitCode == 0)
    var dice = Dice(Seed.chosen())
    for _ in 0..<2 {
      let process = try batch.command(["jobs.jsonl", "--canvas", "40x30px", "--library", "killed"])
        .start()
      let moment = Int.random(in: 0..<plain.outputBytes.count * 4 / 5, using: &dice)
      _ = Timeouts.wait(for: process) { process.outputSoFar.count >= moment }
      process.send(SIGKILL)
      _ = process.wait()
    }
    let outcome = try batch.run("jobs.jsonl", "--library", "killed")
    #expect(outcome.exitCode == 0)
    #expect(
      try ResultLine.lines(outcome.outputBytes).map(\.id)
        == ResultLine.lines(plain.outputBytes).map(\.id))
    #expect(try batch.assets(in: "killed") == batch.assets(in: "plain"))
  }

  @Test func `nobody to read the results ends a batch`() throws {
    let batch = try BatchFolder(photos: 20)
    try batch.writeManifest((0..<400).map { BatchFolder.line($0, photos: 20) })
    let outcome = try batch.command(["jobs.jsonl", "--canvas", "40x30px"]).start(
      readingOutput: false
    )
    .wait()
    #expect(outcome.terminationStatus == .exited(74))
    #expect(outcome.error.contains("can't be written to standard output"))
    #expect(try batch.assets().count < 200)
  }

  @Test func `on a terminal a bar shows how far it is, and is gone at the end`() throws {
    let batch = try BatchFolder(photos: 20)
    try batch.writeManifest((0..<400).map { BatchFolder.line($0, photos: 20) } + ["bad"])
    let script = "exec \"$0\" batch jobs.jsonl --canvas 200x150 > results.jsonl"
    let terminal = try PseudoTerminal(
      running: ChildProcess(
        "/bin/sh", ["-c", script, BuiltProgram.path.string], in: batch.folder.path), columns: 100)
    #expect(try terminal.waitForEnd() == .exited(1))
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(text.contains("/401  ") && text.contains("/s  ") && text.contains(" left"))
    #expect(text.contains("\r\u{1B}[Kcollage: 401 jobs: 400 saved, 0 unchanged, 1 failed; "))
  }
}
