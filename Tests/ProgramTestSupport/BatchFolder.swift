import FoundationEssentials
import Glibc
import Imaging
import PhotoCodecs
package import SystemPackage
package import TestSupport

/// A folder with small photos, `photos/0.jpg` and so on, in which `collage batch` is run; it is
/// also the program's home.
package final class BatchFolder: Sendable {
  package let folder: TemporaryFolder
  package static let library = "Pictures/Collages"

  package init(photos count: Int, width: Int = 36, height: Int = 27) throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("photos")
    for number in 0..<count {
      let raster = Raster(size: PixelSize(width: width, height: height)) { x, y in
        Colour(
          red: UInt8(truncatingIfNeeded: x * 9 + number),
          green: UInt8(truncatingIfNeeded: y * 13 + number / 7),
          blue: UInt8(truncatingIfNeeded: number * 40))
      }
      let bytes = try PixelBands(raster, as: .jpeg(.default)).encoded()
      try folder.write(bytes, to: FilePath("photos/\(number).jpg"))
    }
  }

  /// The manifest's line for job `number`: two photos in an order that no other of the first
  /// `photos` squared jobs has.
  package static func line(_ number: Int, photos: Int) -> String {
    "{\"id\": \"job \(number)\", \"photos\": [\"photos/\(number % photos).jpg\", \"photos/\(number / photos % photos).jpg\"]}"
  }

  /// Writes `jobs.jsonl` and returns its name.
  @discardableResult
  package func writeManifest(_ lines: [String], as name: String = "jobs.jsonl") throws -> String {
    try folder.write(lines.map { $0 + "\n" }.joined().utf8, to: FilePath(name))
    return name
  }

  package func command(_ arguments: [String], standardInput: StandardInput = .empty) -> ChildProcess
  {
    BuiltProgram.command(["batch"] + arguments, in: folder, standardInput: standardInput)
  }

  package func run(_ arguments: String..., standardInput: StandardInput = .empty) throws -> Outcome
  {
    try command(arguments + ["--canvas", "40x30px"], standardInput: standardInput).run()
  }

  /// The library's files by name; empty if there is no library.
  package func assets(in library: String = BatchFolder.library) throws -> [String: [UInt8]] {
    guard let names = try? folder.names(in: FilePath(library)) else { return [:] }
    return try names.reduce(into: [:]) { $0[$1] = try folder.read(FilePath("\(library)/\($1)")) }
  }
}

/// A line of results, as a reader would parse it.
package struct ResultLine: Decodable, Hashable {
  package struct Failure: Decodable, Hashable {
    package let code: Int
    package let messages: [String]

    package init(code: Int, messages: [String]) {
      self.code = code
      self.messages = messages
    }
  }

  package let job: String
  package let line: Int
  package let status: String
  package let milliseconds: Int
  package let id: String?
  package let path: String?
  package let bytes: Int?
  package let sha256: String?
  package let warnings: [String]?
  package let error: Failure?

  /// Every line must be a result and end with a line feed.
  package static func lines(_ output: [UInt8]) throws -> [ResultLine] {
    try output.split(separator: 0x0A).map {
      try JSONDecoder().decode(ResultLine.self, from: Data($0))
    }
  }
}

/// Programs that a test needs and that may be missing.
package enum Installed {
  package static func program(_ name: String) -> FilePath? {
    ["/usr/local/bin", "/usr/bin", "/bin"].map { FilePath("\($0)/\(name)") }.first { path in
      unsafe path.withPlatformString { unsafe access($0, X_OK) } == 0
    }
  }

  /// A Python that has a module; nil if none does.
  package static func python(with module: String) -> FilePath? {
    let search = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
    let folders = search.split(separator: ":").map(String.init) + ["/usr/bin"]
    return folders.map { FilePath($0).appending("python3") }.first { path in
      guard unsafe path.withPlatformString({ unsafe access($0, X_OK) }) == 0 else { return false }
      let check = ChildProcess(path, ["-c", "import \(module)"], in: "/", environment: inherited)
      return (try? check.run())?.exitCode == 0
    }
  }

  /// The variables that version managers of Python need.
  package static var inherited: [String: String] {
    ["PATH", "HOME", "PYENV_ROOT", "JAVA_HOME"].reduce(into: ["LANG": "C.UTF-8"]) { result, name in
      if let value = unsafe getenv(name) { result[name] = unsafe String(cString: value) }
    }
  }
}
