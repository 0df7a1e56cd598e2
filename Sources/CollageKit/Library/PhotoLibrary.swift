package import PhotoCodecs
package import SystemPackage

/// A folder of saved collages. Plain picture files, named `collage-ID.jpg` or `collage-ID.png`; there is nothing else to it.
package struct PhotoLibrary: Hashable, Sendable {
  package let folder: FilePath

  package init(folder: FilePath) { self.folder = folder }

  func path(of id: AssetID, _ format: PhotoFormat) -> FilePath {
    folder.appending("collage-\(id).\(format.fileExtension)")
  }

  /// Every asset, in the order of their ids; none when the folder is not there.
  package func assets() throws(LibraryError) -> [Asset] {
    try names().compactMap { Asset($0, in: folder) }.filter {
      (try? FileSystem.status($0.path, followsLinks: false))?.type == .regular
    }
  }

  /// The one asset whose id begins with `prefix`.
  ///
  /// - Throws: `unknown` or `ambiguous`.
  package func asset(_ prefix: AssetIDPrefix) throws(LibraryError) -> Asset {
    let found = try assets().filter { prefix.matches($0.id) }
    guard let asset = found.first else { throw .unknown(prefix, folder) }
    guard Set(found.map(\.id)).count == 1 else { throw .ambiguous(prefix, found.map(\.id)) }
    return asset
  }

  /// Looks at everything in the folder. Reads every asset whole.
  package func verify() throws(LibraryError) -> [Finding] {
    try names().map { name in
      let path = folder.appending(name)
      guard let asset = Asset(name, in: folder) else {
        return Finding(path: path, kind: HiddenName.matches(name) ? .leftover : .foreign)
      }
      return Finding(path: path, kind: asset.condition())
    }
  }

  /// Looks at the assets whose ids begin so. Those that are not there are found missing.
  package func verify(_ prefixes: [AssetIDPrefix]) throws(LibraryError) -> [Finding] {
    try prefixes.map { prefix throws(LibraryError) in
      do throws(LibraryError) {
        let asset = try asset(prefix)
        return Finding(path: asset.path, kind: asset.condition())
      } catch .unknown {
        return Finding(path: folder.appending("collage-\(prefix.text)"), kind: .missing)
      }
    }
  }

  /// Removes an asset's file.
  ///
  /// - Throws: `notOurs` for one that has an asset's name, but never was a collage as far as can be told; `failed`.
  package func remove(_ asset: Asset) throws(LibraryError) {
    guard asset.isOurs else { throw .notOurs(asset.path) }
    do throws(Errno) {
      try FileSystem.remove(asset.path)
      try FileSystem.synchroniseFolder(folder)
    } catch {
      throw .failed(asset.path, error)
    }
  }

  private func names() throws(LibraryError) -> [FilePath.Component] {
    do throws(Errno) {
      return try FileSystem.names(in: folder)
    } catch .noSuchFileOrDirectory {
      return []
    } catch {
      throw .failed(folder, error)
    }
  }
}

/// Why the library could not answer.
package enum LibraryError: Error, Hashable, Sendable {
  case unknown(AssetIDPrefix, FilePath)
  case ambiguous(AssetIDPrefix, [AssetID])
  /// The asset's file holds no recipe that can be read.
  case noRecipe(FilePath)
  /// The file is somebody's who gave it an asset's name.
  case notOurs(FilePath)
  case failed(FilePath, Errno)
}

extension LibraryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown(let prefix, let folder):
      "\(prefix.text): no such collage in \(folder.displayed); see 'collage library list'"
    case .ambiguous(let prefix, let ids):
      "\(prefix.text): \(ids.count) collages begin so; give more digits: \(ids.prefix(3).map(\.text).joined(separator: ", "))"
    case .noRecipe(let path): "\(path.displayed): its recipe can't be read; see 'collage library verify'"
    case .notOurs(let path):
      "\(path.displayed): is no collage of ours, though its name says so; delete the file itself if you don't want it"
    case .failed(let path, .notDirectory): "\(path.displayed): is not a folder; give the library's"
    case .failed(let path, let errno): "\(path.displayed): \(errno)"
    }
  }
}

extension PhotoFormat {
  /// Of the files we write.
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    }
  }
}
