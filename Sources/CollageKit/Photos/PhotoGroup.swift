package import ReactiveTraits
internal import SystemPackage

/// Photos that were named together: those of a folder, or those that were named one by one before,
/// after or between folders.
package struct PhotoGroup: Hashable, Sendable {
  /// In order; at least one.
  package let addresses: [PhotoAddress]

  /// Groups, and what was left out of them.
  package struct Listed: Sendable {
    package let groups: [PhotoGroup]
    /// How many collages of this program were left out of folders.
    package let collageCount: Int
    /// How many pictures are in folders below, which aren't taken.
    package let belowCount: Int
  }

  /// The groups that addresses name, of which some may be folders: each gives its pictures in
  /// natural order, and those of each folder below it, if they are taken, as another group. Cold:
  /// one value, then finished; or a failure.
  ///
  /// Fails with `photos`, which has every path where there is nothing, and every folder from which
  /// nothing is taken.
  package static func groups(
    at addresses: [PhotoAddress], _ reading: FolderReading
  ) -> Single<Listed, CollageError> {
    .work { cancellation throws(CollageError) in
      let listed = try Self.listed(addresses, reading, cancellation)
      if cancellation.isCancelled { throw .cancelled }
      return listed
    }
  }

  static func listed(
    _ addresses: [PhotoAddress], _ reading: FolderReading, _ cancellation: Cancellation
  ) throws(CollageError) -> Listed {
    var groups: [PhotoGroup] = []
    var single: [PhotoAddress] = []
    var failures: [PhotoError] = []
    var collageCount = 0
    var belowCount = 0
    func closeGroup() {
      if !single.isEmpty { groups.append(PhotoGroup(addresses: single)) }
      single = []
    }
    for address in addresses {
      do throws(PhotoError) {
        guard
          let pictures = try PictureFolder.pictures(at: address, reading, cancellation)
        else {
          single.append(address)
          continue
        }
        closeGroup()
        collageCount += pictures.collageCount
        belowCount += PictureFolder.countBelow(address, reading)
        groups += Self.groups(of: pictures.photos)
      } catch {
        failures.append(error.takingAnyNumber)
      }
    }
    closeGroup()
    guard failures.isEmpty else { throw .photos(failures.uniqued()) }
    return Listed(groups: groups, collageCount: collageCount, belowCount: belowCount)
  }

  /// A group for each folder that the pictures are in.
  ///
  /// - Parameter pictures: those of a folder come together.
  private static func groups(of pictures: [FilePath]) -> [PhotoGroup] {
    var groups: [(folder: FilePath, pictures: [FilePath])] = []
    for picture in pictures {
      let folder = picture.removingLastComponent()
      if groups.last?.folder == folder {
        groups[groups.count - 1].pictures.append(picture)
      } else {
        groups.append((folder, [picture]))
      }
    }
    return groups.map { PhotoGroup(addresses: $0.pictures.map(PhotoAddress.file)) }
  }
}
