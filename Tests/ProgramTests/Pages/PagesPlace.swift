import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// A home folder with photos of one colour each, by which they are found on pages.
struct PagesPlace {
  let folder: TemporaryFolder
  private let workplace: Workplace

  static let size = PixelSize(width: 60, height: 40)
  /// A small page. Photos are enlarged on it; nothing is printed about that.
  static let options = ["--canvas", "A6@50dpi", "--quiet"]

  /// Far from each other, and from greys, which edges of photos and texts on white are.
  static let colours: [Colour] = (0..<27).filter { $0 % 13 != 0 }.map { number in
    func level(_ divisor: Int) -> UInt8 { [40, 125, 210][number / divisor % 3] }
    return Colour(red: level(9), green: level(3), blue: level(1))
  }

  /// - Parameter photos: named `00.png` and so on.
  init(photos: Int) throws {
    workplace = try Workplace(photos: 0)
    folder = workplace.folder
    for (name, colour) in zip(names(photos), Self.colours) {
      try folder.write(Picture.png(Picture.flat(colour, Self.size)), to: FilePath(name))
    }
  }

  func names(_ count: Int) -> [String] { (0..<count).map { "\($0 / 10)\($0 % 10).png" } }

  func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

  func run(_ arguments: [String]) throws -> Outcome { try workplace.run(arguments) }

  func expectNothingChanges(by arguments: [String], _ expected: Answer) throws {
    try workplace.expectNothingChanges(by: arguments, expected)
  }

  /// Runs `collage pages` with the first photos on small pages; a `--canvas` that comes later counts.
  func pages(_ count: Int, _ options: [String]) throws -> Outcome {
    try run(["pages"] + names(count) + Self.options + options)
  }

  func objects(_ name: FilePath) throws -> PDFObjects { try PDFObjects(folder.read(name)) }

  /// The numbers of the photos on each page of a book, in their order.
  func photos(in book: FilePath) throws -> [[Int]] {
    let objects = try objects(book)
    return try objects.numbers(containing: "/Subtype/Image").map { number in
      try folder.write(objects.stream(number), to: "page.tmp")
      defer { try? folder.remove("page.tmp") }
      return try photos(inPicture: "page.tmp")
    }
  }

  func photos(inPicture name: FilePath) throws -> [Int] {
    try places(inPicture: name).keys.sorted()
  }

  /// The areas that photos cover, by their numbers.
  func places(inPicture name: FilePath) throws -> [Int: PixelRect] {
    let places = try Raster.decoded(folder.path(of: name)).areas(of: Self.colours, within: 13)
    // Edges and compression leave single pixels of other colours.
    return places.filter { $0.value.width > 6 && $0.value.height > 6 }
  }
}
