import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// A collage for each folder, named by it: `collage batch --from-folders -o`.
@Suite(.waiting) struct FolderOutputTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    for folder in ["trips", "trips/Rome", "trips/2024", "trips/2024/Delft"] as [FilePath] {
      try place.folder.makeFolder(folder)
    }
    for folder in ["trips/Rome", "trips/2024/Delft"] as [FilePath] {
      for number in 0..<2 {
        try place.folder.write(
          Workplace.photos[number], to: folder.appending("\(number).jpg"))
      }
    }
  }

  private func batch(_ options: String...) throws -> Outcome {
    try place.run(["batch", "--from-folders", "trips", "--canvas", "40x20px"] + options)
  }

  @Test func `each is named by its folder, and made once`() throws {
    let made = try batch("-o", "out/new", "--title", "{folder}")
    #expect(made.exitCode == 0, "\(made)")
    #expect(try place.folder.names(in: "out/new").sorted() == ["2024-Delft.jpg", "Rome.jpg"])
    #expect(made.output.contains("out/new/Rome.jpg"), "\(made)")
    let collage = try place.folder.read("out/new/Rome.jpg")
    let again = try batch("-o", "out/new", "--title", "{folder}")
    #expect(again.output.contains(#""status":"unchanged""#), "\(again)")
    #expect(!again.output.contains(#""status":"saved""#), "\(again)")
    #expect(try place.folder.read("out/new/Rome.jpg") == collage)
  }

  @Test func `a collage of the pictures in the folder itself is told`() throws {
    #expect(!(try batch("-o", "out").error.contains("itself")))
    for number in 0..<2 {
      try place.folder.write(Workplace.photos[number + 2], to: FilePath("trips/\(number).jpg"))
    }
    let made = try batch("-o", "out")
    #expect(
      made.exitCode == 0
        && made.error.contains("out/trips.jpg is of the pictures in the folder itself\n"),
      "\(made)")
    #expect(try place.folder.names(in: "out").count == 3)
  }

  @Test func `the format decides the ending`() throws {
    #expect(try batch("-o", "out", "--format", "png").exitCode == 0)
    #expect(try batch("-o", "out", "--background", "transparent").exitCode == 0)
    #expect(try place.folder.names(in: "out").sorted() == ["2024-Delft.png", "Rome.png"])
  }

  @Test func `a folder for them among the photos' is none of the photos'`() throws {
    for _ in 0..<2 {
      let made = try batch("-o", "trips/A")
      #expect(made.exitCode == 0 && !made.error.contains("collages"), "\(made)")
    }
    #expect(try place.folder.names(in: "trips/A").sorted() == ["2024-Delft.jpg", "Rome.jpg"])
  }

  @Test func `what somebody else made is not replaced`() throws {
    try place.folder.makeFolder("out")
    try place.folder.write(Workplace.photos[3], to: "out/Rome.jpg")
    let made = try batch("-o", "out")
    #expect(made.exitCode == 1, "\(made)")
    #expect(try place.folder.read("out/Rome.jpg") == Workplace.photos[3])
    #expect(try place.folder.names(in: "out").sorted() == ["2024-Delft.jpg", "Rome.jpg"])
  }

  @Test func `books and a library beside it are told`() throws {
    try place.expectNothingChanges(
      by: ["batch", "--from-folders", "trips", "-o", "out", "--books", "books"],
      .failed(
        64,
        "--books says where books go, and -o collages; leave one of them out; see 'collage batch "
          + "--help'"))
    let made = try batch("-o", "out", "--library", "lib")
    #expect(made.exitCode == 0)
    #expect(made.error.contains("-o names the folder; leave one of them out"), "\(made)")
  }
}
