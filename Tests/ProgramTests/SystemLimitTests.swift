import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// A system that provides few threads, little memory, few descriptors or a small stack: the work is
/// done all the same, or the program says why it can't be.
///
/// `COLLAGE_LIMITS=all` tries every limit there is. That takes some minutes, prints its numbers,
/// and is meant for the release program:
///
///     COLLAGE_LIMITS=all COLLAGE_PROGRAM=$PWD/.build/release/collage swift test --filter
///     SystemLimitTests
@Suite(.waiting) struct SystemLimitTests {
  /// What each test begins with, made once.
  private struct Beginning {
    let id: String
    let sandboxedID: String
    let files: [(name: FilePath, bytes: [UInt8])]

    init() throws {
      let place = try Workplace()
      try place.writeSandboxedPhotos()
      id = try place.make("2.jpg", "1.jpg", "-o", "out.jpg").id
      sandboxedID = try place.run(SystemLimitTests.sandboxed).id
      try place.folder.write(
        Array(
          """
          {"photos":["1.jpg","2.jpg"],"output":"a.jpg"}
          {"photos":["2.jpg","1.jpg"],"output":"b.jpg"}

          """.utf8), to: "jobs.jsonl")
      files = try place.folder.names().map { try (FilePath($0), place.folder.read(FilePath($0))) }
    }
  }

  private static let beginning = Result { try Beginning() }
  /// A collage of photos that are decoded in processes of their own.
  private static let sandboxed =
    ["make", "--any-count", "1.jpg"] + Workplace.sandboxedPhotos + ["-o", "sandboxed.png"]

  let place: Workplace
  let id: String
  let sandboxedID: String

  init() throws {
    let beginning = try Self.beginning.get()
    (id, sandboxedID) = (beginning.id, beginning.sandboxedID)
    place = try Workplace(photos: 0)
    for (name, bytes) in beginning.files { try place.folder.write(bytes, to: name) }
  }

  @Test(
    .enabled(if: SystemLimit.isPossible, "needs prlimit and setpriv, and the right to use them"),
    arguments: SystemLimit.all)
  func `whatever the system limits, the work is done or 74 says why not`(_ limit: SystemLimit)
    throws
  {
    _ = try exitCodes(under: limit)
  }

  @Test(
    .enabled(if: SystemLimit.isPossible && SystemLimit.areAllWanted, "COLLAGE_LIMITS=all runs it"),
    arguments: SystemLimit.Kind.allCases)
  func `whatever every limit of a kind is`(_ kind: SystemLimit.Kind) throws {
    let limits = SystemLimit.every(kind)
    let codes = try limits.flatMap(exitCodes)
    let counts = Set(codes).sorted().map { code in "\(codes.count { $0 == code }) with \(code)" }
    print("\(kind): \(limits.count) limits, \(codes.count) runs: \(counts.joined(separator: ", "))")
  }

  /// Does all kinds of work under the limit, and checks the results.
  private func exitCodes(under limit: SystemLimit) throws -> [Int32] {
    let saved = try place.make("1.jpg", "2.jpg").id
    // Another user works here, too.
    #expect(
      try ChildProcess("/bin/chmod", ["-R", "a+rwX", place.folder.string], in: "/").run().exitCode
        == 0)
    let script = "add 1.jpg 2.jpg\nsave script.jpg\nlist\n"
    let outcomes = try [
      run(Workplace.make + ["2.jpg", "1.jpg", "-o", "out.jpg"], under: limit),
      run(Self.sandboxed, under: limit),
      run(["library", "list"], under: limit),
      run(["library", "remove", saved], under: limit),
      run(["prompt", "--canvas", "40x20px", "--layout", "grid"], .text(script), under: limit),
      run(
        ["batch", "jobs.jsonl", "--canvas", "40x20px", "--force"], under: limit, mayFailPartly: true
      ),
    ]
    for (outcome, id) in zip(outcomes, [id, sandboxedID]) where outcome.exitCode == 0 {
      #expect(outcome.output == "\(id)\n", "\(limit)")
    }
    // Older collages are intact, whatever happened to newer ones.
    #expect(try place.identity(of: "out.jpg") == id)
    #expect(try place.identity(of: "sandboxed.png") == sandboxedID)
    #expect(try !place.folder.names().contains { $0.hasPrefix(".collage-") })
    return outcomes.compactMap(\.exitCode)
  }

  private func run(
    _ arguments: [String], _ input: StandardInput = .empty, under limit: SystemLimit,
    mayFailPartly: Bool = false
  ) throws -> Outcome {
    let outcome = try limit.command(
      BuiltProgram.command(arguments, in: place.folder, standardInput: input)
    ).run()
    let isAsPromised =
      switch outcome.terminationStatus {
      case .exited(0): true
      case .exited(1): mayFailPartly
      case .exited(74): outcome.errorLines >= 1
      // If even the system's loader doesn't get what it needs, the program never starts.
      case .exited(127): outcome.error.contains("error while loading shared libraries")
      case .exited, .ranOutOfTime: false
      // Nor does it if it doesn't fit into memory itself.
      case .killed:
        try limit.command(BuiltProgram.command(["--version"], in: place.folder)).run().exitCode
          == nil
      }
    #expect(isAsPromised, "\(limit) \(arguments[0]): \(outcome)")
    return outcome
  }

  @Test(
    .enabled(if: SystemLimit.isPossible, "needs prlimit and setpriv, and the right to use them"))
  func `a small stack that may be raised hinders nothing`() throws {
    let limit = SystemLimit(kind: .stack, value: 128 << 10)
    let make = BuiltProgram.command(
      Workplace.make + ["2.jpg", "1.jpg", "-o", "soft.jpg"], in: place.folder)
    let outcome = try limit.command(make, isHard: false).run()
    #expect(outcome.exitCode == 0 && outcome.output == "\(id)\n")
  }

  @Test(
    .enabled(
      if: SystemLimit.isPossible && InstalledText.isThere,
      "needs prlimit, setpriv, and \(InstalledText.reason)"),
    arguments: [64 << 10, 1 << 20])
  func `a stack that is too small for text is told as that`(bytes: Int) throws {
    let limit = SystemLimit(kind: .stack, value: bytes)
    let make = Workplace.make + ["2.jpg", "1.jpg", "--title", "abc", "-o", "text.png"]
    let outcome = try limit.command(BuiltProgram.command(make, in: place.folder)).run()
    let message =
      "text can't be drawn: the library that draws it needs a larger stack than the limit allows; raise the limit (ulimit -s)"
    #expect(outcome.answer == .failed(74, message))
  }

  @Test(
    .enabled(
      if: Tracer.isPossible && InstalledText.isThere,
      "\(Tracer.reason), and \(InstalledText.reason)"))
  func `a container's filter that refuses to start processes is told as that`() throws {
    let make = Workplace.make + ["2.jpg", "1.jpg", "--title", "abc", "-o", "text.png"]
    let command = BuiltProgram.command(make, in: place.folder)
    let outcome = try Tracer.command(command, calls: "clone3", fault: "error=EPERM").run()
    #expect(
      outcome.exitCode == 74 && outcome.error.contains("Operation not permitted; in a container"),
      "\(outcome)")
  }

  @Test(
    .enabled(
      if: SystemLimit.isPossible && InstalledText.isThere,
      "needs prlimit, setpriv, and \(InstalledText.reason)")
  )
  func `a limit on the sizes of files is told as that`() throws {
    let limit = SystemLimit(kind: .fileSize, value: 1000)
    let make = [
      "make", "1.jpg", "2.jpg", "--canvas", "400x300", "--title", "abc", "-o", "text.png",
    ]
    let outcome = try limit.command(BuiltProgram.command(make, in: place.folder)).run()
    #expect(outcome.exitCode == 74 && outcome.error.contains("File too large"))
  }

  @Test(
    .enabled(if: SystemLimit.isPossible, "needs prlimit and setpriv, and the right to use them"))
  func `a prompt that can't have what it needs says so`() throws {
    let limit = SystemLimit(kind: .descriptors, value: 5)
    var command = limit.command(BuiltProgram.command(["prompt"], in: place.folder))
    command.environment["TERM"] = "xterm-256color"
    let terminal = try PseudoTerminal(running: command)
    #expect(try terminal.waitForEnd() == .exited(74))
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("raise the limits"))
  }

  @Test(arguments: [Int.max, Int.max - 1, 1_000_000])
  func `any number of jobs may be asked for`(_ jobs: Int) throws {
    let outcome = try place.run(
      "batch", "jobs.jsonl", "--canvas", "40x20px", "--quiet", "--jobs", "\(jobs)")
    #expect(outcome.exitCode == 0)
    #expect(outcome.peakBytes < 150 << 20)
    #expect(try place.make("2.jpg", "1.jpg", "--jobs", "\(jobs)", "-o", "out.jpg").id == id)
  }

  @Test func `numbers of tasks that are too far apart are no even ones`() throws {
    var command = BuiltProgram.command(
      ["batch", "jobs.jsonl", "--shard", "auto/3"], in: place.folder)
    command.environment["SLURM_ARRAY_TASK_ID"] = "\(Int.max)"
    command.environment["SLURM_ARRAY_TASK_MIN"] = "\(Int.min)"
    #expect(
      try command.run().answer
        == .failed(64, "--shard auto: the array's tasks are not numbered evenly; write i/n instead")
    )
  }

  @Test func `a sheet of layouts counts as memory`() throws {
    let photos = try (3...6).map { number in
      try place.folder.write(Workplace.photos[number - 1], to: FilePath("\(number).jpg"))
      return "\(number).jpg"
    }
    let outcome = try place.run(
      [
        "make", "1.jpg", "2.jpg", "--canvas", "40x30px", "--alternatives", "100", "--memory", "8M",
        "-o", "sheet.png",
      ]
        + photos)
    #expect(outcome.exitCode == 64)
    #expect(outcome.error.contains("MiB, but the memory limit is 8 MiB; raise it with --memory"))
    #expect(try !place.folder.names().contains("sheet.png"))
  }
}
