internal import CollageKit
internal import PhotoCodecs
internal import PhotoSources

/// What a picker tells about a photo.
enum PhotoDetails {
  /// "beach.jpg · JPEG · 4000x3000 · 2.4 MB · 2024-07-15 12:34 · 4 stars · Canon EOS 80D ·
  /// ~/Pictures"
  ///
  /// - Parameter photo: with its header; nil if that can't be read.
  static func text(of file: IndexedPhoto, _ photo: Photo?, separator: String) -> String {
    var parts = [file.name.displayed, "\(file.format)".uppercased()]
    if let photo { parts.append("\(photo.size)") }
    parts.append(file.fileSize.asBytes)
    if let date = photo?.owner.moment ?? file.momentByName {
      parts.append(String("\(date)".replacing("T", with: " ").prefix(16)))
    }
    if let owner = photo?.owner { parts += OwnerWords.opinion(of: owner) }
    if let camera = photo?.header.camera { parts.append(Array(camera.utf8).displayed) }
    parts.append(UserFolders.abbreviated(file.folder))
    return parts.joined(separator: separator)
  }

  /// "Lake · by Ann · CC BY 4.0 · JPEG · 4000x3000 · https://example.org/lake"
  static func text(of photo: WebPhoto, separator: String) -> String {
    let credit = photo.credit
    let parts = [
      photo.name, credit.creator.map { "by \($0)" }, credit.licence,
      photo.format.rawValue.uppercased(),
      photo.size.map { "\($0)" }, credit.sourcePage,
    ]
    return parts.compactMap { $0.map { Array($0.utf8).displayed } }.joined(separator: separator)
  }
}
