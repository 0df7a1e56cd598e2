import Glibc
import Imaging
package import SystemPackage
package import TestSupport
package import Testing

/// A home folder with photos in it, and the program run there.
package struct Workplace {
  package let folder: TemporaryFolder

  /// - Parameter photos: how many photos there are, named `1.jpg` and so on, 32x24 pixels each.
  package init(photos: Int = 2) throws {
    folder = try TemporaryFolder()
    for number in 0..<photos {
      try folder.write(Self.photos[number], to: FilePath("\(number + 1).jpg"))
    }
  }

  /// Different JPEG files for `1.jpg` to `8.jpg`.
  package static let photos = (1...8).map {
    Picture.sampleJPEG($0, PixelSize(width: 32, height: 24))
  }

  /// Fixtures that are decoded in a worker, as far as their libraries are installed: the folder and
  /// the name.
  private static let sandboxed =
    (SandboxedDecoding.hasHEIF ? [("heif", "quarters.heic"), ("heif", "alpha.avif")] : [])
    + (SandboxedDecoding.hasWebP ? [("webp", "lossy.webp")] : [])

  /// The names that `writeSandboxedPhotos` gives.
  package static let sandboxedPhotos = sandboxed.map(\.1)

  package func writeSandboxedPhotos() throws {
    for (group, name) in Self.sandboxed {
      try folder.write(Fixtures.read(FilePath("\(group)/\(name)")), to: FilePath(name))
    }
  }

  /// The library that is used by default.
  package let library: FilePath = "Pictures/Collages"

  /// Runs the program here and waits for its end.
  package func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

  package func run(_ arguments: [String], input: StandardInput = .empty) throws -> Outcome {
    try BuiltProgram.command(arguments, in: folder, standardInput: input).run()
  }

  /// Runs `collage make` with a grid on a canvas of 40x20 pixels and these arguments.
  package func make(_ arguments: String...) throws -> Outcome { try run(Self.make + arguments) }

  /// What `make` puts before its arguments; a `--canvas` or `--layout` that comes later counts.
  package static let make = ["make", "--layout", "grid", "--canvas", "40x20px"]

  /// The command for help that an error about an option of `make` names: on the option, where help
  /// on the command doesn't show it.
  package func help(on option: String) throws -> String {
    let rows = try run("make", "--help").output.split(separator: "\n")
    let isShown = rows.contains {
      $0.firstMatch(of: /^  (-., )?--[a-z-]+/)?.0.hasSuffix(option) == true
    }
    return isShown ? "collage make --help" : "collage help \(option.drop { $0 == "-" })"
  }

  /// Runs a line of shell, in which `"$@"` stands for the program with these arguments.
  package func shell(_ script: String, _ arguments: [String]) throws -> Outcome {
    try ChildProcess(
      "/bin/sh", ["-c", script, "sh", BuiltProgram.path.string] + arguments, in: folder.path
    ).run()
  }

  /// Runs the program, which must fail, and compares the whole folder with what it was before.
  package func expectNothingChanges(
    by arguments: [String], _ expected: Answer, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try folder.snapshot()
    let outcome = try run(arguments)
    #expect(outcome.answer == expected, sourceLocation: sourceLocation)
    #expect(try folder.snapshot() == before, sourceLocation: sourceLocation)
  }

  /// The sorted names that are in the folder now and were not before, including folders.
  package func names(since before: FolderSnapshot) throws -> [String] {
    try folder.snapshot().contents.keys.filter { before.contents[$0] == nil }.map(\.string).sorted()
  }

  /// The first 32 digits that `sha256sum` prints for a file.
  package func identity(of name: FilePath) throws -> String {
    String(try digest(of: name).prefix(32))
  }

  /// What `sha256sum` prints for a file.
  package func digest(of name: FilePath) throws -> String {
    let sum = try ChildProcess(
      "/usr/bin/sha256sum", ["--", folder.path(of: name).string], in: folder.path
    ).run()
    return String(sum.output.prefix(64))
  }

  /// Creates a named pipe that is full for as long as the returned end of it is open.
  package func makeFullPipe(_ name: FilePath) throws -> FileDescriptor {
    let path = folder.path(of: name)
    let made = unsafe path.withPlatformString { unsafe mkfifo($0, 0o600) }
    try #require(made == 0)
    let end = try FileDescriptor.open(path, .readWrite, options: [.nonBlocking, .closeOnExec])
    while (try? end.writeAll([UInt8](repeating: 0, count: 4096))) != nil {}
    return end
  }
}
