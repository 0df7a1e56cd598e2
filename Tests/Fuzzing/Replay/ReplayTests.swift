import Foundation
import SystemPackage
import TestSupport
import Testing

/// What fuzzing has found, and small inputs of all kinds: none breaks a promise of its target any
/// more.
@Suite struct ReplayTests {
  /// The folders that hold a folder for a target.
  private static let folders = [
    Fixtures.folder,
    Fixtures.folder.removingLastComponent().appending("Tests").appending("Fuzzing").appending(
      "Cases"),
  ]

  @Test(arguments: FuzzTarget.allCases)
  func `the cases of each target keep its promises`(target: FuzzTarget) throws {
    let folders = Self.folders.flatMap { folder in Set(target.folders).map { folder.appending($0) }
    }
    let paths = folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []).map {
        folder.appending($0)
      }
    }
    #expect(!paths.isEmpty)
    for path in paths {
      let bytes = try path.readFile()
      #expect(throws: Never.self, "\(path)") { try target.check(bytes) }
    }
  }
}
