/// Raw files as each maker's cameras build them, with any JPEGs as their previews, and without the
/// sensor's data.
package struct RawFileBuilder: Sendable {
  /// The JPEGs; `full` is the largest.
  package var full: [UInt8]
  package var small: [UInt8]
  /// EXIF's value.
  package var orientation: UInt16 = 1
  package var date = "2024:07:15 12:34:56"
  package var camera = "Test 5"

  /// A JPEG of the sensor's data: lossless, as cameras write it, and never shown.
  package var sensorData: [UInt8] = [
    0xFF, 0xD8, 0xFF, 0xC3, 0, 11, 14, 0x20, 0, 0x30, 0, 1, 1, 0x11, 0, 0xFF, 0xD9,
  ]

  package init(full: [UInt8], small: [UInt8]) {
    self.full = full
    self.small = small
  }

  package static let kinds: [(name: String, bytes: @Sendable (RawFileBuilder) -> [UInt8])] = [
    ("photo.dng", { $0.dng }), ("photo.cr2", { $0.cr2 }), ("photo.nef", { $0.nef }),
    ("photo.arw", { $0.arw }),
    ("photo.orf", { $0.orf }), ("photo.pef", { $0.pef }), ("photo.rw2", { $0.rw2 }),
    ("photo.cr3", { $0.cr3 }),
  ]

  private var description: TIFFBuilder.Directory {
    [
      (0x010F, .text("Maker")), (0x0110, .text(camera)), (0x0112, .short(orientation)),
      (0x8769, .directory([(0x9003, .text(date))])),
    ]
  }

  /// A preview by its place and length.
  private func place(_ jpeg: [UInt8]) -> TIFFBuilder.Directory {
    [(0x0201, .offset(of: jpeg)), (0x0202, .long(UInt32(jpeg.count)))]
  }

  /// A preview as a picture in one strip.
  private func strip(_ jpeg: [UInt8], compression: UInt16) -> TIFFBuilder.Directory {
    [
      (0x00FE, .long(1)), (0x0103, .short(compression)), (0x0106, .short(6)),
      (0x0111, .offset(of: jpeg)),
      (0x0117, .long(UInt32(jpeg.count))),
    ]
  }

  private func sensor(compression: UInt16) -> TIFFBuilder.Directory {
    [
      (0x00FE, .long(0)), (0x0103, .short(compression)), (0x0106, .short(32803)),
      (0x0111, .offset(of: sensorData)),
      (0x0117, .long(UInt32(sensorData.count))),
    ]
  }

  /// Adobe's: the sensor's data and the previews in subdirectories.
  package var dng: [UInt8] {
    TIFFBuilder([
      description + [
        (0xC612, .long(0x0401)),
        (
          0x014A,
          .directories([
            sensor(compression: 7), strip(small, compression: 7), strip(full, compression: 7),
          ])
        ),
      ]
    ]).bytes
  }

  /// Canon's: the full preview in the first directory, the sensor's data in the last.
  package var cr2: [UInt8] {
    let fourth: TIFFBuilder.Directory = [
      (0x0103, .short(6)), (0x0111, .offset(of: sensorData)),
      (0x0117, .long(UInt32(sensorData.count))),
    ]
    return TIFFBuilder(
      [description + strip(full, compression: 6), place(small), [(0x0103, .short(6))], fourth],
      signature: Array("CR\u{2}\0\0\0\0\0".utf8)
    ).bytes
  }

  /// Nikon's: big-endian.
  package var nef: [UInt8] {
    TIFFBuilder(
      [
        description + [
          (0x014A, .directories([place(full), sensor(compression: 34713), place(small)]))
        ]
      ],
      isBigEndian: true
    ).bytes
  }

  /// Sony's: the full preview in the third directory.
  package var arw: [UInt8] {
    TIFFBuilder([
      description + place(small) + [(0x014A, .directories([sensor(compression: 32767)]))],
      place(small), place(full),
    ]).bytes
  }

  /// Pentax's: the sensor's data in the first directory.
  package var pef: [UInt8] {
    TIFFBuilder(
      [description + sensor(compression: 65535), place(small), place(full)], isBigEndian: true
    ).bytes
  }

  /// Olympus's: the preview is in the maker's note, whose offsets count from its own beginning.
  package var orf: [UInt8] {
    func field(_ tag: UInt16, _ value: Int) -> [UInt8] {
      [UInt8(tag & 0xFF), UInt8(tag >> 8), 4, 0, 1, 0, 0, 0] + bigEndian(value, 4).reversed()
    }
    let note =
      Array("OLYMPUS\0II".utf8) + [3, 0] + [1, 0] + field(0x2020, 30) + [0, 0, 0, 0]
      + [2, 0] + field(0x0101, 60) + field(0x0102, full.count) + [0, 0, 0, 0] + full
    let details: TIFFBuilder.Directory = [(0x9003, .text(date)), (0x927C, .data(note))]
    return TIFFBuilder([description.dropLast() + [(0x8769, .directory(details))]], version: 0x4F52)
      .bytes
  }

  /// Panasonic's.
  package var rw2: [UInt8] {
    TIFFBuilder([description + [(0x002E, .data(full))]], version: 0x55).bytes
  }

  /// Fujifilm's: all metadata is in the preview.
  package var raf: [UInt8] {
    let header = Array("FUJIFILMCCD-RAW 0201".utf8)
    return header + [UInt8](repeating: 0, count: 84 - header.count) + bigEndian(148, 4)
      + bigEndian(full.count, 4)
      + [UInt8](repeating: 0, count: 148 - 92) + full
  }

  /// Canon's newer one: boxes, with the full preview as a track's only sample.
  package var cr3: [UInt8] {
    func tables(_ offset: Int) -> [UInt8] {
      box("stsz", bigEndian(0, 4) + bigEndian(full.count, 4) + bigEndian(1, 4))
        + box("co64", bigEndian(0, 4) + bigEndian(1, 4) + bigEndian(offset, 8))
    }
    func movie(_ offset: Int) -> [UInt8] {
      let first = TIFFBuilder([description.dropLast()]).bytes
      let details = TIFFBuilder([[(0x9003, .text(date))]]).bytes
      let thumbnail = box("THMB", bigEndian(0, 16) + small)
      let metadata = Self.metadataID + box("CMT1", first) + box("CMT2", details) + thumbnail
      let track = box("trak", box("mdia", box("minf", box("stbl", tables(offset)))))
      return box("moov", box("uuid", metadata) + track)
    }
    let type = box("ftyp", Array("crx ".utf8) + bigEndian(1, 4) + Array("crx isom".utf8))
    let preview = box(
      "uuid", Self.previewID + bigEndian(1, 8) + box("PRVW", bigEndian(0, 16) + small))
    let offset = type.count + movie(0).count + preview.count + 8
    return type + movie(offset) + preview + box("mdat", full)
  }

  private static let metadataID: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]
  private static let previewID: [UInt8] = [
    0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
  ]

  private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    bigEndian(content.count + 8, 4) + Array(name.utf8) + content
  }

  private func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : 0 }
  }
}
