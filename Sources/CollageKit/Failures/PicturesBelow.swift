internal import SystemPackage

/// The pictures below a folder that has none itself.
package struct PicturesBelow: Hashable, Sendable {
  /// 1 or more.
  let pictureCount: Int
  /// The folders that they are in, at least one, in natural order.
  let folders: [FilePath]
  /// Whether there may be any number of photos, as on pages.
  var takesAnyNumber = false

  /// "14 in 2 folders below it (trip/oslo, trip/rome)".
  var text: String {
    "\(pictureCount) in \(folders.count == 1 ? "a folder" : "\(folders.count) folders") below it "
      + "(\(folders.prefix(3).map(\.displayed).joined(separator: ", "))"
      + (folders.count > 3 ? " and \(folders.count - 3) more)" : ")")
  }
}
