import Glibc
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Outputs that are one of the photos, or a link.
@Suite(.waiting) struct OverwriteTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func command(_ arguments: String...) -> [String] { Workplace.make + arguments }

  private func isInput(_ name: String) -> Answer {
    .failed(73, "\(name): this is one of the photos; write the collage to another file")
  }

  private func isForeignLink(_ name: String) -> Answer {
    .failed(
      73,
      "\(name): is a symbolic link to something that was not made by collage; choose another name"
    )
  }

  @Test(arguments: [[], ["--force"]])
  func `a photo is never the output, by the same path or another`(_ options: [String]) throws {
    try place.folder.makeFolder("folder")
    for name in [
      "1.jpg", "2.jpg", "./1.jpg", "folder/../1.jpg", place.folder.path(of: "1.jpg").string,
    ] {
      try place.expectNothingChanges(
        by: command("1.jpg", "2.jpg", "-o", name) + options, isInput(FilePath(name).string))
    }
  }

  @Test(arguments: [[], ["--force"]])
  func `a photo is never the output, through a symbolic or a hard link`(_ options: [String]) throws
  {
    try place.folder.makeSymbolicLink("soft.jpg", to: "1.jpg")
    try place.folder.makeHardLink("hard.jpg", to: "1.jpg")
    for (photo, output) in [
      ("1.jpg", "soft.jpg"), ("1.jpg", "hard.jpg"), ("soft.jpg", "1.jpg"), ("hard.jpg", "1.jpg"),
    ] {
      try place.expectNothingChanges(
        by: command(photo, "2.jpg", "-o", output) + options, isInput(output))
    }
  }

  @Test
  func
    `a file with the very bytes of a photo is not replaced, since it may be the photo under another spelling`()
    throws
  {
    try place.folder.write(place.folder.read("1.jpg"), to: "IMG.JPG")
    try place.expectNothingChanges(
      by: command("1.jpg", "2.jpg", "-o", "IMG.JPG", "--force"), isInput("IMG.JPG"))
    // Another file of the same size may be replaced.
    let bytes = try place.folder.read("1.jpg").count
    try place.folder.write(Array(repeating: UInt8(7), count: bytes), to: "other.jpg")
    #expect(try place.make("1.jpg", "2.jpg", "-o", "other.jpg", "--force").exitCode == 0)
  }

  @Test(
    .enabled(if: Tracer.isPossible, "\(Tracer.reason)"),
    arguments: ["EINVAL", "EOPNOTSUPP", "ENOSYS"])
  func `a collage is saved with a warning where the file system has no fsync`(error: String) throws
  {
    let command = BuiltProgram.command(["1.jpg", "2.jpg", "-o", "out.jpg"], in: place.folder)
    let outcome = try Tracer.command(command, calls: "fsync,fdatasync", fault: "error=\(error)")
      .run()
    #expect(outcome.exitCode == 0)
    #expect(outcome.error.split(separator: "\n").count == 1 && outcome.error.contains("no fsync"))
    #expect(try place.folder.names().contains("out.jpg"))
  }

  @Test func `a collage that is a photo of the new one is not replaced either`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "out.jpg").exitCode == 0)
    for options in [[], ["--force"]] {
      try place.expectNothingChanges(
        by: command("out.jpg", "1.jpg", "-o", "out.jpg") + options, isInput("out.jpg"))
    }
  }

  @Test func `a link to a collage of ours is followed and stays a link`() throws {
    try place.folder.makeFolder("elsewhere")
    #expect(try place.make("1.jpg", "2.jpg", "-o", "elsewhere/real.jpg").exitCode == 0)
    try place.folder.makeSymbolicLink("link.jpg", to: "elsewhere/real.jpg")
    let made = try place.make("2.jpg", "1.jpg", "-o", "link.jpg")
    #expect(made.answer == .done("\(made.id)\n"))
    #expect(
      try place.folder.snapshot().contents["link.jpg"] == .symbolicLink(to: "elsewhere/real.jpg"))
    #expect(try place.identity(of: "elsewhere/real.jpg") == made.id)
    #expect(try place.folder.names(in: "elsewhere") == ["real.jpg"])
    #expect(try place.folder.names() == ["1.jpg", "2.jpg", "elsewhere", "link.jpg"])
  }

  @Test(arguments: [[], ["--force"]])
  func `a link to anything else is neither followed nor replaced`(_ options: [String]) throws {
    try place.folder.write(Workplace.photos[5], to: "somebody's.jpg")
    try place.folder.makeFolder("folder")
    try place.folder.makeSymbolicLink("photo.jpg", to: "somebody's.jpg")
    try place.folder.makeSymbolicLink("nothing.jpg", to: "nowhere.jpg")
    try place.folder.makeSymbolicLink("folder.jpg", to: "folder")
    try place.folder.makeSymbolicLink("loop.jpg", to: "loop.jpg")
    for name in ["photo.jpg", "nothing.jpg", "folder.jpg", "loop.jpg"] {
      try place.expectNothingChanges(
        by: command("1.jpg", "2.jpg", "-o", name) + options, isForeignLink(name))
    }
  }

  @Test func `a hard link to a collage of ours is parted from it`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "first.jpg").exitCode == 0)
    try place.folder.makeHardLink("second.jpg", to: "first.jpg")
    let first = try place.folder.read("first.jpg")
    let made = try place.make("2.jpg", "1.jpg", "-o", "second.jpg")
    #expect(try place.identity(of: "second.jpg") == made.id)
    #expect(try place.folder.read("first.jpg") == first)
  }

  @Test func `a library may be a link to a folder`() throws {
    try place.folder.makeFolder("real")
    try place.folder.makeSymbolicLink("library", to: "real")
    let made = try place.make("1.jpg", "2.jpg", "--library", "library")
    #expect(try place.folder.names(in: "real") == ["collage-\(made.id).jpg"])
  }

  @Test func `what stands at an asset's place in the library and isn't ours is kept`() throws {
    let made = try place.make("1.jpg", "2.jpg", "-o", "out.jpg")
    try place.folder.makeFolder("library")
    let name = "library/collage-\(made.id).jpg"
    try place.folder.write(Array("something else".utf8), to: FilePath(name))
    try place.expectNothingChanges(
      by: command("1.jpg", "2.jpg", "--library", "library"),
      .failed(
        73,
        "\(name): has this collage's name, but was not made by collage; move it away, or use --force to replace it"
      )
    )
    #expect(
      try place.run(command("1.jpg", "2.jpg", "--library", "library", "--force")).id == made.id)
    #expect(try place.run("library", "verify", "--library", "library").exitCode == 0)
  }

  @Test func `a changed asset is kept`() throws {
    let made = try place.make("1.jpg", "2.jpg", "--library", "library")
    let name = FilePath("library/collage-\(made.id).jpg")
    var bytes = try place.folder.read(name)
    bytes[bytes.count - 100] ^= 0x55
    try place.folder.write(bytes, to: name)
    try place.expectNothingChanges(
      by: command("1.jpg", "2.jpg", "--library", "library"),
      .failed(
        73,
        "\(name): was changed since it was saved; move it away, or to the trash with 'collage library remove'"
      ))
    #expect(
      try place.run(command("1.jpg", "2.jpg", "--library", "library", "--force")).id == made.id)
    #expect(try place.identity(of: name) == made.id)
    #expect(try place.folder.names(in: "library").count == 1)
  }

  @Test func `what the command was given besides photos is not replaced either, nor a copy of it`()
    throws
  {
    try place.folder.write(Array("1.jpg\0".utf8) + Array("2.jpg\0".utf8), to: "list.jpg")
    let plan = try place.make("1.jpg", "2.jpg", "--dry-run")
    try place.folder.write(Array(plan.output.utf8), to: "layout.jpg")
    let inputs = [
      ("list.jpg", "--files0-from", "the list of photos"),
      ("layout.jpg", "--layout-file", "the layout file"),
    ]
    for (name, option, use) in inputs {
      try place.folder.write(place.folder.read(FilePath(name)), to: "copy.jpg")
      for output in [name, "copy.jpg"] {
        let photos = option == "--files0-from" ? [] : ["1.jpg", "2.jpg"]
        try place.expectNothingChanges(
          by: ["make", "--canvas", "40x20px"] + photos + [option, name, "-o", output, "--force"],
          .failed(73, "\(output): this is \(use); write the collage to another file"))
      }
    }
    try place.folder.write([1, 2, 3], to: "font.jpg")
    try place.expectNothingChanges(
      by: command("1.jpg", "2.jpg", "--font", "./font.jpg", "-o", "font.jpg", "--force", "--quiet"),
      .failed(73, "font.jpg: this is a collage's font; write the collage to another file"))
  }

  /// The call that gives a file its name when nothing else can.
  private static let rename: SystemCall = {
    #if arch(x86_64)
      SystemCall("rename", 1)
    #else
      SystemCall("renameat", 1)
    #endif
  }()

  @Test(
    .enabled(if: SystemCallTracer.isPossible, "\(SystemCallTracer.reason)"),
    arguments: [.invalidArgument, .noFunction, .notSupported] as [Errno])
  func
    `where a rename can't refuse to replace a file, and there are no links, no other program's file is lost`(
      error: Errno
    ) throws
  {
    let command = BuiltProgram.command(
      self.command("1.jpg", "2.jpg", "-o", "new.jpg"), in: place.folder)
    func refusing(_ name: String) -> InjectedFault {
      InjectedFault(.error(error), at: SystemCall(name, 1), lasting: true)
    }
    func run(
      pausingAt pause: SystemCall, for work: @escaping @Sendable (TemporaryFolder) throws -> Void
    ) throws -> TracedRun {
      try SystemCallTracer.run(
        command, injecting: refusing("renameat2"), and: [refusing("link"), refusing("linkat")],
        pausingAt: pause
      ) { [folder = place.folder] in try work(folder) }
    }
    // Where the other program comes first, its file stays.
    let late = try run(pausingAt: SystemCall("renameat2", 1)) {
      try $0.write([7], to: "new.jpg")
    }
    #expect(late.terminationStatus == .exited(73) && late.faultIndex != nil, "\(late)")
    #expect(try place.folder.read("new.jpg") == [7])
    try place.folder.remove("new.jpg")
    // Where it comes between the reservation of the name and the file, it finds the name taken.
    let early = try run(pausingAt: Self.rename) { folder in
      #expect(throws: Errno.fileExists) {
        try FileDescriptor.open(
          folder.path(of: "new.jpg"), .writeOnly, options: [.create, .exclusiveCreate],
          permissions: .ownerReadWrite)
      }
    }
    #expect(early.calls.contains { $0.call == Self.rename }, "\(early)")
    #expect(early.terminationStatus == .exited(0), "\(early)")
    #expect(try early.output == "\(place.identity(of: "new.jpg"))\n")
    #expect(try place.folder.names() == ["1.jpg", "2.jpg", "new.jpg"])
  }
}
