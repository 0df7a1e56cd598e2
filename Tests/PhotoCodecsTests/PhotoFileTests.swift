import Imaging
import PhotoCodecs
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite struct PhotoFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file that is not there, or not a file, is refused by name`() throws {
    try folder.makePipe("pipe")
    #expect(throws: PhotoFileError.missing) { _ = try PhotoFile.open(folder.path(of: "nothing")) }
    #expect(throws: PhotoFileError.notAFile("a folder")) { _ = try PhotoFile.open(folder.path) }
    #expect(throws: PhotoFileError.notAFile("a pipe")) {
      _ = try PhotoFile.open(folder.path(of: "pipe"))
    }
    #expect(throws: PhotoFileError.notAFile("a device")) { _ = try PhotoFile.open("/dev/null") }
    try folder.write([1], to: "file")
    #expect(throws: PhotoFileError.missing) {
      _ = try PhotoFile.open(folder.path(of: "file/below"))
    }
  }

  @Test func `links are followed unless they shall not be`() throws {
    try folder.write([1, 2], to: "file")
    try folder.makeSymbolicLink("link", to: "file")
    try folder.makeSymbolicLink("loop", to: "loop")
    #expect(try PhotoFile.open(folder.path(of: "link")).size == 2)
    #expect(throws: PhotoFileError.failed(.tooManySymbolicLinkLevels)) {
      _ = try PhotoFile.open(folder.path(of: "link"), followsLinks: false)
    }
    #expect(throws: PhotoFileError.failed(.tooManySymbolicLinkLevels)) {
      _ = try PhotoFile.open(folder.path(of: "loop"))
    }
  }

  @Test func `names of one file have one identity, copies have not`() throws {
    try folder.write([1, 2], to: "file")
    try folder.write([1, 2], to: "copy")
    try folder.makeHardLink("twin", to: "file")
    let identity = try PhotoFile.open(folder.path(of: "file")).identity
    #expect(try PhotoFile.open(folder.path(of: "twin")).identity == identity)
    #expect(try PhotoFile.open(folder.path(of: "copy")).identity.file != identity.file)
  }

  @Test func `a change of an open file is noticed`() throws {
    let path = try folder.write([1, 2], to: "file")
    let file = try PhotoFile.open(path)
    #expect(try file.isUnchanged())
    try folder.write([1, 2, 3], to: "file")
    #expect(try !file.isUnchanged())
    #expect(try PhotoFile.open(path).identity.file == file.identity.file)
  }

  @Test func `a file that got shorter or longer is not read as if it were whole`() throws {
    let path = try folder.write([1, 2, 3, 4], to: "file")
    let file = try PhotoFile.open(path)
    try folder.write([1, 2], to: "file")
    #expect(throws: CodecError.changedWhileReading) { _ = try file.read(at: 0, count: 4) }
    #expect(throws: CodecError.changedWhileReading) { _ = try file.read(at: 3, count: 1) }
    #expect(try file.read(at: 0, count: 2) == [1, 2])
    try folder.write([1, 2, 3, 4, 5], to: "file")
    #expect(throws: CodecError.changedWhileReading) { _ = try file.read(at: 0, count: 9) }
    #expect(throws: CodecError.changedWhileReading) { _ = try file.read(at: 4, count: 1) }
    #expect(try file.read(at: 0, count: 4) == [1, 2, 3, 4])
  }

  @Test(arguments: ["photos/dunes.png", "photos/meadow.jpg"])
  func `a photo that changes while it is decoded is not damaged`(name: FilePath) throws {
    let bytes = try Fixtures.read(name)
    let path = try folder.write(bytes, to: "photo")
    let file = try PhotoFile.open(path)
    let header = try PhotoHeader(of: file, limits: DecodeLimits())
    let target = PixelSize(width: 8, height: 8)
    let raster = Raster(size: target, filledWith: .white)
    func draw() throws(CodecError) -> String? {
      try PhotoDecoder.draw(
        file, header, plan: DecodePlan(header, showing: Region(header.size), at: target),
        into: Frame(target),
        of: raster, background: .white, limits: DecodeLimits(), allowsDamage: false,
        isCancelled: { false })
    }
    #expect(try draw() == nil)
    try folder.write(bytes.prefix(bytes.count / 2), to: "photo")
    #expect(throws: CodecError.changedWhileReading) { _ = try draw() }
    // Damage that was there from the beginning stays damage.
    let damaged = try PhotoFile.open(path)
    #expect(
      damaged.cause(of: .damaged(reason: "", allowable: true))
        == .damaged(reason: "", allowable: true))
  }

  @Test(arguments: [("dunes.png", "night-city.png"), ("meadow.jpg", "sunset.jpg")], 1...8)
  func `another photo in the place of a damaged one is not drawn`(
    names: (photo: FilePath.Component, other: FilePath.Component), look: Int
  ) throws {
    let photos = FilePath("photos")
    var bytes = try Fixtures.read(photos.appending(names.photo))
    let other = try Fixtures.read(photos.appending(names.other))
    // In a JPEG a marker that doesn't belong there.
    let damage = bytes.count * 3 / 4
    bytes.replaceSubrange(damage..<damage + 2, with: [0xFF, 0xC0])
    let file = try PhotoFile.open(folder.write(bytes, to: "photo"))
    let header = try PhotoHeader(of: file, limits: DecodeLimits())
    let raster = Raster(size: header.size, filledWith: .white)
    let looks = Mutex(0)
    #expect(throws: CodecError.changedWhileReading) {
      try PhotoDecoder.draw(
        file, header, plan: DecodePlan(header, showing: Region(header.size), at: header.size),
        into: Frame(header.size), of: raster, background: .white, limits: DecodeLimits(),
        allowsDamage: false,
        isCancelled: {
          let isTime = looks.withLock { looks in
            looks += 1
            return looks == look
          }
          if isTime { _ = try? folder.write(other, to: "photo") }
          return false
        })
    }
  }

  @Test func `bytes are read at any place, as far as there are any`() throws {
    let file = try opened([1, 2, 3, 4, 5])
    #expect(try file.read(at: 0, count: 5) == [1, 2, 3, 4, 5])
    #expect(try file.read(at: 3, count: 9) == [4, 5])
    #expect(try file.read(at: 5, count: 1) == [])
    #expect(try file.read(at: 99, count: 1) == [])
    #expect(try file.read(at: 0, count: 0) == [])
  }
}
