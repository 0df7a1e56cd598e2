/// The texts of some properties in an XMP packet.
struct XMPTexts {
  private static let names: Set = [
    "dc:title", "dc:description", "photoshop:Headline", "photoshop:City", "photoshop:Country",
    "Iptc4xmpCore:Location", "exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate",
  ]

  private var texts: [String: String] = [:]

  /// Bytes that aren't XML have no texts.
  init(_ packet: [UInt8]) {
    var scanner = XMLScanner(packet)
    while let token = scanner.next() {
      switch token {
      case .attribute(let name, let value): take(scanner.text(name), value, of: scanner)
      case .text(let text):
        // The text of a property, or the first in its list of languages, which is the default.
        let path = scanner.path.suffix(3).map(scanner.text)
        take(
          path.count == 3 && path[1] == "rdf:Alt" ? path[0] : path[path.count - 1], text,
          of: scanner)
      case .open, .close: break
      }
    }
    if !scanner.isWhole { texts = [:] }
  }

  private mutating func take(_ name: String, _ value: Range<Int>, of scanner: XMLScanner) {
    guard Self.names.contains(name), texts[name] == nil else { return }
    texts[name] = MetadataLine.text(Self.unescaped(scanner.bytes[value])[...])
  }

  func line(_ name: String) -> String? { texts[name] }

  /// When the photo was taken, by the camera's clock; nil if there is no valid date.
  var taken: LocalTime? {
    ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"].lazy
      .compactMap { texts[$0].flatMap { LocalTime(iso: Array($0.utf8)) } }.first
  }

  /// The text with XML's predefined entities and numeric references replaced.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let parts = text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: Array(parts[0])) { text, part in
      guard let end = part.firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(String(decoding: part[..<end], as: UTF8.self))
      else {
        text += [UInt8(ascii: "&")] + part
        return
      }
      text += Array(String(scalar).utf8) + part[(end + 1)...]
    }
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    if let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][name]
      as Unicode.Scalar?
    {
      return known
    }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.dropFirst().hasPrefix("x")
    return UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10).flatMap(
      Unicode.Scalar.init)
  }
}
