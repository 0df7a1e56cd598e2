internal import Files
package import PhotoCodecs
package import ReactiveTraits
package import SystemPackage

/// Saves a collage to a file that the user named.
package struct FileWriter: PhotoWriter {
  package let target: FilePath
  /// Whether a file may be replaced that isn't one of our collages exactly as we wrote it. A photo
  /// of the collage is never replaced.
  package let replacesForeign: Bool

  private let sweep: FolderSweep
  private let protection: (any FileProtection)?

  /// - Parameters:
  ///   - sweep: shared by writers that run one after the other.
  ///   - needed: further files that must not be replaced: those of a batch, or others that a
  ///     command was given.
  package init(
    _ target: FilePath, replacesForeign: Bool, sweep: FolderSweep = FolderSweep(),
    protecting needed: (any FileProtection)? = nil
  ) {
    self.target = target
    self.sweep = sweep
    self.replacesForeign = replacesForeign
    protection = needed
  }

  package func save(
    _ content: some Savable, progress: @escaping @Sendable (Double) -> Void
  ) -> Single<SavedAsset, PhotoWriterError> {
    Single.work { cancellation throws(PhotoWriterError) in
      let place = try place(protecting: content.inputs)
      var pending = try pendingFile(at: place)
      let id = try pending.encode(
        content, for: target, cancellation: cancellation, progress: progress)
      return try publish(
        &pending, id, as: place, protecting: content.inputs, content.inputDigests, cancellation)
    }
  }

  /// Removes what writers that no longer run left behind beside the target, also in a large folder,
  /// and puts back what one of several files has replaced.
  func sweepFolder() { sweep.sweep(target.folder, isDue: true) }

  /// Creates a file to be published at `place`, which is where the target really is.
  func pendingFile(at place: FilePath) throws(PhotoWriterError) -> PendingFile {
    sweep.sweep(place.folder)
    return try PendingFile.create(for: place)
  }

  /// Gives a finished file its final name, if what has that name may be replaced.
  ///
  /// - Parameter isTogether: whether it is one of several, for `PendingFile.publish`.
  func publish(
    _ pending: inout PendingFile, _ id: AssetID, as place: FilePath,
    protecting inputs: [FileIdentity], _ digests: Set<Digest>, _ cancellation: Cancellation,
    isTogether: Bool = false
  ) throws(PhotoWriterError) -> SavedAsset {
    if let protection, pending.hasOtherSpellings {
      protection.add(written: id.digest, size: pending.size, at: place)
    }
    try pending.publish(
      as: place, cancellation: cancellation, isTogether: isTogether
    ) { old throws(PhotoWriterError) in
      try checkReplaceable(old, at: place, protecting: inputs, digests, cancellation)
      // The name is that of another collage in a library, which would be lost, and this one would
      // not be found by its id.
      if !replacesForeign, let name = place.lastComponent,
        let asset = Asset(name, in: place.folder),
        asset.id != id.short
      {
        throw .otherAsset(target)
      }
    }
    return SavedAsset(id: id, path: target, bytes: pending.size, note: pending.warning)
  }

  package func check(protecting inputs: [FileIdentity]) throws(PhotoWriterError) {
    let place = try place(protecting: inputs)
    let isFolder = try rethrowing(place.folder.stat().type == .directory) {
      PhotoWriterError($0, writing: place)
    }
    guard isFolder else { throw .notAFolder(place.folder) }
  }

  /// The file that is really written. A symbolic link is followed only if it leads to one of our
  /// collages.
  func place(protecting inputs: [FileIdentity]) throws(PhotoWriterError) -> FilePath {
    let status = try rethrowing(FileSystem.status(target)) { PhotoWriterError($0, writing: target) }
    guard let status else { return target }
    guard status.type == .symbolicLink else {
      if let old = try PendingFile.existing(target) {
        try checkReplaceable(old, at: target, protecting: inputs)
      }
      return target
    }
    guard let place = try? FileSystem.resolved(target) else { throw .link(target) }
    do throws(PhotoWriterError) {
      guard let old = try PendingFile.existing(place) else { throw .link(target) }
      try checkReplaceable(old, at: place, protecting: inputs)
      guard try old.hasRecipe(at: target) else { throw .link(target) }
    } catch {
      switch error {
      case .notOurs, .notAFile: throw .link(target)
      default: throw error
      }
    }
    return place
  }

  /// Throws if a file is needed, or, unless any file may be replaced, if it isn't one of our
  /// collages exactly as we wrote it: what was changed since is somebody's work.
  private func checkReplaceable(
    _ old: borrowing PhotoFile, at place: FilePath, protecting inputs: [FileIdentity],
    _ digests: Set<Digest> = [], _ cancellation: Cancellation = Cancellation()
  ) throws(PhotoWriterError) {
    try old.checkUnneeded(at: target, place: place, protecting: inputs, digests, protection)
    if replacesForeign { return }
    guard try old.hasRecipe(at: target) else { throw .notOurs(target) }
    let id = try rethrowing(old.sealedID { cancellation.isCancelled }) {
      PhotoWriterError(reading: target, $0)
    }
    if id == nil { throw .changed(target) }
  }
}
