package import PhotoCodecs
package import ReactiveTraits
package import SystemPackage
internal import ThreadPool

/// The files that a batch needs or writes, so that none of its jobs writes over what another one needs.
///
/// Needed files are compared by device and inode, so their names and links make no difference, and by their bytes where
/// the size is the same, since some file systems have an inode for each spelling of a name. The photos of jobs that can
/// be read twice are all looked up before the first file is replaced, those of other jobs when they are read. Grows by 40
/// to 80 bytes and a path for each photo, and by 64 to 140 bytes for each output.
/// Thread-safe.
package final class BatchFiles: Sendable {
  /// What a batch needs a file for, to follow "this is".
  package enum Use: String, Hashable, Sendable, CustomStringConvertible {
    case photo = "a photo of another job"
    case manifest = "the manifest"
    case results = "where the results go"

    package var description: String { rawValue }
  }

  private struct Photos {
    var files: Set<FileID> = []
    /// The sizes of all photos, in bytes.
    var sizes: Set<Int> = []
    /// All jobs, as long as their photos are not looked up; nil where they can be read only once.
    var unread: (any BatchSource)?
    /// The photos, by size.
    var paths: [Int: [FilePath]] = [:]
    /// Why their photos can't be looked up.
    var failure: PhotoWriterError?

    init(jobs: (any BatchSource)?) { unread = jobs }

    mutating func insert(_ addresses: [PhotoAddress]) {
      for case .file(let path) in addresses {
        guard let status = try? path.stat(), files.insert(FileID(status)).inserted else { continue }
        sizes.insert(Int(status.size))
        paths[Int(status.size), default: []].append(path)
      }
    }

    /// Whether a photo has the same bytes as a file that is to be replaced.
    func haveCopy(of old: borrowing PhotoFile) throws -> Bool {
      guard sizes.contains(old.size) else { return false }
      let digest = try old.digest()
      func isCopy(_ path: FilePath) throws -> Bool {
        do throws(Errno) {
          guard Int(try path.stat().size) == old.size else { return false }
        } catch .noSuchFileOrDirectory {
          return false
        }
        return try PhotoFile.open(path).digest() == digest
      }
      return try (paths[old.size] ?? []).contains(where: isCopy)
    }

    /// Reads the jobs to their end. Where that fails once it fails for ever, since the rest is no longer all.
    mutating func lookUpAll(until stop: Cancellation) throws(PhotoWriterError) {
      if let failure { throw failure }
      guard var jobs = unread else { return }
      do throws(BatchSourceError) {
        while !stop.isCancelled, let entry = try jobs.next() { insert(entry.photos) }
        if stop.isCancelled { failure = .cancelled }
      } catch {
        failure = stop.isCancelled ? .cancelled : .unreadableBatch(error)
      }
      unread = nil
      if let failure { throw failure }
    }
  }

  private struct Outputs {
    /// The line that writes each of them.
    var lines: [NameHash: Int] = [:]
    /// The same by names without their case, for file systems to which that makes no difference.
    var folded: [NameHash: Int] = [:]
    var places = OutputPlaces()
  }

  private let uses: [FileID: Use]
  /// The manifest, whose bytes are compared as well.
  private let manifest: FilePath?
  private let photos: Locked<Photos>
  private let outputs = Locked(Outputs())
  private let stop: Cancellation

  /// - Parameters:
  ///   - jobs: the batch's jobs once more, from the first one; nil where they can be read only once.
  ///   - stop: ends reading them.
  ///   - manifest: its path; nil where it has none.
  package init(
    _ uses: [FileID: Use] = [:], jobs: (any BatchSource)? = nil, manifest: FilePath? = nil,
    stop: Cancellation = Cancellation()
  ) {
    self.uses = uses
    self.manifest = manifest
    self.stop = stop
    photos = Locked(Photos(jobs: jobs))
  }

  // MARK: As the jobs are read

  func add(photos addresses: [PhotoAddress]) {
    photos.withLock { photos in
      if photos.unread == nil { photos.insert(addresses) }
    }
  }

  /// False when an earlier line writes the same file.
  func add(output: FilePath, line: Int) -> Bool {
    outputs.withLock { outputs in
      let key = NameHash(outputs.places.key(of: output))
      guard outputs.lines[key] == nil else { return false }
      let folded = NameHash(outputs.places.foldedKey(of: output))
      if outputs.folded[folded] != nil, outputs.places.ignoresSpelling(in: output) { return false }
      outputs.lines[key] = line
      outputs.folded[folded] = outputs.folded[folded] ?? line
      return true
    }
  }

  /// Whether an output is in the library under a name of the form that the library uses.
  func isAsset(_ output: FilePath, of library: FilePath) -> Bool {
    outputs.withLock { $0.places.isAsset(output, of: library) }
  }

  // MARK: As the jobs are done

  /// Whether a line before this one writes the file at a path, by whatever names and links.
  func isOutput(_ path: FilePath, before line: Int) -> Bool {
    outputs.withLock { outputs in
      // Most batches have none, and looking for the path would read its folder.
      guard !outputs.lines.isEmpty else { return false }
      if let writer = outputs.lines[NameHash(outputs.places.key(of: path))] { return writer < line }
      guard let writer = outputs.folded[NameHash(outputs.places.foldedKey(of: path))], writer < line else {
        return false
      }
      return outputs.places.ignoresSpelling(in: path)
    }
  }

  /// Fails when a job may not replace this file.
  func check(_ old: borrowing PhotoFile, replacedAt target: FilePath) throws(PhotoWriterError) {
    let file = old.identity.file
    if let use = uses[file] { throw .isNeeded(target, use) }
    if try isManifest(old, at: target) { throw .isNeeded(target, .manifest) }
    let isPhoto = try photos.withLock { photos throws(PhotoWriterError) in
      try photos.lookUpAll(until: stop)
      if photos.files.contains(file) { return true }
      do {
        return try photos.haveCopy(of: old)
      } catch let error as CodecError {
        throw PhotoWriterError(reading: target, error)
      } catch {
        // What can't be read now is not known to be another file.
        return true
      }
    }
    if isPhoto { throw .isNeeded(target, .photo) }
  }

  private func isManifest(_ old: borrowing PhotoFile, at target: FilePath) throws(PhotoWriterError) -> Bool {
    guard let manifest, let file = try? PhotoFile.open(manifest), file.size == old.size else { return false }
    return try rethrowing(old.digest()) { PhotoWriterError(reading: target, $0) } == (try? file.digest())
  }
}
