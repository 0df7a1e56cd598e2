internal import PhotoCodecs

extension CaptionFormat {
  /// The caption of a photo.
  func caption(of photo: Photo, number: Int) -> String {
    text(
      name: photo.captionName, number: number, title: photo.header.title, place: photo.header.place,
      date: photo.header.taken)
  }
}

extension Photo {
  /// The file's name without its extension, as one line.
  var captionName: String? {
    guard let name = address.name else { return nil }
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? 0
    return MetadataLine.text(dot > 0 ? name[..<dot] : name[...])
  }
}
