internal import CollageKit
internal import PhotoSources

extension PickerPhoto {
  /// The file's name, for display.
  var name: String {
    switch self {
    case .file(let photo): photo.name.displayed
    case .web(let photo): Array(photo.name.utf8).displayed
    }
  }

  /// The folder, or the creator and the licence of a picture on the web; for display.
  var folderName: String {
    switch self {
    case .file(let photo): UserFolders.abbreviated(photo.folder)
    case .web(let photo):
      [photo.credit.creator, photo.credit.licence].compactMap {
        $0.map { Array($0.utf8).displayed }
      }
      .joined(separator: ", ")
    }
  }
}
