package import PhotoCodecs
package import ReactiveTraits
package import SystemPackage
internal import ThreadPool

/// The files that a batch needs or writes, so that no job overwrites what another one needs.
///
/// Needed files are compared by device and inode, so that their names and links don't matter, and
/// by their bytes if their sizes are equal, because some file systems have an inode for each
/// spelling of a name. If the jobs can be read twice, all their photos are looked up before the
/// first file is replaced; otherwise each job's photos are looked up when it is read. Takes 40 to
/// 80 bytes and a path for each photo, and 64 to 140 bytes for each output, plus its path on file
/// systems with several spellings of a name. Thread-safe.
package final class BatchFiles: FileProtection {
  private struct Photos {
    var files: Set<FileID> = []
    /// The sizes of all photos, in bytes.
    var sizes: Set<Int> = []
    /// All jobs, until their photos are looked up; nil if they can be read only once.
    var unread: (any BatchSource)?
    /// The photos, by size.
    var paths: [Int: [FilePath]] = [:]
    /// The fonts, templates and overlays that jobs name.
    var others: Set<NeededFile> = []
    /// Why the photos can't be looked up.
    var failure: PhotoWriterError?

    init(jobs: (any BatchSource)?) { unread = jobs }

    mutating func insert(_ entry: BatchEntry) {
      others.formUnion(entry.neededFiles)
      for case .file(let path) in entry.photos {
        // Pages may be made of folders.
        guard let status = try? path.stat(), status.type != .directory,
          files.insert(FileID(status)).inserted
        else { continue }
        sizes.insert(Int(status.size))
        paths[Int(status.size), default: []].append(path)
      }
    }

    /// Whether a photo has the same bytes as a file that is about to be replaced.
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

    /// Reads the jobs to their end. If that fails, every later call fails as well, because some
    /// photos are unknown.
    mutating func lookUpAll(until stop: Cancellation) throws(PhotoWriterError) {
      if let failure { throw failure }
      guard var jobs = unread else { return }
      do throws(BatchSourceError) {
        while !stop.isCancelled, let entry = try jobs.next() { insert(entry) }
        if stop.isCancelled { failure = .cancelled }
      } catch {
        failure = stop.isCancelled ? .cancelled : .unreadableBatch(error)
      }
      unread = nil
      if let failure { throw failure }
    }
  }

  private struct Outputs {
    /// The line that writes each output.
    var lines: [NameHash: Int] = [:]
    /// The first line that writes each output, by names without regard to case, for file systems
    /// that ignore it.
    var folded: [NameHash: Int] = [:]
    var places = OutputPlaces()
    /// The outputs that have been or are about to be written, by digest; only those on file systems
    /// with several spellings of a name.
    var written: [Digest: [FilePath]] = [:]
    /// The sizes of these outputs, in bytes.
    var sizes: Set<Int> = []
  }

  private let needed: [NeededFile]
  private let photos: Locked<Photos>
  private let outputs = Locked(Outputs())
  private let stop: Cancellation

  /// - Parameters:
  ///   - needed: files in addition to the jobs' photos.
  ///   - jobs: the batch's jobs, to be read once more from the first; nil if they can be read only
  ///     once.
  ///   - stop: stops reading them.
  package init(
    _ needed: [NeededFile] = [], jobs: (any BatchSource)? = nil, stop: Cancellation = Cancellation()
  ) {
    self.needed = needed
    self.stop = stop
    photos = Locked(Photos(jobs: jobs))
  }

  // MARK: As the jobs are read

  /// Notes the photos of a job, its font and its other pictures.
  func add(inputsOf entry: BatchEntry) {
    photos.withLock { photos in
      if photos.unread == nil { photos.insert(entry) }
    }
  }

  /// Returns false if an earlier line writes the same file.
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

  /// Whether an earlier line writes the file at a path, whatever its names and links.
  func isOutput(_ path: FilePath, before line: Int) -> Bool {
    outputs.withLock { outputs in
      // Most batches have no outputs, and looking for the path would read its folder.
      guard !outputs.lines.isEmpty else { return false }
      if let writer = outputs.lines[NameHash(outputs.places.key(of: path))] { return writer < line }
      guard let writer = outputs.folded[NameHash(outputs.places.foldedKey(of: path))], writer < line
      else {
        return false
      }
      return outputs.places.ignoresSpelling(in: path)
    }
  }

  package func add(written digest: Digest, size: Int, at path: FilePath) {
    outputs.withLock { outputs in
      outputs.sizes.insert(size)
      outputs.written[digest, default: []].append(path)
    }
  }

  package func check(
    _ old: borrowing PhotoFile, replacedAt target: FilePath, place: FilePath
  ) throws(PhotoWriterError) {
    for file in needed where file.isSame(as: old, at: target) { throw .isNeeded(target, file.use) }
    if try isWritten(old, at: target, place) { throw .isNeeded(target, .output) }
    let use = try photos.withLock { photos throws(PhotoWriterError) -> NeededFile.Use? in
      try photos.lookUpAll(until: stop)
      if let other = photos.others.first(where: { $0.isSame(as: old, at: target) }) {
        return other.use
      }
      if photos.files.contains(old.identity.file) { return .photo }
      do {
        return try photos.haveCopy(of: old) ? .photo : nil
      } catch let error as CodecError {
        throw PhotoWriterError(reading: target, error)
      } catch {
        // A file that can't be read now may still be the same as the old one.
        return .photo
      }
    }
    if let use { throw .isNeeded(target, use) }
  }

  /// Whether another job wrote this file, under a name that the file system treats as the same.
  private func isWritten(
    _ old: borrowing PhotoFile, at target: FilePath, _ place: FilePath
  ) throws(PhotoWriterError) -> Bool {
    let size = old.size
    guard outputs.withLock({ $0.sizes.contains(size) }) else { return false }
    let digest = try rethrowing(old.digest()) { PhotoWriterError(reading: target, $0) }
    let others = outputs.withLock { $0.written[digest] ?? [] }.filter {
      $0 != place && $0 != target
    }
    // Two jobs may well make the same collage: if their names are spelled as their folders list
    // them, they are different files.
    return !others.isEmpty
      && !(Spelling.isListed(place) && others.allSatisfy { Spelling.isListed($0) })
  }
}
