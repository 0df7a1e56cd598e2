internal import CollageKit
internal import FoundationEssentials
internal import PhotoCodecs
internal import SafeText
internal import SystemPackage

/// An answer as JSON with sorted keys. Bytes of paths that are not UTF-8 are shown as `\xNN`; characters that could
/// harm a terminal, and hidden ones, are written as JSON escapes, so values stay the same.
protocol Report: Encodable {}

extension Report {
  /// On one line.
  var json: String { encoded([.sortedKeys, .withoutEscapingSlashes]) }
  /// On several lines, for reading and editing.
  var prettyJSON: String { encoded([.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]) }

  private func encoded(_ formatting: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    guard let data = try? encoder.encode(self) else { preconditionFailure("reports hold only plain values") }
    return String(decoding: data, as: UTF8.self).escapingInJSON { $0.isUnsafe(at: $1) && $0[$1] != "\n" }
  }
}

/// What `make --json` prints.
struct SavedReport: Report {
  let id: String
  let path: String
  let format: String
  let width: Int
  let height: Int
  let bytes: Int
  let photos: [String]
  let warnings: [String]

  init(_ made: SavedCollage) {
    id = made.id.text
    path = made.asset.path.inJSON
    format = made.format.rawValue
    width = made.size.width
    height = made.size.height
    bytes = made.asset.bytes
    photos = made.placements.map(\.photo.address.inJSON)
    warnings = made.warnings(.commandLine)
  }
}

/// What `make --dry-run` prints.
struct LayoutReport: Report {
  struct Entry: Encodable {
    let path: String
    let format: String
    let size: PixelSize
    /// What the file says.
    let orientation: Int
    /// Nil for a photo that isn't turned besides.
    let turn: String?
    let frame: PixelRect
    let crop: Region
    /// The part of the photo that is not seen, 0 to 1.
    let cropped: Double
    /// The point around which it is cropped, in shares of the photo; nil for its centre.
    let focus: [Double]?
    /// What the crop should keep; nil where that is not known, because little is cropped, or a focus was given.
    let regions: [Kept]?
    /// Nil for none.
    let caption: String?
  }

  /// A face or a subject, in pixels as `crop` is.
  struct Kept: Encodable {
    let kind: String
    let source: String
    let area: Region
  }

  let layout: String
  /// Nil for none.
  let title: String?
  let canvas: PixelSize
  let photos: [Entry]
  /// The tree, for `--layout-file`; nil for a grid with an empty place.
  let tree: SlicingTree?

  init(_ plan: CollagePlan, _ options: LayoutOptions) {
    layout = options.name
    title = plan.texts?.title
    canvas = plan.layout.canvas
    tree = plan.layout.tree
    photos = plan.placements.enumerated().map { place, placement in
      let photo = placement.photo
      return Entry(
        path: photo.address.inJSON, format: photo.header.format.rawValue,
        size: photo.size,
        orientation: Int(photo.header.fileOrientation.rawValue),
        turn: photo.header.turn == .none ? nil : "\(photo.header.turn)",
        frame: placement.frame, crop: placement.crop, cropped: placement.croppedShare,
        focus: placement.focus.map { [$0.x, $0.y] },
        regions: placement.regions.isEmpty ? nil : placement.regions.map { Kept($0, in: photo.size) },
        caption: plan.texts?.captions[place])
    }
  }
}

extension LayoutReport.Kept {
  fileprivate init(_ region: PhotoRegion, in photo: PixelSize) {
    kind = region.kind.rawValue
    source = region.source.rawValue
    area = region.area.scaled(across: Double(photo.width), down: Double(photo.height))
  }
}

/// What `library path --json` and `library remove --json` print for an asset.
struct AssetReport: Report {
  let id: String
  let path: String
  let format: String
  let bytes: Int?

  init(_ asset: Asset, bytes: Int?) {
    id = asset.id.text
    path = asset.path.inJSON
    format = asset.format.rawValue
    self.bytes = bytes
  }
}

extension PhotoAddress {
  /// A path itself if it is UTF-8; a URL without its secrets.
  var inJSON: String { if case .file(let path) = self { path.inJSON } else { displayed } }
}

extension FilePath {
  /// The path itself if it is UTF-8, else with the other bytes escaped as `\xNN`.
  var inJSON: String { String(validating: self) ?? displayed }
}
