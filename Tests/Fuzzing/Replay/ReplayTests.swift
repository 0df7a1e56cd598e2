import Foundation
import SystemPackage
import TestSupport
import Testing

/// What fuzzing has found, and small inputs of all kinds: none breaks a promise of its target any
/// more.
@Suite struct ReplayTests {
  private static let cases = Fixtures.folder.removingLastComponent().appending("Tests")
    .appending("Fuzzing").appending("Cases")

  /// The files in the target's folders of a folder; it need not have them.
  private func files(in folder: FilePath, for target: FuzzTarget) -> [FilePath] {
    Set(target.folders).map { folder.appending($0) }.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []).map {
        folder.appending($0)
      }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `the cases of each target keep its promises`(target: FuzzTarget) throws {
    let cases = files(in: Self.cases, for: target)
    #expect(!cases.isEmpty)
    for path in cases + files(in: Fixtures.folder, for: target) {
      let bytes = try path.readFile()
      #expect(throws: Never.self, "\(path)") { try target.check(bytes) }
    }
  }
}
