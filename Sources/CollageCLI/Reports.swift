internal import CollageKit
internal import CollageTerminal
internal import FoundationEssentials
internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import SafeText
internal import SystemPackage

/// An answer as JSON with sorted keys. Bytes of paths that are not UTF-8 are shown as `\xNN`;
/// characters that could harm a terminal, and hidden ones, are written as JSON escapes, so values
/// stay the same.
protocol JSONAnswer: Encodable {}

extension JSONAnswer {
  /// On one line.
  var json: String { encoded([.sortedKeys, .withoutEscapingSlashes]) }
  /// On several lines, for reading and editing.
  var prettyJSON: String { encoded([.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]) }

  private func encoded(_ formatting: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("answers hold only plain values")
    }
    return String(decoding: data, as: UTF8.self).escapingUnsafeInJSON
  }
}

extension String {
  /// This JSON with everything escaped that could harm a terminal or hide there.
  var escapingUnsafeInJSON: String {
    // Most of it is printable ASCII.
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
    return escapingInJSON { $0.isUnsafe(at: $1) && $0[$1] != "\n" }
  }
}

/// An object whose keys are written where their values are. What is nil is left out.
struct Report: JSONAnswer, ExpressibleByDictionaryLiteral {
  private let values: [(name: String, value: any Encodable)]

  init(dictionaryLiteral values: (String, (any Encodable)?)...) {
    self.values = values.compactMap { name, value in value.map { (name, $0) } }
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: NameKey.self)
    for (name, value) in values { try object.encode(value, forKey: NameKey(stringValue: name)) }
  }
}

/// A key of any name.
struct NameKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension SavedCollage {
  /// What `make --json` prints.
  var report: Report {
    [
      "id": id.text,
      "path": asset.path.inJSON,
      "format": format.rawValue,
      "width": size.width,
      "height": size.height,
      "bytes": asset.bytes,
      "photos": placements.map(\.photo.address.inJSON),
      "warnings": warnings(.commandLine),
    ]
  }
}

extension CollagePlan {
  /// What `make --dry-run` prints. The tree is for `--layout-file`; a grid with an empty place has
  /// none.
  func report(_ options: LayoutOptions) -> Report {
    [
      "layout": options.name,
      "title": texts?.title,
      "canvas": layout.canvas,
      "photos": placements.enumerated().map { $1.report(caption: texts?.captions[$0]) },
      "tree": layout.tree,
    ]
  }
}

extension Placement {
  fileprivate func report(caption: String?) -> Report {
    [
      "path": photo.address.inJSON,
      "format": photo.header.format.rawValue,
      "size": photo.size,
      // What the file says.
      "orientation": Int(photo.header.fileOrientation.rawValue),
      "turn": photo.header.turn == .none ? nil : "\(photo.header.turn)",
      "frame": frame,
      "crop": crop,
      // The part of the photo that is not seen, 0 to 1.
      "cropped": croppedShare,
      // The point around which it is cropped, in shares of the photo; nil for its centre.
      "focus": focus.map { [$0.x, $0.y] },
      // What the crop should keep; nil where that is not known, because little is cropped, or a
      // focus was given.
      "regions": regions.isEmpty ? nil : regions.map { $0.report(in: photo.size) },
      "caption": caption,
    ]
  }
}

extension PhotoRegion {
  /// In pixels as `crop` is.
  fileprivate func report(in photo: PixelSize) -> Report {
    [
      "kind": kind.rawValue,
      "source": source.rawValue,
      "area": area.scaled(across: Double(photo.width), down: Double(photo.height)),
    ]
  }
}

extension Asset {
  /// What `library path --json` and `library remove --json` print.
  func report(bytes: Int?) -> Report {
    ["id": id.text, "path": path.inJSON, "format": format.rawValue, "bytes": bytes]
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
