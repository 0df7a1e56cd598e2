internal import PhotoCodecs
internal import SystemPackage

/// Photos that were named together: those of a folder, or those that were named one by one before,
/// after or between folders.
package struct PhotoGroup: Hashable, Sendable {
  /// In order; at least one.
  package let addresses: [PhotoAddress]

  /// The groups that addresses name, of which some may be folders: each gives its own pictures, in
  /// natural order, and none of its subfolders.
  ///
  /// - Throws: `photos` with every path where there is nothing, and every folder without pictures.
  package static func groups(at addresses: [PhotoAddress]) throws(CollageError) -> [PhotoGroup] {
    var groups: [PhotoGroup] = []
    var single: [PhotoAddress] = []
    var failures: [PhotoError] = []
    func closeGroup() {
      if !single.isEmpty { groups.append(PhotoGroup(addresses: single)) }
      single = []
    }
    for address in addresses {
      do throws(PhotoError) {
        guard let pictures = try pictures(in: address) else {
          single.append(address)
          continue
        }
        closeGroup()
        groups.append(PhotoGroup(addresses: pictures.map(PhotoAddress.file)))
      } catch {
        failures.append(error)
      }
    }
    closeGroup()
    guard failures.isEmpty else { throw .photos(failures.uniqued()) }
    return groups
  }

  /// Nil for what is no folder.
  private static func pictures(in address: PhotoAddress) throws(PhotoError) -> [FilePath]? {
    guard case .file(let path) = address else { return nil }
    do throws(Errno) {
      guard try path.stat().type == .directory else { return nil }
      let pictures = try PictureFolder.pictures(in: path)
      if !pictures.isEmpty { return pictures }
    } catch {
      throw PhotoError(address, cause: .file(PhotoFileError(error)))
    }
    throw PhotoError(address, cause: .folder(pictures: 0))
  }
}
