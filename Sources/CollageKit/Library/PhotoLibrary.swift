internal import PhotoCodecs
package import ReactiveTraits
package import SystemPackage

/// A folder of saved collages: plain picture files named `collage-ID.jpg` or `collage-ID.png`, without any index.
package struct PhotoLibrary: Hashable, Sendable {
  package let folder: FilePath

  package init(folder: FilePath) { self.folder = folder }

  func path(of id: ShortAssetID, _ format: PhotoFormat) -> FilePath {
    folder.appending("collage-\(id).\(format.fileExtension)")
  }

  /// Every asset, sorted by id; none when the folder does not exist.
  package func assets() throws(LibraryError) -> [Asset] { try assets(beginning: "") }

  /// The one asset whose id begins with `prefix`. A whole id costs the same in any library.
  ///
  /// - Throws: `unknown` or `ambiguous`.
  package func asset(_ prefix: AssetIDPrefix) throws(LibraryError) -> Asset {
    if let id = ShortAssetID(prefix.text) {
      guard let asset = try asset(id) else { throw .unknown(prefix, folder) }
      return asset
    }
    let found = try assets(beginning: prefix.text)
    guard let asset = found.first else { throw .unknown(prefix, folder) }
    guard Set(found.map(\.id)).count == 1 else { throw .ambiguous(prefix, found.map(\.id)) }
    return asset
  }

  /// Nil when there is none.
  private func asset(_ id: ShortAssetID) throws(LibraryError) -> Asset? {
    for format in PhotoFormat.allCases {
      let path = path(of: id, format)
      do throws(Errno) {
        let isFile = try FileSystem.status(path, followsLinks: false).type == .regular
        if isFile, let asset = path.lastComponent.flatMap({ Asset($0, in: folder) }) { return asset }
      } catch .noSuchFileOrDirectory {
        continue
      } catch {
        throw LibraryError(error, at: folder)
      }
    }
    return nil
  }

  private func assets(beginning: String) throws(LibraryError) -> [Asset] {
    let prefix = Array((Asset.prefix + beginning).utf8)
    return try reading { () throws(Errno) in
      try FileSystem.entries(in: folder) { name, _ in
        name.count >= prefix.count && prefix.indices.allSatisfy { name[$0] == prefix[$0] }
      }
    }
    .filter { $0.kind == .file }.compactMap { Asset($0.name, in: folder) }
    .sorted { ($0.id.text, $0.format.fileExtension) < ($1.id.text, $1.format.fileExtension) }
  }

  /// Checks everything in the folder. Reads every asset completely.
  package func verify() throws(LibraryError) -> [Finding] {
    try reading { () throws(Errno) in try FileSystem.names(in: folder) }.map { name in
      let path = folder.appending(name)
      guard let asset = Asset(name, in: folder) else {
        return Finding(path: path, kind: TemporaryFileName.matches(name) ? .leftover : .foreign)
      }
      return Finding(path: path, kind: asset.condition())
    }
  }

  /// Checks the assets whose ids begin with these prefixes. A prefix without an asset is reported as missing.
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
  /// - Parameter cancellation: respected until the removal begins.
  /// - Returns: false, and nothing is removed, when it was cancelled.
  /// - Throws: `notOurs` for a file that has an asset's name but shows no sign of being a collage; `cannotRemove`,
  ///   `notDurable`, `failed`.
  @discardableResult
  package func remove(_ asset: Asset, cancellation: Cancellation = Cancellation()) throws(LibraryError) -> Bool {
    guard try asset.isOurs() else { throw .notOurs(asset.path) }
    NotedTemporary.beginCommit()
    defer { NotedTemporary.endCommit() }
    if cancellation.isCancelled { return false }
    do throws(Errno) {
      try FileSystem.remove(asset.path)
    } catch {
      switch error {
      case .permissionDenied, .notPermitted, .readOnlyFileSystem: throw .cannotRemove(asset.path, error)
      default: throw LibraryError(error, at: asset.path)
      }
    }
    do throws(Errno) {
      try FileSystem.synchroniseFolder(folder)
    } catch {
      throw .notDurable(asset.path, error)
    }
    return true
  }

  /// The contents of the folder; empty when it does not exist.
  private func reading<Value>(_ read: () throws(Errno) -> [Value]) throws(LibraryError) -> [Value] {
    do throws(Errno) {
      return try read()
    } catch .noSuchFileOrDirectory {
      return []
    } catch {
      throw LibraryError(error, at: folder)
    }
  }
}

/// Why the library could not answer.
package enum LibraryError: Error, Hashable, Sendable {
  case unknown(AssetIDPrefix, FilePath)
  case ambiguous(AssetIDPrefix, [ShortAssetID])
  /// The asset's file holds no recipe that can be read.
  case noRecipe(FilePath)
  /// The recipe says what this version doesn't know; the version that wrote it is named.
  case unknownRecipe(FilePath, version: String)
  /// The file has an asset's name but is not ours.
  case notOurs(FilePath)
  case missing(FilePath)
  case notAllowed(FilePath)
  case cannotRemove(FilePath, Errno)
  /// It was removed, but may be back after a crash.
  case notDurable(FilePath, Errno)
  case failed(FilePath, Errno)
  case changed(FilePath)
}

extension LibraryError {
  /// The error of a failed read.
  init(_ errno: Errno, at path: FilePath) {
    switch errno {
    case .noSuchFileOrDirectory: self = .missing(path)
    case .permissionDenied, .notPermitted: self = .notAllowed(path)
    default: self = .failed(path, errno)
    }
  }

  init(_ error: PhotoFileError, at path: FilePath) {
    switch error {
    case .missing: self = .missing(path)
    case .notAllowed: self = .notAllowed(path)
    case .notAFile: self = .notOurs(path)
    case .failed(let errno): self.init(errno, at: path)
    }
  }

  init(_ error: CodecError, at path: FilePath) {
    if case .readFailed(let errno) = error { self = .failed(path, errno) } else { self = .changed(path) }
  }
}

extension LibraryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown(let prefix, let folder):
      "\(prefix.text): no such collage in \(folder.displayed); see 'collage library list'"
    case .ambiguous(let prefix, let ids):
      "\(prefix.text): \(ids.count) collages begin so; give more digits: \(ids.prefix(3).map(\.text).joined(separator: ", "))"
    case .noRecipe(let path): "\(path.displayed): its recipe can't be read; see 'collage library verify'"
    case .unknownRecipe(let path, let version):
      "\(path.displayed): its recipe says more than this version knows; use the one that made it, "
        + Array(version.utf8).displayed
    case .notOurs(let path):
      "\(path.displayed): is no collage of ours, though its name says so; delete the file itself if you don't want it"
    case .missing(let path): "\(path.displayed): there is no such file any more; see 'collage library list'"
    case .notAllowed(let path): "\(path.displayed): reading it is not allowed; check its permissions"
    case .cannotRemove(let path, let errno):
      "\(path.displayed): can't be removed: \(errno); check its folder's permissions"
    case .notDurable(let path, let errno): "\(path.displayed): is removed, but may be back after a crash: \(errno)"
    case .changed(let path): "\(path.displayed): changed while it was being read; try again"
    case .failed(let path, .notDirectory): "\(path.displayed): is not a folder; give the library's"
    case .failed(let path, let errno): "\(path.displayed): reading failed: \(errno)"
    }
  }
}
