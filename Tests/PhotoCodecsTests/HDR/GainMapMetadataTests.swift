import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// What records say of gain maps, whether they can be used or not.
@Suite struct GainMapMetadataTests {
  private typealias Curve = GainMapMetadata.Curve

  private func stated(xmp packet: String) throws -> GainMapMetadata? {
    let picture = PhotoMetadata(xmp: Array(packet.utf8))
    return try StatedGainMap.read(picture, of: PhotoMetadata())?.metadata
  }

  private func stated(_ changes: [String: String?]) throws -> GainMapMetadata? {
    var properties = GainMapJPEG.simple
    for (name, value) in changes { properties[name] = value }
    return try stated(xmp: GainMapJPEG.packet(properties))
  }

  private func vector(_ values: Float...) -> SIMD3<Float> {
    values.count == 1 ? SIMD3(repeating: values[0]) : SIMD3(values)
  }

  @Test func `what XMP leaves out has the specification's defaults`() throws {
    let metadata = try #require(try stated([:]))
    #expect(
      metadata.curve
        == .logarithmic(
          min: vector(0), max: vector(2.5), gamma: vector(1), offsetSDR: vector(1 / 64),
          offsetHDR: vector(1 / 64)))
    #expect(metadata.fullHeadroom == 2.5 && metadata.leastHeadroom == 0 && !metadata.isBaseHDR)
  }

  @Test func `XMP may have attributes or elements, lists of three, and any prefix`() throws {
    let list = { (name: String, values: [String]) in
      let items = values.map { "<rdf:li> \($0)\n</rdf:li>" }.joined()
      return "<g:\(name)><rdf:Seq>\(items)</rdf:Seq></g:\(name)>"
    }
    let packet = GainMapJPEG.packet(
      #"g:Version="1.0" xmlns:g='http://ns.adobe.com/hdr-gain-map/1.0/' g:OffsetSDR='0.5'"#,
      list("GainMapMin", ["-1", "-0.5", "0"]) + list("GainMapMax", ["1", "2", "3e0"])
        + list("Gamma", ["0.5", "1", "2"])
        + "<g:HDRCapacityMin>0.25</g:HDRCapacityMin><g:HDRCapacityMax>4</g:HDRCapacityMax>"
        + "<g:BaseRenditionIsHDR>True</g:BaseRenditionIsHDR>")
    let metadata = try #require(try stated(xmp: packet + "\0\0trailing bytes"))
    #expect(
      metadata.curve
        == .logarithmic(
          min: vector(-1, -0.5, 0), max: vector(1, 2, 3), gamma: vector(0.5, 1, 2),
          offsetSDR: vector(0.5), offsetHDR: vector(1 / 64)))
    #expect(metadata.fullHeadroom == 4 && metadata.leastHeadroom == 0.25 && metadata.isBaseHDR)
    // Cut off before its end, a default could take the place of what is missing.
    #expect(try stated(xmp: String(packet.prefix(packet.count - 60))) == nil)
  }

  @Test(arguments: [
    ("GainMapMax", nil), ("GainMapMax", "nan"), ("GainMapMax", "inf"), ("GainMapMax", "900"),
    ("GainMapMax", "-1"), ("GainMapMax", "bright"), ("GainMapMin", "3"), ("GainMapMin", "-inf"),
    ("Gamma", "0"), ("Gamma", "-1"), ("Gamma", "nan"), ("Gamma", "1e30"), ("Gamma", "1e-30"),
    ("OffsetSDR", "-0.1"), ("OffsetHDR", "1e30"), ("OffsetHDR", "nan"), ("HDRCapacityMin", "2.5"),
    ("HDRCapacityMin", "-1"), ("HDRCapacityMin", "nan"), ("HDRCapacityMax", nil),
    ("HDRCapacityMax", "inf"), ("HDRCapacityMax", "0"), ("HDRCapacityMax", "900"),
  ])
  func `numbers of which no rendition can be made are damage`(name: String, value: String?) {
    let error = #expect(throws: CodecError.self) { try stated([name: value]) }
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `XMP may begin with a byte order mark`() throws {
    let packet = GainMapJPEG.packet(GainMapJPEG.simple)
    #expect(try stated(xmp: "\u{FEFF}" + packet) == stated(xmp: packet))
    #expect(try stated(xmp: "\u{FEFF}\u{FEFF}" + packet) == nil)
  }

  @Test func `other versions, and lists of other lengths, aren't guessed at`() throws {
    #expect(throws: CodecError.unsupported(reason: "it is of another version of XMP's gain maps")) {
      try stated(["Version": "2.0"])
    }
    #expect(throws: CodecError.self) { try stated(["Version": nil]) }
    let two = GainMapJPEG.packet(
      #"xmlns:h="http://ns.adobe.com/hdr-gain-map/1.0/" h:Version="1.0" h:HDRCapacityMax="1""#,
      "<h:GainMapMax><rdf:Seq><rdf:li>1</rdf:li><rdf:li>1</rdf:li></rdf:Seq></h:GainMapMax>")
    #expect(throws: CodecError.self) { try stated(xmp: two) }
    #expect(try stated(xmp: GainMapJPEG.packet(#"xmlns:h="urn:another" h:Version="1.0""#)) == nil)
    #expect(try stated(xmp: "no XML") == nil)
  }

  @Test func `a map that changes nothing is noticed`() throws {
    #expect(try stated(["GainMapMax": "0"])?.isWithoutEffect == true)
    #expect(try stated(["GainMapMax": "0.01"])?.isWithoutEffect == false)
    #expect(try stated(["GainMapMax": "0", "OffsetHDR": "0"])?.isWithoutEffect == false)
  }

  // MARK: - ISO 21496-1

  /// A record of one channel, each number as a fraction.
  private func record(
    flags: UInt8 = 0, base: (UInt32, UInt32) = (0, 1), other: (UInt32, UInt32) = (5, 2),
    min: (Int32, UInt32) = (-1, 4), max: (Int32, UInt32) = (9, 4),
    gamma: (UInt32, UInt32) = (3, 2)
  ) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 0, flags]
    for (numerator, denominator) in [base, other] {
      bytes += numerator.bigEndianBytes + denominator.bigEndianBytes
    }
    bytes += min.0.bigEndianBytes + min.1.bigEndianBytes
    bytes += max.0.bigEndianBytes + max.1.bigEndianBytes
    bytes += gamma.0.bigEndianBytes + gamma.1.bigEndianBytes
    bytes += Int32(1).bigEndianBytes + UInt32(8).bigEndianBytes
    return bytes + Int32(1).bigEndianBytes + UInt32(16).bigEndianBytes
  }

  @Test func `a record of ISO 21496-1 has fractions`() throws {
    let map = try ISOGainMap(record())
    #expect(
      map.metadata.curve
        == .logarithmic(
          min: vector(-0.25), max: vector(2.25), gamma: vector(1.5), offsetSDR: vector(1 / 8),
          offsetHDR: vector(1 / 16)))
    #expect(map.metadata.fullHeadroom == 2.5 && map.metadata.leastHeadroom == 0)
    #expect(!map.metadata.isBaseHDR && !map.usesBaseColours)
    #expect(try ISOGainMap(record(flags: 0x40)).usesBaseColours)
    #expect(try ISOGainMap(record() + [1, 2, 3]).metadata == map.metadata)
  }

  @Test func `a record may have three channels, and one denominator for all numbers`() throws {
    var bytes: [UInt8] = [0, 0, 0, 0, 0x88]
    for number: Int32 in [100, 50, 300] { bytes += number.bigEndianBytes }
    for channel: Int32 in 1...3 {
      for number in [-10 * channel, 100 * channel, 50 * channel, channel, 2 * channel] {
        bytes += number.bigEndianBytes
      }
    }
    let metadata = try ISOGainMap(bytes).metadata
    #expect(
      metadata.curve
        == .logarithmic(
          min: vector(-0.1, -0.2, -0.3), max: vector(1, 2, 3), gamma: vector(0.5, 1, 1.5),
          offsetSDR: vector(0.01, 0.02, 0.03), offsetHDR: vector(0.02, 0.04, 0.06)))
    #expect(metadata.fullHeadroom == 3 && metadata.leastHeadroom == 0.5)
    for count in 0..<bytes.count {
      #expect(throws: CodecError.self) { try ISOGainMap(Array(bytes.prefix(count))) }
    }
  }

  @Test func `the rendition with more headroom is the HDR one`() throws {
    let metadata = try ISOGainMap(record(base: (5, 2), other: (0, 1))).metadata
    #expect(metadata.isBaseHDR && metadata.fullHeadroom == 2.5 && metadata.leastHeadroom == 0)
    guard case .logarithmic(_, _, _, let offsetSDR, let offsetHDR) = metadata.curve else {
      Issue.record("another curve")
      return
    }
    #expect(offsetSDR == vector(1 / 16) && offsetHDR == vector(1 / 8))
    #expect(try ISOGainMap(record(flags: 4)).metadata.isBaseHDR)
  }

  @Test func `a record that can't be used is refused, and XMP beside it counts`() throws {
    let later = CodecError.unsupported(reason: "it is of a later version of ISO 21496-1")
    #expect(throws: later) { try ISOGainMap([0, 1] + record().dropFirst(2)) }
    let simple = PhotoMetadata(xmp: Array(GainMapJPEG.packet(GainMapJPEG.simple).utf8))
    let impossible: [[UInt8]] = [
      record(other: (0, 1)), record(min: (10, 1)), record(max: (100, 1)), record(gamma: (0, 1)),
      record(other: (100, 1)),
    ]
    for bytes in impossible {
      #expect(throws: CodecError.self) { try StatedGainMap(ISOGainMap(bytes)) }
      var picture = simple
      picture.isoGainMap = bytes
      #expect(throws: CodecError.self) { try StatedGainMap.read(picture, of: PhotoMetadata()) }
    }
    let unreadable: [[UInt8]] = [
      record(base: (0, 0)), record(min: (1, 0)), record(gamma: (1, 0)), [0, 0, 0, 0, 0],
      [0, 1] + record().dropFirst(2),
    ]
    for bytes in unreadable {
      #expect(throws: CodecError.self) { try ISOGainMap(bytes) }
      var picture = simple
      picture.isoGainMap = bytes
      #expect(try StatedGainMap.read(picture, of: PhotoMetadata())?.kind == .ultraHDR)
      picture.xmp = nil
      #expect(throws: CodecError.self) { try StatedGainMap.read(picture, of: PhotoMetadata()) }
    }
    var both = simple
    both.isoGainMap = record()
    #expect(try StatedGainMap.read(both, of: PhotoMetadata())?.kind == .iso)
    // The version alone, which photos have.
    #expect(
      try StatedGainMap.read(PhotoMetadata(isoGainMap: [0, 0, 0, 0]), of: PhotoMetadata()) == nil)
  }

  // MARK: - Apple

  /// The packet of a map of Apple's.
  private func applePacket(_ attributes: String = "") -> [UInt8] {
    let namespace = #"xmlns:H="http://ns.apple.com/HDRGainMap/1.0/" H:HDRGainMapVersion="65536" "#
    return Array(GainMapJPEG.packet(namespace + attributes).utf8)
  }

  /// A photo whose maker note has these two numbers, in thousandths.
  private func photo(_ headroom: Int32?, _ gain: Int32?) -> PhotoMetadata {
    var fields: [UInt8] = []
    var data: [UInt8] = []
    let entries = [(33, headroom), (48, gain)].compactMap { tag, value in value.map { (tag, $0) } }
    for (tag, value) in entries {
      let offset = 16 + 12 * entries.count + 4 + data.count
      fields += UInt16(tag).bigEndianBytes + UInt16(10).bigEndianBytes + UInt32(1).bigEndianBytes
      fields += UInt32(offset).bigEndianBytes
      data += value.bigEndianBytes + Int32(1000).bigEndianBytes
    }
    let note =
      Array("Apple iOS\0\0\u{1}MM".utf8) + UInt16(entries.count).bigEndianBytes + fields
      + [0, 0, 0, 0] + data
    let exif = TIFFBuilder([[(0x8769, .directory([(0x927C, .data(note))]))]])
    return PhotoMetadata(exif: exif.bytes)
  }

  @Test func `Apple's headroom is in XMP, else in two numbers of the maker note`() throws {
    func stops(_ packet: [UInt8], _ photo: PhotoMetadata) throws -> Float? {
      let stated = try #require(try StatedGainMap.read(PhotoMetadata(xmp: packet), of: photo))
      #expect(stated.kind == .apple && stated.metadata.leastHeadroom == 0)
      return stated.metadata.fullHeadroom
    }
    let packet = applePacket(#"H:HDRGainMapHeadroom="4""#)
    #expect(try stops(packet, photo(0, 0)) == 2)
    let stated = try StatedGainMap.read(PhotoMetadata(xmp: packet), of: PhotoMetadata())
    #expect(stated?.metadata.curve == .apple(headroom: 4))
    // Apple's formula at points of its four lines.
    let points: [(Int32?, Int32?, Float)] = [
      (0, 0, 1.8), (0, 5, 1.7), (500, 1000, 1.5), (1000, 0, 3), (1010, 5, 2.65), (2000, 1000, 2),
      (nil, 0, 1.8), (1000, nil, 3), (2000, 10_000, 0),
    ]
    for (headroom, gain, expected) in points {
      let found = try stops(applePacket(), photo(headroom, gain))
      #expect(abs((found ?? -1) - expected) < 1e-5, "\(headroom ?? -1), \(gain ?? -1)")
    }
  }

  @Test func `a map of Apple's of which nothing says how bright it is can't be used`() {
    let unknown = CodecError.damaged(reason: "nothing says how bright it is")
    #expect(throws: unknown) {
      try StatedGainMap.read(PhotoMetadata(xmp: applePacket()), of: PhotoMetadata())
    }
    #expect(throws: unknown) {
      try StatedGainMap.read(PhotoMetadata(xmp: applePacket()), of: photo(nil, nil))
    }
    for headroom in ["0", "-1", "nan", "inf", "0.5", "many"] {
      #expect(throws: CodecError.self, "\(headroom)") {
        try StatedGainMap.read(
          PhotoMetadata(xmp: applePacket(#"H:HDRGainMapHeadroom="\#(headroom)""#)),
          of: photo(0, 0))
      }
    }
  }

  @Test func `a maker note that is cut off, or another maker's, says nothing`() throws {
    let whole = try #require(photo(0, 0).exifFields)
    #expect(whole.appleMakerNote?.stops == 1.8)
    let note: [UInt8] = Array("Apple iOS\0\0\u{1}MM".utf8) + [0, 2, 0, 33]
    #expect(AppleMakerNote(note) == nil && AppleMakerNote([]) == nil)
    #expect(AppleMakerNote(Array("Nikon\0\u{2}\u{10}\0\0MM\0*\0\0\0\u{8}".utf8)) == nil)
  }
}
