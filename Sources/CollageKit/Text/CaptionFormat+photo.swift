internal import PhotoCodecs

extension CaptionFormat {
  /// The caption of a photo.
  ///
  /// - Parameter names: of months and days.
  func caption(of photo: Photo, number: Int, _ names: DateNames) -> String {
    text(CaptionFields(of: photo, number: number), names)
  }

  /// The names of its fields that no photo has.
  func fieldsLacking(in photos: [Photo]) -> [String] {
    fieldsLacking(in: photos.map { CaptionFields(of: $0, number: 1) })
  }
}

extension Photo {
  /// When it was taken, for a text. A file's time may be that of a copy, and isn't shown.
  var shownMoment: MomentTaken? { owner.moment.flatMap { $0.source == .file ? nil : $0 } }

  /// The file's name without its extension, as one line.
  var captionName: String? {
    guard let name = address.name else { return nil }
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? 0
    return MetadataLine.text(dot > 0 ? name[..<dot] : name[...])
  }
}

extension CaptionFields {
  /// - Parameter number: of the photo, from 1.
  fileprivate init(of photo: Photo, number: Int) {
    self.init()
    let (owner, header) = (photo.owner, photo.header)
    self[.name] = photo.captionName
    self[.number] = "\(number)"
    self[.title] = owner.title
    self[.place] = header.place
    self[.people] = Self.list(owner.people)
    self[.keywords] = Self.list(owner.keywords)
    self[.camera] = header.camera
    self[.lens] = header.settings.lens
    self[.aperture] = header.settings.aperture.map { "f/\(Self.number($0))" }
    self[.shutter] = header.settings.shutter.map(Self.seconds)
    self[.iso] = header.settings.sensitivity.map { "ISO \($0)" }
    self[.focal] = header.settings.focalLength.map { "\(Self.number($0)) mm" }
    date = photo.shownMoment
  }

  private static func list(_ names: [String]) -> String? {
    names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// With at most one decimal.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// "1/250 s", "2.5 s".
  private static func seconds(_ value: Double) -> String {
    value < 0.3 ? "1/\(Int((1 / value).rounded())) s" : "\(number(value)) s"
  }
}
