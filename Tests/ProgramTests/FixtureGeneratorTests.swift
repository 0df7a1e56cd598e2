import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@Suite(.waiting) struct FixtureGeneratorTests {
  @Test(.timeLimit(.minutes(20)))
  func `the generator writes the fixtures byte for byte as they are kept`() throws {
    let folder = try TemporaryFolder()
    let outcome = try ChildProcess(
      Fixtures.generator, ["--output", folder.string], in: folder.path
    ).run()
    #expect("\(outcome.terminationStatus), \(outcome.output)\(outcome.error)" == "exited(0), ")

    let names: [FilePath] = ["damaged", "hdr", "photos", "templates"]
    #expect(try folder.names() == names.map(\.string))
    for name in names {
      let (made, kept) = (
        try FolderSnapshot(of: folder.path(of: name)),
        try FolderSnapshot(of: Fixtures.path(of: name))
      )
      let names = Set(made.contents.keys).union(kept.contents.keys)
      let differing = names.filter { made.contents[$0] != kept.contents[$0] }.map(\.string).sorted()
      #expect(differing == [], "in \(name)")
    }
  }
}
