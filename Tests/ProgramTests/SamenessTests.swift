import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The same photos and options give the same bytes.
@Suite(.waiting) struct SamenessTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 6) }

  private let photos = (1...6).map { "\($0).jpg" }

  @Test func `the number of threads changes nothing`() throws {
    let ids = try ["1", "2", "3", "8", "64"].map { jobs in
      try place.run(
        ["make", "--canvas", "61x43", "--jobs", jobs, "-o", "jobs-\(jobs).jpg"] + photos
      ).id
    }
    #expect(ids[0] != "" && Set(ids).count == 1)
    #expect(
      Set(try ["1", "2", "3", "8", "64"].map { try place.folder.read(FilePath("jobs-\($0).jpg")) })
        .count == 1)
  }

  /// Their layout is searched for on several threads, too.
  @Test(arguments: [[], ["--order", "free"], ["--canvas", "90x60"]])
  func `nor does it with many photos`(arguments: [String]) throws {
    let shapes = [(9, 12), (12, 9), (16, 9), (10, 10), (20, 7)].map {
      PixelSize(width: $0, height: $1)
    }
    let names = (0..<60).map { "many-\($0).png" }
    for (number, name) in names.enumerated() {
      let picture = Picture.sample(number, shapes[number * number % 7 % shapes.count])
      try place.folder.write(Picture.png(picture), to: FilePath(name))
    }
    let reports = try ["1", "2", "5", "64"].map { jobs in
      let outcome = try place.run(
        ["make", "--dry-run", "--max", "60", "--jobs", jobs] + arguments + names)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      return outcome.output
    }
    #expect(reports[0] != "" && Set(reports).count == 1)
  }

  @Test func `decoding by the libraries alone changes nothing`() throws {
    let png = Picture.png(Picture.sample(7, PixelSize(width: 90, height: 70)))
    try place.folder.write(png, to: "7.png")
    for arguments in [["--canvas", "61x43"], ["--canvas", "400x300", "--exact"]] {
      let command = ["make"] + arguments + photos.dropLast() + ["7.png"]
      let fast = try place.run(command)
      let plain = try place.shell(#"COLLAGE_DECODERS=plain "$@""#, command)
      #expect(fast.id != "" && plain.id == fast.id && plain.error == fast.error)
    }
    let refused = try place.shell(#"COLLAGE_DECODERS=plian "$@""#, ["make"] + photos)
    #expect(
      refused.answer
        == .failed(
          64, "COLLAGE_DECODERS: 'plian' is not a valid value; set it to plain, or unset it"))
  }

  @Test func `making it again gives the same bytes`() throws {
    let ids = try (0..<6).map { _ in
      try place.run(Workplace.make + photos + ["--format", "png"]).id
    }
    #expect(ids[0] != "" && Set(ids).count == 1)
  }

  @Test func `runs at the same time give the same bytes`() throws {
    let running = try (0..<4).map { number in
      try BuiltProgram.command(
        Workplace.make + photos + ["-o", "out-\(number).jpg"], in: place.folder
      ).start()
    }
    let ids = running.map { $0.wait().id }
    #expect(ids[0] != "" && Set(ids).count == 1)
  }

  @Test func `what was lost of a damaged photo is filled in the same way every time`() throws {
    let jpeg = Picture.sampleJPEG(2, PixelSize(width: 96, height: 96))
    let scan = JPEGFile.scanData(of: jpeg)
    for (name, bytes) in [
      ("cut.jpg", Array(jpeg.prefix(scan + (jpeg.count - scan) / 3))),
      ("endless.jpg", Array(JPEGFile.progressive(scans: 30).dropLast(3))),
    ] {
      try place.folder.write(bytes, to: FilePath(name))
      let ids = try ["1", "2", "8", "1"].map { jobs in
        let made = try place.make(name, name, "1.jpg", name, "--allow-damaged", "--jobs", jobs)
        #expect(made.exitCode == 0, "\(made)")
        return made.id
      }
      #expect(ids[0] != "" && Set(ids).count == 1)
    }
  }

  @Test func `the photos' names, order and bytes, and every option, make another collage`() throws {
    try place.folder.write(try place.folder.read("1.jpg"), to: "copy.jpg")
    let commands: [[String]] = [
      ["1.jpg", "2.jpg"], ["2.jpg", "1.jpg"], ["copy.jpg", "2.jpg"], ["1.jpg", "3.jpg"],
      ["1.jpg", "2.jpg", "--canvas", "41x20px"], ["1.jpg", "2.jpg", "--background", "red"],
      ["1.jpg", "2.jpg", "--quality", "89"], ["1.jpg", "2.jpg", "--format", "png"],
      ["1.jpg", "2.jpg", "--format", "png", "--compression", "1"],
      ["1.jpg", "2.jpg", "--colour-space", "display-p3"], ["1.jpg", "2.jpg", "--exact"],
      ["1.jpg", "2.jpg", "--any-count", "3.jpg"],
    ]
    let ids = try commands.map { try place.run(Workplace.make + $0).id }
    #expect(!ids.contains(""))
    #expect(Set(ids).count == commands.count)
  }

  @Test
  func `the folder of the photos and of the output, the clock and the language change nothing`()
    throws
  {
    let id = try place.make("1.jpg", "2.jpg").id
    try place.folder.makeFolder("other")
    for name in ["1.jpg", "2.jpg"] {
      try place.folder.write(try place.folder.read(FilePath(name)), to: FilePath("other/\(name)"))
    }
    #expect(
      try place.make("other/1.jpg", place.folder.path(of: "2.jpg").string, "-o", "other/out.jpg").id
        == id)
    var command = BuiltProgram.command(Workplace.make + ["1.jpg", "2.jpg"], in: place.folder)
    command.environment["LC_ALL"] = "de_DE.UTF-8"
    command.environment["TZ"] = "Pacific/Auckland"
    #expect(try command.run().id == id)
  }
}
