/// The names of the files in a folder that may tell more of photos beside them: XMP, and the JSON
/// of Google's Takeout.
struct SidecarNames: Sendable {
  /// What Takeout puts between a photo's name and `.json`, or the beginning of it.
  private static let takeoutSuffix = Array(".supplemental-metadata".utf8)
  /// Takeout cuts names to so many characters before `.json`.
  private static let takeoutLength = 46
  private static let editedSuffix = Array("-edited".utf8)

  /// The names by what precedes their extension.
  private var xmp: [[UInt8]: [UInt8]] = [:]
  private var json: [[UInt8]: [UInt8]] = [:]

  var isEmpty: Bool { xmp.isEmpty && json.isEmpty }

  /// Whether a file may be a sidecar, by its name.
  static func isSidecar(_ name: Span<UInt8>) -> Bool {
    guard name.count > 4 else { return false }
    let end = (0..<4).map { name[name.count - 4 + $0] | 0x20 }
    return end == Array(".xmp".utf8)
      || name.count > 5 && end == Array("json".utf8)
        && name[name.count - 5] == UInt8(ascii: ".")
  }

  /// Adds a file's name, which `isSidecar` holds for.
  mutating func append(_ name: [UInt8]) {
    if name[name.count - 4] == UInt8(ascii: ".") {
      let stem = Array(name.dropLast(4))
      // The usual spelling counts, where there are several.
      if xmp[stem] == nil || name.hasSmallEnd { xmp[stem] = name }
    } else {
      let stem = Array(name.dropLast(5))
      if json[stem] == nil || name.hasSmallEnd { json[stem] = name }
    }
  }

  /// The XMP file of a photo: `a.jpg.xmp`, else `a.xmp`; nil if there is neither.
  func xmp(of photo: [UInt8]) -> [UInt8]? {
    if xmp.isEmpty { return nil }
    return xmp[photo] ?? photo.lastIndex(of: UInt8(ascii: ".")).flatMap { xmp[Array(photo[..<$0])] }
  }

  /// Takeout's file of a photo; nil if there is none. An edited copy has that of the original.
  func takeout(of photo: [UInt8]) -> [UInt8]? {
    if json.isEmpty { return nil }
    if let own = ownTakeout(of: photo) { return own }
    let name = NumberedName(photo)
    guard name.stem.count > Self.editedSuffix.count,
      name.stem.suffix(Self.editedSuffix.count).elementsEqual(Self.editedSuffix)
    else { return nil }
    let original = name.stem.dropLast(Self.editedSuffix.count) + name.number + name.fileExtension
    return ownTakeout(of: Array(original))
  }

  private func ownTakeout(of photo: [UInt8]) -> [UInt8]? {
    let name = NumberedName(photo)
    if !name.number.isEmpty {
      // The number moves to the end: a(1).jpg has a.jpg(1).json.
      let moved = Array(name.stem + name.fileExtension)
      if let found = file(of: moved, number: name.number) { return found }
    }
    return file(of: photo, number: [])
  }

  private func file(of photo: [UInt8], number: ArraySlice<UInt8>) -> [UInt8]? {
    for count in 0...Self.takeoutSuffix.count {
      if let found = json[photo + Self.takeoutSuffix.prefix(count) + number] { return found }
    }
    let scalars = String(decoding: photo, as: UTF8.self).unicodeScalars
    guard scalars.count > Self.takeoutLength else { return nil }
    let cut = String(String.UnicodeScalarView(scalars.prefix(Self.takeoutLength)))
    return json[Array(cut.utf8) + number]
  }
}

/// A name with a number in brackets before its extension, such as `a(1).jpg`.
private struct NumberedName {
  let stem: ArraySlice<UInt8>
  /// With its brackets; empty if there is none.
  let number: ArraySlice<UInt8>
  /// With its dot; empty if there is none.
  let fileExtension: ArraySlice<UInt8>

  init(_ name: [UInt8]) {
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    fileExtension = name[dot...]
    let whole = name[..<dot]
    guard whole.last == UInt8(ascii: ")"), let open = whole.lastIndex(of: UInt8(ascii: "(")),
      open > 0, whole[(open + 1)...].count > 1,
      whole[(open + 1)...].dropLast().allSatisfy({ (0x30...0x39).contains($0) })
    else {
      (stem, number) = (whole, [])
      return
    }
    (stem, number) = (whole[..<open], whole[open...])
  }
}

extension [UInt8] {
  fileprivate var hasSmallEnd: Bool { suffix(3).allSatisfy { $0 & 0x20 != 0 } }
}
