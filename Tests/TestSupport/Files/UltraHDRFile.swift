/// The structure of a JPEG with a gain map, read by its bytes alone.
package struct UltraHDRFile {
  /// A picture's segments before and after its scans, and where it ends.
  package struct Picture {
    package let segments: [(marker: UInt8, place: Int, payload: [UInt8])]
    package let end: Int

    /// Nil if the bytes from a place on are no JPEG.
    package init?(_ bytes: [UInt8], at start: Int = 0) {
      guard bytes[start...].starts(with: [0xFF, 0xD8]) else { return nil }
      var segments: [(marker: UInt8, place: Int, payload: [UInt8])] = []
      var place = start + 2
      while place + 1 < bytes.count {
        guard bytes[place] == 0xFF else { return nil }
        let marker = bytes[place + 1]
        if marker == 0xD9 {
          (self.segments, end) = (segments, place + 2)
          return
        }
        guard place + 3 < bytes.count else { return nil }
        let next = place + 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
        guard next <= bytes.count else { return nil }
        segments.append((marker, place + 4, Array(bytes[place + 4..<next])))
        place = next
        guard marker == 0xDA else { continue }
        while place + 1 < bytes.count,
          bytes[place] != 0xFF || bytes[place + 1] == 0 || (0xD0...0xD7).contains(bytes[place + 1])
        {
          place += 1
        }
      }
      return nil
    }

    /// The payload of the first segment that begins with a signature, without that.
    package func payload(after signature: String) -> [UInt8]? {
      let signature = Array(signature.utf8)
      return segments.first { $0.payload.starts(with: signature) }.map {
        Array($0.payload.dropFirst(signature.count))
      }
    }

    package var xmp: String {
      String(decoding: payload(after: "http://ns.adobe.com/xap/1.0/\0") ?? [], as: UTF8.self)
    }

    /// The value of an attribute in the XMP packet.
    package func attribute(_ name: String) -> String? {
      let parts = xmp.split(separator: " \(name)=\"", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return parts[1].firstIndex(of: "\"").map { String(parts[1][..<$0]) }
    }

    package var iso: [UInt8]? { payload(after: "urn:iso:std:iso:ts:21496:-1\0") }
  }

  package let primary: Picture
  package let map: Picture
  /// Where the map begins.
  package let mapPlace: Int

  /// Nil unless the file is a JPEG that another one follows.
  package init?(_ bytes: [UInt8]) {
    guard let primary = Picture(bytes), let map = Picture(bytes, at: primary.end) else {
      return nil
    }
    (self.primary, self.map, mapPlace) = (primary, map, primary.end)
  }

  /// The sizes and the places of both pictures in the multi-picture index; nil if there is none of
  /// two pictures.
  package var index: [(size: Int, place: Int)]? {
    let signature = Array("MPF\0".utf8)
    guard let segment = primary.segments.first(where: { $0.payload.starts(with: signature) }),
      segment.payload.count == 4 + 50 + 32
    else { return nil }
    let header = Array(segment.payload.dropFirst(4))
    guard Array(header.prefix(8)) == Array("MM\0*".utf8) + [0, 0, 0, 8] else { return nil }
    return [50, 66].map { entry in
      let size = Self.number(header, entry + 4)
      let offset = Self.number(header, entry + 8)
      return (size, offset == 0 ? 0 : offset + segment.place + 4)
    }
  }

  /// The fractions of the map's ISO 21496-1 metadata of one channel: base and full headroom, least
  /// and most gain, gamma, and the two offsets. Nil for other metadata.
  package var fractions: [Double]? {
    guard let iso = map.iso, iso.count == 5 + 7 * 8, Array(iso.prefix(5)) == [0, 0, 0, 0, 0x40]
    else { return nil }
    return (0..<7).map { index in
      let numerator = Int32(truncatingIfNeeded: Self.number(iso, 5 + 8 * index))
      return Double(numerator) / Double(Self.number(iso, 9 + 8 * index))
    }
  }

  /// The same as `fractions`, of the map's XMP.
  package var numbers: [Double]? {
    let names = [
      "HDRCapacityMin", "HDRCapacityMax", "GainMapMin", "GainMapMax", "Gamma", "OffsetSDR",
      "OffsetHDR",
    ]
    let numbers = names.compactMap { map.attribute("hdrgm:\($0)").flatMap(Double.init) }
    return numbers.count == names.count ? numbers : nil
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
