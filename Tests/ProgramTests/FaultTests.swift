import Glibc
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Disks that are full, programs that are killed, and outputs without a reader.
@Suite(.waiting) struct FaultTests {
  let place: Workplace
  /// A collage that is far larger than the small disk.
  private let large = ["make", "1.jpg", "2.jpg", "--canvas", "400x300", "--background", "red"]
  private let asJPEG = ["--quality", "100"]

  init() throws { place = try Workplace() }

  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a small disk"))
  func `on a full disk the old file stays and nothing is left`() throws {
    let disk = try SmallDisk(bytes: 16 << 10, at: "disk", in: place.folder)
    #expect(try place.make("1.jpg", "2.jpg", "-o", "disk/old.jpg").exitCode == 0)
    for name in ["disk/old.jpg", "disk/new.jpg", "disk/new.png"] {
      try place.expectNothingChanges(
        by: large + ["-o", name] + (name.hasSuffix(".png") ? [] : asJPEG),
        .failed(74, "\(name): the disk is full; free some space, nothing was changed"))
    }
    withExtendedLifetime(disk) {}
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a small disk"))
  func `on a full disk the library stays as it is`() throws {
    let disk = try SmallDisk(bytes: 16 << 10, at: "disk", in: place.folder)
    #expect(try place.make("1.jpg", "2.jpg", "--library", "disk/library").exitCode == 0)
    try place.expectNothingChanges(
      by: large + asJPEG + ["--library", "disk/library"],
      .failed(74, "disk/library: the disk is full; free some space, nothing was changed"))
    withExtendedLifetime(disk) {}
  }

  @Test func `a canvas that the system has no memory for is an error to report`() throws {
    let before = try place.folder.snapshot()
    let outcome = try place.shell(
      #"ulimit -v 500000; exec "$@""#,
      ["make", "1.jpg", "2.jpg", "--canvas", "12000x12000", "-o", "out.png"])
    #expect(
      outcome.answer
        == .failed(
          74,
          "the system doesn't have enough memory for a canvas of 12000x12000; choose a smaller one with --canvas or --long-side"
        )
    )
    #expect(try place.folder.snapshot() == before)
  }

  @Test(
    .enabled(if: Tracer.isPossible, "\(Tracer.reason)"),
    arguments: [
      ("EMFILE", 74, "opening it failed: Too many open files"),
      ("EIO", 74, "opening it failed: Input/output error"),
      ("ENAMETOOLONG", 66, "opening it failed: File name too long"),
      ("ENOENT", 66, "there is no such file; check the path"),
    ] as [(String, Int32, String)])
  func `a photo that the system can't open is not a missing one`(
    _ fault: String, _ code: Int32, _ reason: String
  )
    throws
  {
    let photo = place.folder.path(of: "1.jpg")
    let outcome = try Tracer.command(
      BuiltProgram.command(["make", photo.string, "2.jpg", "-o", "out.png"], in: place.folder),
      calls: "openat",
      fault: "error=\(fault)", files: [photo]
    ).run()
    #expect(outcome.answer == .failed(code, "\(photo): \(reason)"))
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"), arguments: 1...4)
  func `a photo that ends too soon for its size has changed, and has no digest`(call: Int) throws {
    let photo = place.folder.path(of: "1.jpg")
    let before = try place.folder.snapshot()
    let outcome = try Tracer.command(
      BuiltProgram.command(
        ["make", photo.string, photo.string, "-o", "out.png"], in: place.folder), calls: "pread64",
      fault: "retval=0:when=\(call)", files: [photo]
    ).run()
    #expect(outcome.answer == .failed(74, "\(photo): changed while it was being read; try again"))
    #expect(try place.folder.snapshot() == before)
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `arguments that can't be read are not taken for none`() throws {
    let outcome = try Tracer.command(
      BuiltProgram.command(["make", "1.jpg", "2.jpg"], in: place.folder), calls: "openat",
      fault: "error=EMFILE",
      files: ["/proc/self/maps"]
    ).run()
    #expect(outcome.exitCode == 74)
    // The tracer may have printed something, too.
    #expect(
      outcome.error.hasSuffix(
        "collage: the arguments can't be read; this needs /proc and a free file descriptor\n"))
  }

  @Test func `a limit on the size of files is an error to report, and nothing is left`() throws {
    let before = try place.folder.snapshot()
    let outcome = try place.shell(#"ulimit -f 4; exec "$@""#, large + ["-o", "out.png"])
    #expect(
      outcome.answer == .failed(74, "out.png: writing failed: File too large; nothing was changed"))
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `an answer that nobody reads leaves a whole collage`() throws {
    let path =
      "\(place.folder.string)/\(place.library)/collage-\(try place.make("1.jpg", "2.jpg").id).jpg"
    let failure = Answer.failed(
      74, "\(path): the collage is saved, but its id can't be written to standard output")
    for script in [#""$@" >&-"#, #""$@" <&- >&-"#, #""$@" >/dev/full"#] {
      let outcome = try place.shell(script, Workplace.make + ["1.jpg", "2.jpg"])
      #expect(outcome.answer == failure)
      #expect(try place.run("library", "verify").exitCode == 0)
    }
    let running = try BuiltProgram.command(Workplace.make + ["1.jpg", "2.jpg"], in: place.folder)
      .start(readingOutput: false)
    #expect(running.wait().answer == failure)
    #expect(try place.run("library", "verify").exitCode == 0)
    #expect(try place.folder.names(in: place.library).count == 1)
  }

  @Test func `with its error stream or its input closed the program does its work`() throws {
    try place.folder.write(Workplace.photos[2].dropLast(2), to: "odd.jpg")
    let id = try place.make("odd.jpg", "1.jpg").id
    for script in [#""$@" 2>&-"#, #""$@" <&- 2>&-"#, #""$@" <&-"#] {
      let outcome = try place.shell(script, Workplace.make + ["odd.jpg", "1.jpg", "-o", "out.jpg"])
      #expect(outcome.output == "\(id)\n")
      #expect(outcome.exitCode == 0)
      #expect(try place.identity(of: "out.jpg") == id)
    }
  }

  @Test(.enabled(if: SystemCallTracer.isPossible, "\(SystemCallTracer.reason)"))
  func `killed at any moment there is the old file or the whole new one, and leftovers are swept`()
    throws
  {
    let old = try place.make("1.jpg", "2.jpg", "-o", "out.jpg").id
    let command = BuiltProgram.command(
      ["make", "2.jpg", "1.jpg", "--canvas", "200x100", "-o", "out.jpg"], in: place.folder)
    let whole = try SystemCallTracer.run(command)
    let new = try place.identity(of: "out.jpg")
    #expect(whole.terminationStatus == .exited(0) && new != old)
    for moment in 1...16 {
      // This sweeps what the one before has left.
      #expect(try place.make("1.jpg", "2.jpg", "-o", "out.jpg").id == old)
      #expect(try place.folder.names() == ["1.jpg", "2.jpg", "out.jpg"])
      let call = whole.calls[(whole.calls.count - 1) * moment / 16].call
      let run = try SystemCallTracer.run(command, injecting: InjectedFault(.killBefore, at: call))
      // Threads may make fewer calls in another order.
      #expect(run.terminationStatus == .killed(signal: SIGKILL) || run.faultIndex == nil, "\(call)")
      let id = try place.identity(of: "out.jpg")
      #expect(id == new || id == old && run.terminationStatus != .exited(0), "\(call)")
    }
    #expect(try command.run().exitCode == 0)
    #expect(try place.folder.names() == ["1.jpg", "2.jpg", "out.jpg"])
  }
}
