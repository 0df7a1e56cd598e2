import Imaging
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct PhotoFinderTests {
  private let folder: TemporaryFolder
  private let places: PhotoPlaces

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("in")
    try folder.makeFolder("in/below")
    places = PhotoPlaces(folder: folder.path(of: "state/photos"), relativeTo: folder.path)
  }

  /// A recipe's entry of the photo of this name.
  private func entry(_ name: FilePath) throws -> Recipe.Entry {
    let photo = try folder.photo(name)
    let placements = try CollagePlan([photo], CollageOptions.on(PixelSize(width: 12, height: 8)))
      .placements
    let digest = try Digest(of: photo.open())
    let made = MadeOptions(CollageOptions())
    return Recipe(placements, digests: [digest], on: photo.size, made, .jpeg(.default)).photos[0]
  }

  private func find(_ entry: Recipe.Entry, in folders: FilePath...) throws -> FilePath? {
    let finder = PhotoFinder(places: places, folders: folders.map { folder.path(of: $0) })
    return try finder.photo(entry, limits: DecodeLimits()).wait().get()?.path
  }

  private func note(_ entry: Recipe.Entry, at name: FilePath) throws {
    places.note(name, of: try #require(entry.digest))
  }

  @Test func `a photo is where it was, else in the folder by its name, then by its content`() throws
  {
    try folder.writePhoto("a.png")
    let entry = try entry("a.png")
    #expect(try find(entry, in: "in") == nil)
    try folder.writePhoto("in/below/other.png")
    #expect(try find(entry, in: "in") == folder.path(of: "in/below/other.png"))
    try folder.writePhoto("in/below/a.png")
    #expect(try find(entry, in: "in") == folder.path(of: "in/below/a.png"))
    try folder.writePhoto("in/a.png")
    #expect(try find(entry, in: "in") == folder.path(of: "in/a.png"))
    try note(entry, at: "a.png")
    #expect(try find(entry, in: "in") == folder.path(of: "a.png"))
    try folder.remove("a.png")
    #expect(try find(entry, in: "in") == folder.path(of: "in/a.png"))
    #expect(try find(entry) == nil)
  }

  @Test(arguments: ["a\0b.png", "https://a/\0b.png"])
  func `a name that no file can have is looked for by its content`(name: String) throws {
    try folder.writePhoto("in/a.png")
    let known = try entry("in/a.png")
    let entry = Recipe.Entry(
      name: name, sha256: known.sha256, credit: nil, size: known.size, orientation: 1,
      frame: known.frame, settings: nil)
    #expect(try find(entry, in: "in") == folder.path(of: "in/a.png"))
  }

  @Test func `a file of the same name and size with other bytes is another photo`() throws {
    try folder.writePhoto("a.png")
    let entry = try entry("a.png")
    try note(entry, at: "a.png")
    try folder.writePhoto("a.png", .varied(number: 2))
    try folder.writePhoto("in/a.png", .varied(number: 3))
    #expect(try find(entry, in: "in") == nil)
    try folder.writePhoto("in/b.png")
    #expect(try find(entry, in: "in") == folder.path(of: "in/b.png"))
  }

  @Test func `copies under several names are each found by their own`() throws {
    for name in ["a.png", "b.png"] as [FilePath] {
      try folder.writePhoto(name)
      try note(entry(name), at: name)
    }
    #expect(try find(entry("a.png")) == folder.path(of: "a.png"))
    #expect(try find(entry("b.png")) == folder.path(of: "b.png"))
    let first = try entry("a.png")
    try folder.remove("a.png")
    #expect(try find(first) == folder.path(of: "b.png"))
  }

  @Test func `a folder that can't be read is reported, and none is entered through a link`() throws
  {
    try folder.writePhoto("a.png")
    let entry = try entry("a.png")
    #expect(
      throws: CollageError.photos([PhotoError(path: folder.path(of: "no"), cause: .file(.missing))])
    ) {
      try find(entry, in: "no")
    }
    try folder.writePhoto("in/below/a.png")
    try folder.makeFolder("links")
    try folder.makeSymbolicLink("links/loop", to: "..")
    try folder.makeSymbolicLink("links/in", to: "../in")
    #expect(try find(entry, in: "links") == nil)
    #expect(try find(entry, in: "in") != nil)
  }

  @Test(arguments: ["../a.png", "/etc/passwd", "", ".", "..", "a\0b"])
  func `a name that leads elsewhere is none to look for`(_ name: String) throws {
    try folder.writePhoto("a.png")
    let entry = try entry("a.png")
    let json = """
      {"name":"\(name == "a\0b" ? "a\\u0000b" : name)","sha256":"\(entry.sha256)","size":{"width":24,"height":16},\
      "orientation":1,"frame":{"x":0,"y":0,"width":1,"height":1}}
      """
    let other = try JSONDecoding.decode(Recipe.Entry.self, json)
    #expect(other.fileName == nil && other.missingPhoto?.isMissing == true)
    #expect(try find(other, in: "in") == nil)
  }

  @Test func `a search that is cancelled finds nothing`() throws {
    try folder.writePhoto("a.png")
    let entry = try entry("a.png")
    let cancellation = Cancellation()
    cancellation.cancel()
    let finder = PhotoFinder(places: places, folders: [folder.path])
    #expect(finder.photo(entry, limits: DecodeLimits()).wait(cancelledBy: cancellation) == nil)
  }
}

@Suite struct PhotoPlacesTests {
  private let folder: TemporaryFolder
  private let places: PhotoPlaces

  init() throws {
    folder = try TemporaryFolder()
    places = PhotoPlaces(folder: folder.path(of: "state/photos"), relativeTo: "/home")
  }

  private func digest(_ number: Int, folder: UInt8 = 7) throws -> Digest {
    let tail = String(number, radix: 16)
    let text = [folder].hexadecimal + String(repeating: "0", count: 62 - tail.count) + tail
    return try #require(Digest(hexadecimal: text))
  }

  @Test func `a place is remembered from the root, and the latest counts`() throws {
    let digest = try digest(1)
    #expect(places.path(of: digest, named: "a.jpg") == nil)
    places.note("x/a.jpg", of: digest)
    #expect(places.path(of: digest, named: "a.jpg") == "/home/x/a.jpg")
    places.note("/y/a.jpg", of: digest)
    #expect(places.path(of: digest, named: "a.jpg") == "/y/a.jpg")
    places.note("/y/b.jpg", of: digest)
    #expect(places.path(of: digest, named: "b.jpg") == "/y/b.jpg")
    #expect(Set(places.copies(of: digest)) == ["/y/b.jpg", "/y/a.jpg"])
    #expect(try places.path(of: self.digest(2), named: "a.jpg") == nil)
    let folderStatus = try folder.path(of: "state/photos/07").stat()
    #expect(folderStatus.permissions == .ownerReadWriteExecute)
    try folder.remove("state")
    #expect(places.path(of: digest, named: "a.jpg") == nil)
    places.note("/y/a.jpg", of: digest)
    #expect(places.path(of: digest, named: "a.jpg") == "/y/a.jpg")
  }

  @Test func `the oldest places are dropped`() throws {
    let count = PhotoPlaces.maxPerFolder
    for number in 0..<count { places.note("/a.jpg", of: try digest(number)) }
    #expect(try folder.names(in: "state/photos/07").count == count)
    places.note("/a.jpg", of: try digest(count))
    places.note("/a.jpg", of: try digest(0, folder: 8))
    #expect(try folder.names(in: "state/photos/07").count == count * 3 / 4)
    let isKept = try [0, count / 2, count].map {
      try places.path(of: digest($0), named: "a.jpg") != nil
    }
    #expect(isKept == [false, true, true])
    #expect(try places.path(of: digest(0, folder: 8), named: "a.jpg") == "/a.jpg")
  }

  @Test func `nothing else in the folder is dropped, and a link in its place is not followed`()
    throws
  {
    try folder.makeFolder("mine")
    for number in 0..<80 {
      try folder.makeSymbolicLink(FilePath("mine/\(number).jpg"), to: FilePath("/y/\(number).jpg"))
    }
    let mine = try FolderSnapshot(of: folder.path(of: "mine"))
    try folder.makeFolder("state")
    try folder.makeFolder("state/photos")
    try folder.makeSymbolicLink("state/photos/07", to: "../../mine")
    places.note("/a.jpg", of: try digest(1))
    #expect(try FolderSnapshot(of: folder.path(of: "mine")) == mine)
    try folder.remove("state/photos/07")
    _ = try ChildProcess("/bin/mv", ["mine", "state/photos/07"], in: folder.path).run()
    for number in 0...PhotoPlaces.maxPerFolder { places.note("/a.jpg", of: try digest(number)) }
    let names = try folder.names(in: "state/photos/07")
    #expect(
      names.count { $0.hasSuffix(".jpg") } == 80
        && names.count == 80 + PhotoPlaces.maxPerFolder * 3 / 4)
  }

  @Test func `where nothing can be written nothing is remembered`() throws {
    try folder.write([], to: "state")
    places.note("/a.jpg", of: try digest(1))
    #expect(try places.path(of: digest(1), named: "a.jpg") == nil)
    PhotoPlaces(folder: folder.path(of: "other"), relativeTo: "").note("a.jpg", of: try digest(1))
    #expect(try folder.names() == ["state"])
  }

  @Test func `many threads remember at once`() throws {
    let digests = try (0..<40).map { try digest($0) }
    Resources(jobs: 8).forEach(below: 120) { number, _ in
      places.note(FilePath("/\(number % 3)/a.jpg"), of: digests[number % 40])
    }
    let found = digests.compactMap { places.path(of: $0, named: "a.jpg") }
    #expect(Set(found).isSubset(of: ["/0/a.jpg", "/1/a.jpg", "/2/a.jpg"]))
    // A place that two threads changed at once may be lost; most aren't.
    #expect(found.count > 20)
  }
}
