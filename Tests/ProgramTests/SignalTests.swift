import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Programs that are asked to stop.
@Suite(.waiting) struct SignalTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try SlowPhotos.write(to: place.folder)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a signal during the work ends it with its code, and nothing is written`(
    _ signal: Int32, _ code: Int32
  ) throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "out.jpg").exitCode == 0)
    let before = try place.folder.snapshot()
    for output in [["-o", "out.jpg"], []] {
      let running = try SlowPhotos.command(in: place.folder, output).start()
      #expect(Timeouts.wait(for: running, toHaveWorked: 0.2))
      running.send(signal)
      #expect(running.wait().answer == .failed(code, "interrupted; nothing was written"))
      #expect(try place.folder.snapshot() == before)
    }
  }

  @Test(arguments: [("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP)] as [(String, Int32)])
  func `a signal that was ignored from the beginning stays so`(_ name: String, _ signal: Int32)
    throws
  {
    let slow = SlowPhotos.command(in: place.folder, photos: 2, ["-o", "out.jpg"])
    var command = slow
    command.program = "/bin/sh"
    command.arguments =
      ["-c", #"trap "" \#(name); exec "$@""#, "sh", slow.program.string].map { Array($0.utf8) }
      + slow.arguments
    let running = try command.start()
    #expect(Timeouts.wait(for: running, toHaveWorked: 0.2))
    running.send(signal)
    #expect(running.wait().exitCode == 0)
    #expect(try place.folder.names().contains("out.jpg"))
  }

  @Test func `a second signal ends it at once`() throws {
    let before = try place.folder.snapshot()
    let running = try SlowPhotos.command(in: place.folder).start()
    #expect(Timeouts.wait(for: running, toHaveWorked: 0.2))
    running.send(SIGINT)
    running.send(SIGTERM)
    let outcome = running.wait()
    #expect([130, 143].contains(outcome.exitCode))
    #expect(try place.folder.snapshot() == before)
  }

  @Test(
    .enabled(if: Tracer.isPossible, "\(Tracer.reason)"),
    arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `a signal while the file is being written leaves neither it nor a temporary`(
    _ signal: Int32, _ code: Int32
  )
    throws
  {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "out.jpg").exitCode == 0)
    let before = try place.folder.snapshot()
    // Long enough for the signal to arrive while the bytes are being written to the disk, on a busy
    // machine, too.
    let running = try Tracer.command(
      BuiltProgram.command(Workplace.make + ["2.jpg", "1.jpg", "-o", "out.jpg"], in: place.folder),
      calls: "fsync", fault: "delay_enter=6000000:when=1"
    ).start()
    #expect(Timeouts.waitForDelay(of: running.id))
    running.send(signal)
    #expect(running.wait().answer == .failed(code, "interrupted; nothing was written"))
    #expect(try place.folder.snapshot() == before)
  }

  @Test(
    .enabled(if: Tracer.isPossible, "\(Tracer.reason)"), arguments: [[SIGINT], [SIGINT, SIGTERM]])
  func `a signal after the file has got its name comes too late, and the id is reported`(
    _ signals: [Int32]
  ) throws {
    let running = try Tracer.command(
      BuiltProgram.command(Workplace.make + ["2.jpg", "1.jpg", "-o", "out.jpg"], in: place.folder),
      calls: "fsync", fault: "delay_enter=2500000:when=2"
    ).start()
    #expect(try Timeouts.wait(for: running) { try place.folder.names().contains("out.jpg") })
    for signal in signals { running.send(signal) }
    let outcome = running.wait()
    #expect(outcome.answer == .done("\(outcome.id)\n"))
    #expect(try place.identity(of: "out.jpg") == outcome.id)
  }

  /// The program has reported, and takes so long to end that its handler would report again.
  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `what a signal has ended is told once`() throws {
    let running = try Tracer.command(
      SlowPhotos.command(in: place.folder), calls: "exit_group", fault: "delay_enter=2500000"
    ).start()
    #expect(Timeouts.wait(for: running, toHaveWorked: 0.2))
    running.send(SIGINT)
    #expect(running.wait().answer == .failed(130, "interrupted; nothing was written"))
  }

  @Test(arguments: [0, 1, 3])
  func `a signal ends a script, wherever it is`(_ saves: Int) throws {
    let script = (0..<200).map { "add 1.jpg 2.jpg\nsave \($0).png\n" }.joined()
    let running = try BuiltProgram.command(
      ["prompt", "--canvas", "40x20px"], in: place.folder, standardInput: .text(script)
    ).start()
    #expect(
      Timeouts.wait(for: running) { running.outputSoFar.count(where: { $0 == 0x0A }) >= saves })
    running.send(SIGTERM)
    let outcome = running.wait()
    // A signal that arrives before the program has started ends it like any other program.
    #expect(
      outcome.terminationStatus == .exited(143)
        || saves == 0 && outcome.terminationStatus == .killed(signal: SIGTERM))
    let told = outcome.output.split(separator: "\n").count
    #expect(told < 200)
    // Every collage that exists was reported.
    #expect(
      try place.folder.names().count { $0.hasSuffix(".png") && !$0.hasPrefix("slow") } == told)
  }

  @Test func `a signal ends a program that can't tidy up in time`() throws {
    let pipe = place.folder.path(of: "jobs")
    let made = unsafe pipe.withPlatformString { unsafe mkfifo($0, 0o600) }
    #expect(made == 0)
    // It waits for a writer, in a call that only the program's end can interrupt.
    let running = try BuiltProgram.command(["batch", "jobs"], in: place.folder).start()
    #expect(Timeouts.waitForSleep(of: running))
    running.send(SIGTERM)
    #expect([.exited(143), .killed(signal: SIGTERM)].contains(running.wait().terminationStatus))
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a standard error that nobody reads keeps no program from ending`(
    _ signal: Int32, _ code: Int32
  ) throws {
    let end = try place.makeFullPipe("full")
    let running = try ChildProcess(
      "/bin/sh",
      ["-c", #"exec "$@" 2>full"#, "sh", BuiltProgram.path.string, "make", "none.jpg", "none.png"],
      in: place.folder.path
    ).start()
    #expect(Timeouts.waitForSleep(of: running))
    running.send(signal)
    // A signal that arrives before the program has started ends it like any other program.
    #expect([.exited(code), .killed(signal: signal)].contains(running.wait().terminationStatus))
    try end.close()
  }

  @Test(
    .enabled(if: HungDisk.isPossible, "needs the right to mount a disk of its own"),
    arguments: [
      ["make", "disk/1.jpg", "1.jpg"], Workplace.make + ["1.jpg", "2.jpg", "-o", "disk/out.jpg"],
      ["batch", "disk/jobs"], ["find", "--in", "disk"], ["library", "list", "--library", "disk"],
    ])
  func `a disk that never answers keeps no program from ending`(_ arguments: [String]) throws {
    let disk = try HungDisk(at: "disk", in: place.folder)
    let running = try BuiltProgram.command(arguments, in: place.folder).start()
    #expect(Timeouts.waitForDisk(of: running))
    running.send(SIGTERM)
    let outcome = running.wait()
    #expect(outcome.exitCode == 143 && outcome.error.hasPrefix("collage: interrupted"))
    withExtendedLifetime(disk) {}
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `tidying that takes too long is left to the next run`() throws {
    // The signal arrives while the file is being written. The tracer reports the program's end when
    // its delays are over.
    let running = try Tracer.command(
      BuiltProgram.command(Workplace.make + ["2.jpg", "1.jpg", "-o", "out.jpg"], in: place.folder),
      calls: "unlink,unlinkat", fault: "delay_enter=10000000",
      others: ["fsync:delay_enter=10000000"]
    ).start()
    #expect(Timeouts.waitForDelay(of: running.id))
    running.send(SIGTERM)
    let outcome = running.wait()
    #expect(outcome.terminationStatus == .killed(signal: SIGTERM))
    #expect(outcome.error == "collage: interrupted; nothing was written\n")
    #expect(try place.make("1.jpg", "2.jpg", "-o", "out.jpg").exitCode == 0)
    #expect(try !place.folder.names().contains { $0.hasPrefix(".collage-") })
  }

  @Test func `a signal is heard while very many photos are laid out`() throws {
    let list = String(repeating: "1.jpg\0", count: 20_000)
    let running = try BuiltProgram.command(
      ["make", "--max", "20000", "--memory", "4G", "--dry-run", "--files0-from", "-"],
      in: place.folder,
      standardInput: .text(list)
    ).start()
    #expect(Timeouts.wait(for: running, toHaveWorked: 2))
    running.send(SIGTERM)
    let outcome = running.wait()
    #expect(outcome.answer == .failed(143, "interrupted; nothing was written"))
    // The layout takes minutes.
    #expect(outcome.cpuSeconds < 10)
  }

  @Test(
    .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"),
    arguments: [0.15, 0.3, 0.6, 1.2])
  func `a signal while rows with captions are laid out ends it, and nothing is written`(
    _ seconds: Double
  ) throws {
    let list = String(repeating: "1.jpg\0", count: 8000)
    let options = [
      "--max", "8000", "--layout", "rows", "--captions", "{n}", "--long-side", "40000", "-o",
      "out.png",
    ]
    let running = try BuiltProgram.command(
      ["make", "--files0-from", "-"] + options, in: place.folder, standardInput: .text(list)
    ).start()
    #expect(Timeouts.wait(for: running, toHaveWorked: seconds))
    running.send(SIGTERM)
    #expect(running.wait().answer == .failed(143, "interrupted; nothing was written"))
    #expect(try !place.folder.names().contains("out.png"))
  }

  @Test func `a signal is heard while large collages are read`() throws {
    let bytes = try place.folder.read(
      FilePath("lib/collage-\(place.make("1.jpg", "2.jpg", "--library", "lib").id).jpg"))
    // As large as a file with such a small picture may be, and so many that reading them takes
    // long.
    for number in 1000..<1400 {
      let name = FilePath("lib/collage-\(String(repeating: "0", count: 28))\(number).jpg")
      try place.folder.write(bytes, to: name)
      let isGrown =
        unsafe place.folder.path(of: name).withPlatformString { unsafe truncate($0, 256 << 20) }
        == 0
      #expect(isGrown)
    }
    let running = try BuiltProgram.command(
      ["library", "verify", "--library", "lib"], in: place.folder
    ).start()
    #expect(Timeouts.wait(for: running, toHaveWorked: 0.3))
    running.send(SIGTERM)
    let outcome = running.wait()
    #expect(outcome.exitCode == 143)
    #expect(outcome.error.contains("collage: interrupted; "))
    // Reading all of it takes minutes.
    #expect(outcome.cpuSeconds < 10)
  }
}
