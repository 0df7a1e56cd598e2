internal import Glibc
package import PhotoCodecs
internal import SystemPackage

/// An asset in a list, with its file's status.
package struct ListedAsset: Hashable, Sendable {
  package let asset: Asset
  /// The file's size in bytes.
  package let bytes: Int
  /// When the file was last written.
  package let modified: FileTime

  init(_ asset: Asset, _ status: Stat) {
    self.asset = asset
    bytes = Int(status.size)
    modified = FileTime(status.rawValue.st_mtim)
  }

  /// The time of writing on this machine's clock; nil if the year can't be displayed.
  package var date: LocalTime? { LocalTime(unixTime: modified.seconds) }
}

extension Asset {
  /// With its file's status; nil if that can't be read.
  package var listed: ListedAsset? { (try? path.stat()).map { ListedAsset(self, $0) } }
}

/// The order of a list of assets.
package enum AssetOrder: String, Hashable, Sendable, CaseIterable {
  /// The newest first.
  case date
  /// By id.
  case name
  /// The largest first.
  case size

  /// Whether `first` comes before `second`; equal ones are in the order of their names.
  package func areInOrder(_ first: ListedAsset, _ second: ListedAsset) -> Bool {
    switch self {
    case .date where first.modified != second.modified: first.modified > second.modified
    case .size where first.bytes != second.bytes: first.bytes > second.bytes
    default:
      (first.asset.id.text, first.asset.format.fileExtension, first.asset.path.string) < (
        second.asset.id.text, second.asset.format.fileExtension, second.asset.path.string
      )
    }
  }
}
