internal import CollageKit
internal import CollageTerminal
internal import Files
internal import FoundationEssentials
internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import SafeText
internal import SystemPackage

/// An answer as JSON with sorted keys. Bytes of paths that are not UTF-8 are shown as `\xNN`,
/// and a backslash of a path that begins such a spelling as `\x5c`.
/// Hidden characters, and those that could harm a terminal, are written as JSON escapes, which
/// leaves the values unchanged.
protocol JSONAnswer: Encodable {}

extension JSONAnswer {
  /// The JSON on one line.
  var json: String { encodedJSON }
  /// The same, by the encoder.
  var encodedJSON: String { encoded([.sortedKeys, .withoutEscapingSlashes]) }
  /// The JSON on several lines, for reading and editing.
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
  /// This JSON with everything escaped that could harm a terminal or is hidden.
  var escapingUnsafeInJSON: String {
    // A shortcut, because most JSON is printable ASCII.
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
    return escapingInJSON { $0.isUnsafe(at: $1) && $0[$1] != "\n" }
  }
}

/// A JSON object whose keys are written beside their values. Values that are nil are left out.
struct Report: JSONAnswer, ExpressibleByDictionaryLiteral {
  private let values: [(name: String, value: any Encodable)]

  init(dictionaryLiteral values: (String, (any Encodable)?)...) {
    self.values = values.compactMap { name, value in value.map { (name, $0) } }
  }

  /// In the order in which they are written.
  var sortedValues: [(name: String, value: any Encodable)] {
    values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
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
  /// The output of `make --json`.
  var report: Report {
    [
      "id": id.text,
      "path": asset.path.inJSON,
      "format": format.rawValue,
      "width": size.width,
      "height": size.height,
      "bytes": asset.bytes,
      "photos": placements.map(\.photo.address.inJSON),
      // What the file says to those who don't see it; nil for nothing.
      "alt": words?.description,
      "warnings": warnings(.commandLine),
    ]
  }
}

extension CollagePlan {
  /// The output of `make --dry-run`. The tree can be passed to `--layout-file`; a grid with an
  /// empty place has none.
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
      // The orientation that the file states.
      "orientation": Int(photo.header.fileOrientation.rawValue),
      "turn": photo.header.turn == .none ? nil : "\(photo.header.turn)",
      "frame": frame,
      "crop": crop,
      // The share of the photo that isn't visible, 0 to 1.
      "cropped": croppedShare,
      // The point around which it is cropped, in shares of the photo; nil for the centre.
      "focus": focus.map { [$0.x, $0.y] },
      // The regions that the crop should keep; nil if they aren't known, because little is cropped
      // or a focus was given.
      "regions": regions.isEmpty ? nil : regions.map { $0.report(in: photo.size) },
      "caption": caption,
    ]
  }
}

extension PhotoRegion {
  /// In pixels, like `crop`.
  fileprivate func report(in photo: PixelSize) -> Report {
    [
      "kind": kind.rawValue,
      "source": source.rawValue,
      "area": area.scaled(across: Double(photo.width), down: Double(photo.height)),
    ]
  }
}

extension Asset {
  /// The output of `library path --json` and `library remove --json`.
  func report(bytes: Int?) -> Report {
    ["id": id.text, "path": path.inJSON, "format": format.rawValue, "bytes": bytes]
  }
}

extension PhotoAddress {
  /// A path itself if it is UTF-8; a URL without its secrets.
  var inJSON: String { if case .file(let path) = self { path.inJSON } else { displayed } }
}

extension FilePath {
  /// The path itself if it is UTF-8, else with the other bytes escaped as `\xNN`. Where a name
  /// spells such an escape, its backslash is escaped as well, so that each text is that of one
  /// path.
  var inJSON: String {
    let bytes = self.bytes
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(validating: self) ?? displayed }
    let escaped: [UInt8] = bytes.indices.flatMap { index in
      bytes[index...].spellsEscape ? Array(#"\x5c"#.utf8) : [bytes[index]]
    }
    let path = FilePath(bytes: escaped)
    return String(validating: path) ?? path.displayed
  }
}

extension ArraySlice<UInt8> {
  /// Whether it begins like an escaped byte: `\xNN`.
  fileprivate var spellsEscape: Bool {
    starts(with: #"\x"#.utf8) && count >= 4
      && dropFirst(2).prefix(2).allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }
}
