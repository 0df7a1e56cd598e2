import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// We read the same from all available pictures as exiv2 and libheif do. Each accepted difference
/// has a reason.
@Suite(.serialized) struct OtherReadersTests {
  private static let exiv2: FilePath = "/usr/bin/exiv2"
  private static let heifInfo: FilePath = "/usr/bin/heif-info"

  private static func isThere(_ path: FilePath) -> Bool {
    FileManager.default.isExecutableFile(atPath: path.string)
  }

  /// The corpora that lie beside the repository on some machines, and our own pictures.
  private static let folders = [
    Corpus.folder, Corpus.folder.removingLastComponent().appending("corpus-formats"),
    Fixtures.folder,
  ]

  private static let pictures: [FilePath] = folders.flatMap { folder in
    FileManager.default.enumerator(atPath: folder.string)?.compactMap { $0 as? String }.sorted().map
    {
      folder.pushing(FilePath($0))
    } ?? []
  }
  // What collages say of themselves is no title of a photo.
  .filter { !$0.string.contains("/compatibility/") }

  private static func header(_ path: FilePath) -> PhotoHeader? {
    guard let file = try? PhotoFile.open(path) else { return nil }
    return try? PhotoHeader(of: file, limits: DecodeLimits(pixels: .max))
  }

  // MARK: Metadata

  @Test(.enabled(if: isThere(exiv2), "exiv2 is not there"))
  func `metadata is what exiv2 reads`() throws {
    var (compared, known) = (0, Set<String>())
    for path in Self.pictures {
      guard let header = Self.header(path) else { continue }
      let fields = try Self.fields(path)
      guard !fields.isEmpty else { continue }
      compared += 1
      for (name, ours, theirs) in Self.readings(header, fields) where ours != theirs {
        let place = "\(path.lastComponent?.string ?? "") \(name)"
        if Self.acceptedMetadata[place] != nil { known.insert(place); continue }
        Issue.record("\(path) \(name): we read \(ours ?? "nothing"), exiv2 \(theirs ?? "nothing")")
      }
    }
    print("metadata of \(compared) pictures compared with exiv2's")
    #expect(compared > 0)
    if Corpus.isPresent {
      #expect(known == Set(Self.acceptedMetadata.keys), "a difference is no longer there")
    }
  }

  /// By file name and field.
  private static let acceptedMetadata = [
    "jfif_unit_cm.jpg title": declaredTooLong, "multiple_exif.jpg title": declaredTooLong,
    "look-magazine.png title": "what a collage says of itself is no title of a photo",
    "pngtest.png title": "it stands in a text of the PNG, which exiv2 doesn't show",
  ]
  private static let declaredTooLong =
    "the text is said to be longer than the record: exiv2 drops it, we show what is there"

  private static let keys = [
    "Exif.Image.Orientation", "Exif.Image.Make", "Exif.Image.Model", "Exif.Image.DateTime",
    "Exif.Photo.DateTimeOriginal", "Exif.Photo.DateTimeDigitized", "Exif.Image.ImageDescription",
    "Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated", "Xmp.xmp.CreateDate",
    "Iptc.Application2.DateCreated",
    "Iptc.Application2.TimeCreated",
    "Xmp.tiff.Orientation", "Xmp.dc.title", "Xmp.dc.description", "Xmp.photoshop.Headline",
    "Xmp.photoshop.City",
    "Xmp.photoshop.Country", "Xmp.iptc.Location", "Iptc.Application2.ObjectName",
    "Iptc.Application2.Headline",
    "Iptc.Application2.Caption", "Iptc.Application2.SubLocation", "Iptc.Application2.City",
    "Iptc.Application2.CountryName",
  ]

  /// What exiv2 prints: a key and its value on a line, more lines for a value with line breaks.
  private static func fields(_ path: FilePath) throws -> [String: String] {
    let arguments = ["-q", "-Pkv"] + keys.flatMap { ["-K", $0] } + [path.string]
    let outcome = try ChildProcess(exiv2, arguments, in: "/tmp").run()
    var (fields, last) = ([String: String](), "")
    for line in String(decoding: outcome.outputBytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      if let key = parts.first.map(String.init), keys.contains(key) {
        last = fields[key] == nil ? key : ""
        if last == key {
          fields[key] = parts.count > 1 ? parts[1].drop { $0 == " " }.description : ""
        }
      } else if !last.isEmpty {
        fields[last]? += "\n" + line
      }
    }
    return fields
  }

  /// Name, our reading, and that of exiv2 by our rules of which field comes first.
  private static func readings(
    _ header: PhotoHeader, _ fields: [String: String]
  ) -> [(name: String, ours: String?, theirs: String?)] {
    func line(_ key: String) -> String? {
      guard var value = fields[key] else { return nil }
      if value.hasPrefix("lang=\""), let end = value.dropFirst(6).firstIndex(of: "\"") {
        // The texts of further languages come behind it.
        value = String(
          value[value.index(after: end)...].prefix { $0 != "," || !value.contains(", lang=") })
      }
      return MetadataLine.text(Array(value.utf8)[...])
    }
    func first(_ keys: [String]) -> String? {
      keys.lazy.compactMap(line).first { !CameraBoilerplate.contains($0) }
    }
    func moment(_ key: String) -> MomentTaken? {
      fields[key].flatMap { MomentTaken($0.utf8, .exif) }
    }
    let created = fields["Iptc.Application2.DateCreated"].map {
      "\($0)T\(fields["Iptc.Application2.TimeCreated"] ?? "")"
    }
    let stated = StatedMoments(
      original: moment("Exif.Photo.DateTimeOriginal") ?? moment("Xmp.exif.DateTimeOriginal")
        ?? moment("Xmp.photoshop.DateCreated")
        ?? created.flatMap { MomentTaken($0.utf8, .iptc) },
      digitised: moment("Exif.Photo.DateTimeDigitized") ?? moment("Xmp.xmp.CreateDate")
        ?? moment("Xmp.exif.DateTimeDigitized"),
      changed: moment("Exif.Image.DateTime"))
    let date = MomentTaken(stated, name: nil, modified: nil)
    let (make, model) = (line("Exif.Image.Make"), line("Exif.Image.Model"))
    var camera = model ?? make
    if let make, let model, !model.lowercased().hasPrefix(make.lowercased()) {
      camera = "\(make) \(model)"
    }
    let place = [
      first(["Xmp.iptc.Location", "Iptc.Application2.SubLocation"]),
      first(["Xmp.photoshop.City", "Iptc.Application2.City"]),
      first(["Xmp.photoshop.Country", "Iptc.Application2.CountryName"]),
    ].compactMap(\.self)
    let title = first([
      "Xmp.dc.title", "Iptc.Application2.ObjectName", "Xmp.photoshop.Headline",
      "Iptc.Application2.Headline",
      "Xmp.dc.description", "Iptc.Application2.Caption", "Exif.Image.ImageDescription",
    ])
    var readings: [(name: String, ours: String?, theirs: String?)] = [
      ("date", header.taken.map { "\($0.start)" }, date.map { "\($0.start)" }),
      ("camera", header.camera, camera), ("title", header.title, title),
      ("place", header.place, place.isEmpty ? nil : place.joined(separator: ", ")),
    ]
    // A HEIC is turned by its properties.
    if header.format != .heic, header.format != .avif {
      let number = fields["Exif.Image.Orientation"] ?? fields["Xmp.tiff.Orientation"]
      let orientation = number.flatMap { UInt8($0) }.flatMap(Orientation.init) ?? .up
      readings.append(("orientation", "\(header.fileOrientation)", "\(orientation)"))
    }
    return readings
  }

  // MARK: Sizes

  @Test(.enabled(if: isThere(heifInfo), "heif-info, of libheif-examples, is not there"))
  func `sizes of HEICs and AVIFs are libheif's`() throws {
    var (compared, known) = (0, Set<String>())
    for path in Self.pictures {
      guard let header = Self.header(path), header.format == .heic || header.format == .avif else {
        continue
      }
      let lines = try ChildProcess(Self.heifInfo, [path.string], in: "/tmp").run().output.split(
        separator: "\n")
      guard let line = lines.first(where: { $0.hasPrefix("image: ") && $0.hasSuffix(", primary") })
      else { continue }
      compared += 1
      let size = String(line.dropFirst("image: ".count).prefix { $0 != " " })
      let name = path.lastComponent?.string ?? ""
      guard size != "\(header.size.width)x\(header.size.height)" else { continue }
      if Self.acceptedSizes[name] != nil { known.insert(name); continue }
      Issue.record("\(path): \(header.size), by libheif \(size)")
    }
    print("sizes of \(compared) pictures compared with libheif's")
    #expect(compared > 0)
    if Corpus.isPresent {
      #expect(known == Set(Self.acceptedSizes.keys), "a difference is no longer there")
    }
  }

  private static let acceptedSizes = [
    "linku_kimono.crop.avif": sizeComesLast,
    "linku_kimono.mirror-vertical.rotate270.crop.avif": sizeComesLast,
    "linku_kimono.rotate90.avif": sizeComesLast,
    "mp4parse-rust_transformation-before-ispe.avif": sizeComesLast,
  ]
  private static let sizeComesLast =
    "the size is listed behind the transforms: heif-info tells it without them, but what libheif decodes has ours"
}
