import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Reading every saved collage again.
@Suite(.waiting) struct VerifyTests {
  let place: Workplace
  private let id: String

  init() throws {
    place = try Workplace()
    id = try place.make("1.jpg", "2.jpg", "--library", "lib").id
  }

  private var name: FilePath { FilePath("lib/collage-\(id).jpg") }

  private func verify(_ arguments: String...) throws -> Outcome {
    try place.run(["library", "verify", "--library", "lib"] + arguments)
  }

  @Test func `an intact library is 0 and changes nothing`() throws {
    let before = try place.folder.snapshot()
    #expect(try verify().answer == .done("intact\t\(name.string)\n"))
    #expect(try verify(String(id.prefix(4))).answer == .done("intact\t\(name.string)\n"))
    #expect(
      try [Report.Finding](lines: verify("--json").output) == [
        .init(state: "intact", path: name.string)
      ])
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `one changed bit is told`() throws {
    var bytes = try place.folder.read(name)
    bytes[bytes.count / 2] ^= 1
    try place.folder.write(bytes, to: name)
    let changed = Answer(
      code: 65, output: "changed\t\(name.string)\n",
      error:
        "collage: 1 changed since it was saved; keep the changes under another name, or move them to the trash with 'collage library remove', before making a collage again\n"
    )
    #expect(try verify().answer == changed)
    #expect(try verify(id).answer == changed)
  }

  @Test func `a cut, an empty and a lengthened file are not intact`() throws {
    let bytes = try place.folder.read(name)
    for changed in [bytes.dropLast(), [], bytes + [0]] {
      try place.folder.write(changed, to: name)
      #expect(try verify().exitCode == 65)
    }
    try place.folder.write(bytes, to: name)
    #expect(try verify().exitCode == 0)
  }

  @Test func `an id without a file is missing`() throws {
    let before = try place.folder.snapshot()
    let unknown = String(repeating: "e", count: 32)
    #expect(
      try verify(id, unknown).answer
        == Answer(
          code: 66, output: "intact\t\(name.string)\nmissing\tlib/collage-\(unknown)\n",
          error: "collage: 1 missing, 0 unreadable\n"))
    #expect(try place.folder.snapshot() == before)
  }

  private let onlyNamed =
    "collage: 1 named like a collage, but not made by collage; move them away, or make the collages with --force\n"

  @Test(arguments: ["jpg", "pdf"])
  func `links, folders and pipes that are only named like a collage are told`(_ format: String)
    throws
  {
    let other = FilePath("lib/collage-\(String(repeating: "f", count: 32)).\(format)")
    let told = Answer(
      code: 65, output: "intact\t\(name.string)\nforeign\t\(other.string)\n", error: onlyNamed)
    try place.folder.makeFolder(other)
    #expect(try verify().answer == told)
    try place.folder.remove(other)
    let isMade = unsafe place.folder.path(of: other).withPlatformString { unsafe mkfifo($0, 0o600) }
    #expect(try isMade == 0 && verify().answer == told)
    try place.folder.remove(other)
    for target in ["nowhere.png", "../1.jpg", "/dev/zero", FilePath("collage-\(id).jpg")]
      as [FilePath]
    {
      try place.folder.makeSymbolicLink(other, to: target)
      #expect(try verify().answer == told)
      try place.folder.remove(other)
    }
  }

  @Test(.enabled(if: OrdinaryUser.isPossible, "needs permissions to apply to us"))
  func `a collage that may not be read is unreadable`() throws {
    try place.folder.setPermissions([], of: name)
    let outcome = try OrdinaryUser.run(
      BuiltProgram.command(["library", "verify", "--library", "lib"], in: place.folder))
    #expect(
      outcome.answer
        == Answer(
          code: 66, output: "unreadable\t\(name.string)\n",
          error: "collage: 0 missing, 1 unreadable\n"))
  }

  @Test func `other people's files are foreign, and none of our business`() throws {
    try place.folder.write(Workplace.photos[0], to: "lib/holiday.jpg")
    try place.folder.makeFolder("lib/folder")
    let before = try place.folder.snapshot()
    #expect(
      try verify().answer
        == .done("intact\t\(name.string)\nforeign\tlib/folder\nforeign\tlib/holiday.jpg\n"))
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `what a killed run left behind is reported, and swept by the next save`() throws {
    let leftover = "lib/.collage-0123456789abcdef.tmp"
    let empty = "lib/.collage-00000000000000ff.tmp"
    try place.folder.write(try place.folder.read(name).dropLast(500), to: FilePath(leftover))
    try place.folder.write([], to: FilePath(empty))
    #expect(
      try verify().answer
        == .done("leftover\t\(empty)\nleftover\t\(leftover)\nintact\t\(name.string)\n"))
    #expect(try place.make("1.jpg", "2.jpg", "--library", "lib").id == id)
    #expect(try place.folder.names(in: "lib") == ["collage-\(id).jpg"])
  }

  @Test func `a hidden file that might be somebody's picture is never swept`() throws {
    let kept = [
      "lib/.collage-0123456789abcdef.tmp", "lib/.collage-short.tmp",
      "lib/.collage-0123456789abcdef.jpg",
    ]
    for path in kept { try place.folder.write(Workplace.photos[0], to: FilePath(path)) }
    #expect(try place.make("2.jpg", "1.jpg", "--library", "lib").exitCode == 0)
    let names = try place.folder.names(in: "lib")
    #expect(kept.allSatisfy { names.contains(String($0.dropFirst(4))) })
  }

  @Test func `damage counts more than what is missing`() throws {
    try place.folder.write([1, 2, 3], to: name)
    let outcome = try verify(id, "eeee")
    #expect(outcome.exitCode == 65)
    #expect(outcome.errorLines == 1)
  }
}
