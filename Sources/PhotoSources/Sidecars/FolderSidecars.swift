internal import Files
package import PhotoCodecs
internal import ReactiveTraits
internal import Synchronization
package import SystemPackage
internal import ThreadPool

/// What lies beside the photos in a folder and tells more of them.
package final class FolderSidecars: Sendable {
  /// The maximum sizes of files that are read, in bytes: more than any program writes.
  private static let maxXMPBytes = 8 << 20
  private static let maxJSONBytes = 1 << 20

  /// The names, once they are known, for threads that ask for them at the same time.
  private final class Known: Sendable {
    let names: SidecarNames

    init(_ names: SidecarNames) { self.names = names }
  }

  private let folder: FilePath
  /// What a scan that is reading the folder has found so far; nil without a scan.
  private let scanned: Locked<SidecarNames?>
  private let known = AtomicLazyReference<Known>()

  /// - Parameter isScanned: whether a scan will add all names; if not, the folder is read when
  ///   something is asked of it.
  init(_ folder: FilePath, isScanned: Bool) {
    self.folder = folder
    scanned = Locked(isScanned ? SidecarNames() : nil)
  }

  /// Adds a file that a scan has found.
  func append(_ name: [UInt8]) {
    scanned.withLock { $0?.append(name) }
  }

  /// The scan has added all names.
  func finish() {
    let names = scanned.withLock { scanned in
      defer { scanned = nil }
      return scanned
    }
    if let names { _ = known.storeIfNil(Known(names)) }
  }

  /// The names; the folder is read unless a scan has done that.
  private var names: SidecarNames {
    if let known = known.load() { return known.names }
    var names = SidecarNames()
    let folder = folder.isEmpty ? FilePath(".") : folder
    guard let open = try? OpenFolder.open(folder) else { return names }
    try? open.forEachName { bytes, _ in
      if SidecarNames.isSidecar(bytes) { names.append(Array(copying: bytes)) }
      return true
    }
    return known.storeIfNil(Known(names)).names
  }

  /// What the sidecars of a photo say.
  ///
  /// - Parameter name: the photo's, byte for byte.
  /// - Cost: opening and reading each of them.
  func facts(of name: [UInt8]) -> SidecarFacts {
    let names = names
    guard !names.isEmpty else { return SidecarFacts() }
    var facts = SidecarFacts()
    facts.xmp = names.xmp(of: name).flatMap {
      bytes(of: $0, limit: Self.maxXMPBytes, isFinal: &facts.isFinal)
    }.map { StatedFacts(xmp: $0) }
    facts.takeout = names.takeout(of: name).flatMap {
      bytes(of: $0, limit: Self.maxJSONBytes, isFinal: &facts.isFinal)
    }.flatMap { TakeoutRecord.facts(in: $0) }
    return facts
  }

  /// Nil for what is no file, can't be read, or is too large.
  ///
  /// - Parameter isFinal: becomes false if the file may be read another time.
  private func bytes(of name: [UInt8], limit: Int, isFinal: inout Bool) -> [UInt8]? {
    guard let component = FilePath.Component(name.span) else { return nil }
    do throws(PhotoFileError) {
      let file = try PhotoFile.open(folder.appending(component))
      guard file.size <= limit else { return nil }
      let bytes = try? file.read(at: 0, count: file.size)
      if bytes == nil { isFinal = false }
      return bytes
    } catch {
      if case .failed = error { isFinal = false }
      return nil
    }
  }

  /// Numbers that tell apart the states of photos' sidecars, the same in every run: 0 for a photo
  /// without any, nil if one can't be looked at.
  ///
  /// - Parameter photos: the names of photos, byte for byte.
  /// - Cost: a system call for each sidecar.
  func states(of photos: [some Collection<UInt8>]) -> [UInt64?] {
    let names = names
    let path = folder.isEmpty ? FilePath(".") : folder
    guard !names.isEmpty, let open = try? OpenFolder.open(path) else {
      return photos.map { _ in names.isEmpty ? 0 : nil }
    }
    return photos.map { photo in
      let photo = Array(photo)
      let found = [names.xmp(of: photo), names.takeout(of: photo)].compactMap(\.self)
      if found.isEmpty { return 0 }
      var hash = StableHash()
      for name in found {
        guard let identity = Self.identity(of: name, in: open.descriptor) else { return nil }
        hash.combine(name[...])
        hash.combine(identity)
      }
      return hash.value
    }
  }

  private static func identity(of name: [UInt8], in folder: FileDescriptor) -> FileIdentity? {
    unsafe (name + [0]).withUnsafeBufferPointer { name in
      (try? unsafe OpenFolder.status(name.baseAddress!, in: folder)).map { FileIdentity($0) }
    }
  }
}

/// What the sidecars of a photo say.
package struct SidecarFacts: Hashable, Sendable {
  /// Of an XMP file; nil if there is none.
  package var xmp: StatedFacts?
  /// Of Google's Takeout; nil if there is none.
  package var takeout: StatedFacts?
  /// Whether another reading of the same files finds the same.
  var isFinal = true

  package init() {}
}

/// Finds the sidecars of photos by their paths; each folder is read once.
package final class SidecarFinder: Sendable {
  private let known: [[UInt8]: FolderSidecars]
  private let others = Locked([[UInt8]: FolderSidecars]())

  package convenience init() { self.init(known: [:]) }

  /// - Parameter known: folders that have been read already, by their paths.
  init(known: [[UInt8]: FolderSidecars]) { self.known = known }

  /// What the sidecars of a photo say.
  package func facts(of photo: FilePath) -> SidecarFacts {
    guard let name = photo.lastComponent else { return SidecarFacts() }
    let folder = photo.removingLastComponent()
    return (known[folder.bytes] ?? other(folder)).facts(of: name.bytes)
  }

  private func other(_ folder: FilePath) -> FolderSidecars {
    others.withLock { others in
      if let found = others[folder.bytes] { return found }
      let new = FolderSidecars(folder, isScanned: false)
      others[folder.bytes] = new
      return new
    }
  }
}

extension OwnerFacts {
  /// What is known of a file.
  ///
  /// - Parameters:
  ///   - stated: by the photo itself.
  ///   - modified: the file's time, in seconds since 1970, UTC.
  package init(
    _ stated: StatedFacts, of path: FilePath, modified: Int, _ sidecars: SidecarFinder
  ) {
    let beside = sidecars.facts(of: path)
    self.init(
      stated, sidecar: beside.xmp, takeout: beside.takeout, name: path.lastComponent?.bytes,
      modified: modified)
  }
}
