import FoundationEssentials
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// A folder in which photos arrive, and the collages that the program makes of them.
struct WatchFolder {
  let place: Workplace

  init() throws {
    place = try Workplace(photos: 0)
    try place.folder.makeFolder("booth")
  }

  static let watch = ["watch", "booth", "-o", "prints", "--canvas", "40x20px", "--layout", "grid"]

  /// No two are alike.
  static func photo(_ number: Int) -> [UInt8] {
    Picture.png(
      Raster(size: PixelSize(width: 16, height: 12)) { x, y in
        x < 8
          ? Colour(
            red: UInt8(truncatingIfNeeded: number), green: UInt8(truncatingIfNeeded: number >> 8),
            blue: 40) : .grey(UInt8(x * y))
      })
  }

  func add(_ number: Int, in folder: FilePath = "booth") throws {
    try place.folder.write(Self.photo(number), to: folder.appending("\(number).png"))
  }

  func run(_ arguments: String...) throws -> Outcome { try place.run(Self.watch + arguments) }

  func start(_ arguments: String...) throws -> RunningProcess {
    try BuiltProgram.command(Self.watch + arguments, in: place.folder).start()
  }

  /// The digests of the photos in each collage, by the collages' names.
  func collages(in folder: FilePath = "prints") throws -> [String: [String]] {
    let names = (try? place.folder.names(in: folder)) ?? []
    var collages: [String: [String]] = [:]
    for name in names where !name.hasPrefix(".") {
      let file = try PhotoFile.open(place.folder.path(of: folder.appending(name)))
      let record = try #require(try RecipeRecord.read(from: file), "\(name)")
      collages[name] = try RecordedPhotos(record).digests
    }
    return collages
  }

  /// What each of some photos is in recipes.
  static func digests(_ numbers: some Sequence<Int>) -> Set<String> {
    Set(
      numbers.map { number in
        var hash = SHA256()
        hash.update(photo(number))
        return Digest(hash).hexadecimal
      })
  }

  /// Waits until there are so many collages; false if the program ended before.
  func wait(for running: RunningProcess, collages count: Int) throws -> Bool {
    try Timeouts.wait(for: running) { try collages().count >= count }
  }
}

/// What a recipe says of its photos.
private struct RecordedPhotos: Decodable {
  private struct Entry: Decodable {
    let sha256: String
  }

  private let photos: [Entry]

  init(_ record: RecipeRecord) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(record.json.utf8))
  }

  var digests: [String] { photos.map(\.sha256) }
}
