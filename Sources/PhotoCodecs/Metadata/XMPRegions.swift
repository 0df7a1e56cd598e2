internal import Imaging

/// The regions in an XMP packet: those of the Metadata Working Group (`mwg-rs`), which Adobe,
/// Apple, digiKam and Picasa write, else Microsoft's (`MP`).
struct XMPRegions {
  /// A photo with more regions doesn't say which of them matter.
  private static let maxCount = 256

  /// The properties of each region, by name.
  private var entries: [[String: String]] = []
  /// The size of the picture that the regions were made for; nil if the packet doesn't say.
  private var width: Double?
  private var height: Double?

  /// Bytes that aren't XML have no regions.
  init(_ packet: [UInt8]) {
    var scanner = XMLScanner(packet)
    var fields: [String: String] = [:]
    var list: Int?
    while let token = scanner.next() {
      switch token {
      case .open:
        if list == nil, scanner.isInside("mwg-rs:RegionList") || scanner.isInside("MPRI:Regions") {
          list = scanner.path.count
        }
      case .attribute(let name, let value): take(name, value, of: scanner, &fields)
      case .text(let text): take(scanner.path[scanner.path.count - 1], text, of: scanner, &fields)
      case .close:
        // The list contains a bag, and the bag contains the regions.
        if let depth = list, scanner.path.count == depth + 2 {
          entries.append(fields)
          fields = [:]
        } else if scanner.path.count == list {
          list = nil
        }
      }
    }
    if !scanner.isWhole || entries.count > Self.maxCount { entries = [] }
  }

  private mutating func take(
    _ name: Range<Int>, _ value: Range<Int>, of scanner: XMLScanner,
    _ fields: inout [String: String]
  ) {
    let text = scanner.text(value)
    switch scanner.text(name) {
    case "stDim:w" where width == nil: width = Double(text)
    case "stDim:h" where height == nil: height = Double(text)
    case let name: fields[name] = text
    }
  }

  /// The regions in shares of the stored picture.
  ///
  /// They are positions in the stored picture, unless they were made for a picture with the upright
  /// ratio, as Picasa does. If they were made for any other ratio, they are out of date.
  func regions(of stored: PixelSize, _ orientation: Orientation) -> [PhotoRegion] {
    let areas = entries.compactMap(Self.area)
    let regions = areas.isEmpty ? entries.compactMap(Self.rectangle) : areas
    guard let width, let height, !stored.hasRatio(of: width, height) else { return regions }
    guard orientation.applied(to: stored).hasRatio(of: width, height) else { return [] }
    return regions.map { $0.stored(orientation) }
  }

  private static func area(_ fields: [String: String]) -> PhotoRegion? {
    func number(_ name: String) -> Double? { fields["stArea:\(name)"].flatMap { Double($0) } }
    let kind: PhotoRegion.Kind
    switch fields["mwg-rs:Type"] {
    case "Face", "Pet", nil: kind = .face
    case "Focus": kind = .subject
    default: return nil
    }
    guard fields["stArea:unit"] ?? "normalized" == "normalized", let x = number("x"),
      let y = number("y"),
      let width = number("w") ?? number("d"), let height = number("h") ?? number("d")
    else { return nil }
    return PhotoRegion(declared: kind, middle: (x, y), width: width, height: height)
  }

  private static func rectangle(_ fields: [String: String]) -> PhotoRegion? {
    let numbers =
      fields["MPReg:Rectangle"]?.split(separator: ",").map { Double($0.filter { $0 != " " }) } ?? []
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3]
    else { return nil }
    return PhotoRegion(
      declared: .face, middle: (x + width / 2, y + height / 2), width: width, height: height)
  }
}
