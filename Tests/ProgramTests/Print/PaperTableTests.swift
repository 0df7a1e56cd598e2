import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The same collage by every way in, in every format, with every setting of paper: 14 settings, 7 ways
/// and 3 formats, which are 294 cells.
@Suite(
  .waiting,
  .enabled(if: Installed.program("pdftoppm") != nil, "needs pdftoppm, of poppler-utils"))
struct PaperTableTests {
  private static let renderer = Installed.program("pdftoppm")

  @Test(.timeLimit(.minutes(20)), arguments: PaperSetting.all)
  func `every way in makes the same picture in every format, or says why not`(
    setting: PaperSetting
  ) throws {
    let table = try PaperTable(setting)
    let made = try table.cells(.make)
    var pictures: [OutputFormat: PlainPixels] = [:]
    for (format, cell) in made {
      guard case .made(let name) = cell else {
        Issue.record("make, \(format): \(cell)")
        continue
      }
      pictures[format] = try pixels(name, format, table.place)
    }
    let exact = try #require(pictures[.png])
    for (format, picture) in pictures {
      #expect(exact.looksLike(picture), "make, \(format): \(exact.difference(from: picture))")
    }
    if !["lossless", "colour-space", "hdr"].contains(setting.name) {
      #expect(try pixels(table.plain(), .png, table.place) != exact)
    }
    var count = 0
    for way in PaperTable.Way.allCases {
      let cells = try way == .make ? made : table.cells(way)
      for (format, cell) in cells {
        count += 1
        switch cell {
        case .refused(let message):
          let reason = way.refusal(of: format)
          #expect(reason.map { message.contains($0) } == true, "\(way), \(format): \(message)")
        case .made(let name):
          #expect(way.refusal(of: format) == nil, "\(way), \(format)")
          let picture = try pixels(name, format, table.place)
          // The very same, whoever asked for it.
          #expect(
            pictures[format] == picture,
            "\(way), \(format): \(pictures[format]?.difference(from: picture) as Any)")
        }
      }
    }
    #expect(count == 21)
  }

  /// Of a PDF as another program shows it.
  private func pixels(
    _ name: FilePath, _ format: OutputFormat, _ place: Workplace
  ) throws -> PlainPixels {
    guard format == .pdf else { return PlainPixels(try place.picture(name)) }
    let renderer = try #require(Self.renderer)
    let shown = try ChildProcess(
      renderer,
      ["-r", "\(PaperTable.dotsPerInch)", "-singlefile", name.string, "shown"],
      in: place.folder.path
    ).run()
    #expect(shown.exitCode == 0 && shown.error == "", "\(shown)")
    let bytes = try place.folder.read("shown.ppm")
    return try #require(PlainPixels(ppm: bytes))
  }
}

/// Red, green and blue of pixels, row by row.
private struct PlainPixels: Equatable {
  let size: PixelSize
  private let bytes: [UInt8]

  init(_ raster: Raster) {
    size = raster.size
    bytes = raster.colours.flatMap { [$0.red, $0.green, $0.blue] }
  }

  /// Nil unless it is one as programs write them, without comments.
  init?(ppm: [UInt8]) {
    let lines = ppm.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
    guard lines.count == 4, lines[0].elementsEqual("P6".utf8) else { return nil }
    let sides = String(decoding: lines[1], as: UTF8.self).split(separator: " ").compactMap {
      Int($0)
    }
    guard sides.count == 2, lines[3].count == 3 * sides[0] * sides[1] else { return nil }
    size = PixelSize(width: sides[0], height: sides[1])
    bytes = Array(lines[3])
  }

  /// How far pixels differ on average, of 255; 255 where the sizes differ by more than a pixel. A
  /// page's edge lies between two pixels.
  func difference(from other: PlainPixels) -> Double {
    guard abs(size.width - other.size.width) <= 1, abs(size.height - other.size.height) <= 1 else {
      return 255
    }
    let (width, height) = (
      min(size.width, other.size.width), min(size.height, other.size.height)
    )
    var sum = 0
    for y in 0..<height {
      for x in 0..<3 * width {
        sum += abs(
          Int(bytes[3 * y * size.width + x]) - Int(other.bytes[3 * y * other.size.width + x]))
      }
    }
    return Double(sum) / Double(3 * width * height)
  }

  /// Whether only what a JPEG loses, and half a pixel at edges, differs.
  func looksLike(_ other: PlainPixels) -> Bool { difference(from: other) < 12 }
}
