import PhotoCodecs
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// Where a collage goes, and why it can't go there.
@Suite struct CollageDestinationTests {
  private let library = PhotoLibrary(folder: "shelf")

  @Test func `the library need not be known for a file alone`() throws {
    var destination = CollageDestination(file: OutputFile("out.png"), library: nil)
    #expect(try destination.writer() is FileWriter)
    destination.album = try AlbumName(Array("Rome".utf8))
    #expect(throws: DestinationError.noLibrary) { try destination.writer() }
    destination.file = nil
    #expect(throws: DestinationError.noLibrary) { try destination.writer() }
  }

  @Test func `a collage goes to the library, to an album, or to a file and an album`() throws {
    var destination = CollageDestination(library: library)
    #expect(try destination.writer() is LibraryWriter)
    destination.album = try AlbumName(Array("Rome".utf8))
    #expect(try destination.writer() is AlbumWriter)
    destination.file = OutputFile("out.png")
    #expect(try destination.writer() is WriterPair)
  }

  @Test func `a name that ends in a slash is no file's`() throws {
    let file = OutputFile("out", namesFolder: true)
    #expect(throws: DestinationError.namesFolder("out")) {
      try CollageDestination(file: file, library: library).writer()
    }
    #expect(file.withExtension(of: .png(.default)) == file)
  }

  @Test func `a name without an extension gets the format's, unless a folder has that name`() throws
  {
    let folder = try TemporaryFolder()
    #expect(OutputFile("out").withExtension(of: .png(.default)).path == "out.png")
    #expect(OutputFile("out.jpg").withExtension(of: .png(.default)).path == "out.jpg")
    #expect(OutputFile(folder.path).withExtension(of: .png(.default)).path == folder.path)
  }

  @Test(arguments: [(nil, "jpeg"), ("a.png", "png"), ("a", "jpeg")] as [(FilePath?, String)])
  func `the file's extension decides on the format`(path: FilePath?, format: String) throws {
    let destination = CollageDestination(file: path.map { OutputFile($0) }, library: library)
    #expect(try destination.encoding(CollageOptions()).format.rawValue == format)
  }
}

/// Settings laid over those of a collage.
@Suite struct CollageChangesTests {
  @Test(arguments: [(1, 2), (nil, 7)] as [(Int?, Int)])
  func `a value for a photo that isn't there says which, and how many there are`(
    count: Int?, number: Int
  ) throws {
    let weight = try #require(Setting<PhotoOptions>.all.first { $0.name == "weight" })
    let value = try #require(NumberedValue("\(number)=3", of: weight))
    let changes = CollageChanges(overrides: SettingOverrides(), ofPhotos: [value], layout: nil)
    #expect(throws: ImpossibleChange.noSuchPhoto(number, value, count: count ?? 6)) {
      try changes.options(over: CollageOptions(), photos: count)
    }
    let options = try changes.options(over: CollageOptions(), photos: number)
    #expect(options[photo: number - 1].weight == 3 && !changes.isEmpty)
  }

  @Test func `a value for all photos is set for each`() throws {
    let whole = try #require(Setting<PhotoOptions>.all.first { $0.name == "keep-whole" })
    let value = try #require(NumberedValue("all", of: whole))
    let changes = CollageChanges(overrides: SettingOverrides(), ofPhotos: [value], layout: nil)
    for count in 0...3 {
      let options = try changes.options(over: CollageOptions(), photos: count)
      #expect(options.photos.map(\.keepsWhole) == Array(repeating: true, count: count))
    }
  }
}
