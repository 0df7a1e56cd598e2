import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What `find` keeps of photos from one run to the next.
@Suite(.waiting) struct KnownPhotosTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 3) }

  private var stored: FilePath { ".cache/collage/photos" }

  @Test func `the same search gives the same again, and sees what changed`() throws {
    let arguments = ["find", "--json", "--sort", "date"]
    let first = try place.run(arguments)
    #expect(first.exitCode == 0 && first.output.contains("\"width\":32"))
    #expect(try place.run(arguments).answer == first.answer)
    try place.folder.remove("2.jpg")
    try place.folder.write(
      EXIFRecord.inserting(EXIFRecord.orientation(6), intoJPEG: Workplace.photos[2]), to: "3.jpg")
    let changed = try place.run(arguments).output
    #expect(!changed.contains("2.jpg") && changed.contains("\"width\":24"))
    #expect(try place.run("find", "portrait").answer == .done("./3.jpg\n"))
  }

  @Test func `what is stored is for this user alone, and is made anew when it is damaged`() throws {
    #expect(try place.run("find", "landscape").exitCode == 0)
    let folder = place.folder.path(of: stored)
    let names = try place.shell("ls .cache/collage/photos", []).output.split(separator: "\n")
    #expect(names.count == 1)
    #expect(try folder.stat().permissions.rawValue & 0o077 == 0)
    let file = stored.appending(String(names[0]))
    for bytes in [[], Array("collage photos 9\n".utf8), [UInt8](repeating: 7, count: 5000)] {
      try place.folder.remove(file)
      try place.folder.write(bytes, to: file)
      #expect(try place.run("find", "landscape").answer == .done("./1.jpg\n./2.jpg\n./3.jpg\n"))
      #expect(try place.folder.read(file).count > 200)
    }
  }

  @Test func `without a folder to keep it in, everything is found all the same`() throws {
    var command = BuiltProgram.command(["find", "landscape"], in: place.folder)
    command.environment["XDG_CACHE_HOME"] = "/proc/nowhere"
    #expect(try command.run().answer == .done("./1.jpg\n./2.jpg\n./3.jpg\n"))
    #expect(try command.run().answer == .done("./1.jpg\n./2.jpg\n./3.jpg\n"))
  }

  @Test(.enabled(if: Tracer.isPossible, "needs strace, and the right to trace"))
  func `photos that are known aren't opened again`() throws {
    func opened(_ arguments: String...) throws -> [Substring] {
      let strace = ChildProcess(
        "/usr/bin/strace",
        ["-f", "-q", "-e", "trace=openat", "-o", "trace", BuiltProgram.path.string] + arguments,
        in: place.folder.path)
      #expect(try strace.run().exitCode == 0)
      let trace = String(decoding: try place.folder.read("trace"), as: UTF8.self)
      return trace.split(separator: "\n").filter { $0.contains(".jpg\"") }
    }
    #expect(try opened("find", "--sort", "date").count >= 6)
    #expect(try opened("find", "--sort", "date") == [])
    #expect(try opened("find", "--json", "landscape") == [])
    #expect(try opened("find") == [])
    try place.folder.write(Workplace.photos[4], to: "4.jpg")
    #expect(try opened("find").count == 1)
  }

  @Test func `folders of other programs and cameras are left out, and a live photo is one`() throws
  {
    for folder in ["Photos.photoslibrary", "Catalogue.lrdata", "@eaDir"] {
      try place.folder.makeFolder(FilePath(folder))
      try place.folder.write(Workplace.photos[5], to: FilePath("\(folder)/9.jpg"))
    }
    try place.folder.write(Array("....ftypqt  ".utf8), to: "1.mov")
    for _ in 1...2 {
      #expect(try place.run("find").answer == .done("./1.jpg\n./2.jpg\n./3.jpg\n"))
    }
    let best = try place.run("make", ".", "--best", "6", "--any-count", "--dry-run").output
    #expect(!best.contains("9.jpg") && !best.contains("1.mov") && best.contains("1.jpg"))
    #expect(try place.run("find", "--in", "@eaDir").answer == .done("@eaDir/9.jpg\n"))
  }
}
