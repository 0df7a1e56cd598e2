import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `--require-sandbox`: photos of formats that a worker decodes are refused where it lacks a
/// protection.
@Suite(
  .waiting,
  .enabled(if: Tracer.isPossible && !Workplace.sandboxedPhotos.isEmpty, "\(Tracer.reason)"))
struct SandboxRequirementTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.writeSandboxedPhotos()
  }

  private static let photo = Workplace.sandboxedPhotos[0]

  /// Runs the program where the kernel seems to have no Landlock.
  private func runWithoutLandlock(
    _ arguments: [String], variable: String? = nil, input: StandardInput = .empty
  ) throws -> Outcome {
    var command = BuiltProgram.command(arguments, in: place.folder, standardInput: input)
    if let variable { command.environment["COLLAGE_REQUIRE_SANDBOX"] = variable }
    return try Tracer.command(command, calls: "landlock_create_ruleset", fault: "error=ENOSYS")
      .run()
  }

  private let fault =
    "its decoder would run without a protection that is required (--require-sandbox): Landlock"

  @Test func `without it a protection may be missing`() throws {
    #expect(try runWithoutLandlock(["make", "1.jpg", Self.photo]).exitCode == 0)
    #expect(
      try runWithoutLandlock(["make", "1.jpg", Self.photo], variable: "0").exitCode == 0)
  }

  @Test func `with it the photo is refused, and what is missing named`() throws {
    for (arguments, variable) in [
      (["make", "--require-sandbox", "1.jpg", Self.photo], nil),
      (["make", "1.jpg", Self.photo], "1"),
    ] {
      let outcome = try runWithoutLandlock(arguments, variable: variable)
      #expect(outcome.exitCode == 77 && outcome.error.contains(fault), "\(outcome.error)")
      #expect(outcome.error.contains("\(Self.photo): "))
    }
    // JPEGs need no worker.
    let jpegs = try runWithoutLandlock(["make", "--require-sandbox", "1.jpg", "2.jpg"])
    #expect(jpegs.exitCode == 0, "\(jpegs.error)")
  }

  @Test func `a job of a manifest may require it, and others not`() throws {
    let lines = [true, false].map {
      #"{"photos": ["1.jpg", "\#(Self.photo)"], "require-sandbox": \#($0)}"#
    }
    let outcome = try runWithoutLandlock(
      ["batch", "-", "--jobs", "1"], input: .text(lines.joined(separator: "\n") + "\n"))
    let results = outcome.output.split(separator: "\n")
    try #require(results.count == 2, "\(outcome.error)")
    #expect(results[0].contains(#""code":77"#) && results[0].contains("Landlock"))
    #expect(results[1].contains(#""status":"saved""#))
  }

  @Test func `the user's own defaults may require it`() throws {
    #expect(try place.run("config", "set", "require-sandbox", "on").exitCode == 0)
    #expect(try runWithoutLandlock(["make", "1.jpg", Self.photo]).exitCode == 77)
    #expect(try runWithoutLandlock(["make", "--no-config", "1.jpg", Self.photo]).exitCode == 0)
  }

  @Test func `formats tells whether all protections are there`() throws {
    let outcome = try runWithoutLandlock(["formats", "--require-sandbox"])
    #expect(outcome.exitCode == 77 && outcome.output.contains("Landlock"))
    #expect(
      outcome.error == "collage: the sandbox lacks what --require-sandbox requires: Landlock\n")
    let all = try place.run("formats", "--json").output.contains(#""active":false"#)
    #expect(try place.run("formats", "--require-sandbox").exitCode == (all ? 77 : 0))
  }

  @Test func `every command takes it`() throws {
    for command in [
      "find", "pick", "library list", "library verify", "config show", "template new",
    ] {
      let help = try place.run(command.split(separator: " ").map(String.init) + ["--help-all"])
      #expect(help.output.contains("--require-sandbox"), "\(command)")
    }
    let wrong = try place.shell(#"COLLAGE_REQUIRE_SANDBOX=yes "$@""#, ["formats"])
    #expect(
      wrong.answer
        == .failed(64, "COLLAGE_REQUIRE_SANDBOX: 'yes' is not a valid value; set it to 1 or 0"))
  }
}
