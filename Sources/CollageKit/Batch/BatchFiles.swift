package import PhotoCodecs
package import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// The files that a batch needs or writes, so that none of its jobs writes over what another one needs.
///
/// Needed files are compared by device and inode, so their names and links make no difference. The photos of jobs that
/// can be read twice are all looked up before the first file is replaced, those of other jobs when they are read. Grows
/// by 16 to 44 bytes for each photo, and by 32 to 70 for each output. Thread-safe.
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
    /// All jobs, as long as their photos are not looked up; nil where they can be read only once.
    var unread: (any BatchSource)?
    /// Why their photos can't be looked up.
    var failure: PhotoWriterError?

    mutating func insert(_ addresses: [PhotoAddress]) {
      for case .file(let path) in addresses {
        if let status = try? path.stat() { files.insert(FileID(status)) }
      }
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
    var places = OutputPlaces()
  }

  private let uses: [FileID: Use]
  private let photos: Locked<Photos>
  private let outputs = Locked(Outputs())
  private let stop: Cancellation

  /// - Parameters:
  ///   - jobs: the batch's jobs once more, from the first one; nil where they can be read only once.
  ///   - stop: ends reading them.
  package init(_ uses: [FileID: Use] = [:], jobs: (any BatchSource)? = nil, stop: Cancellation = Cancellation()) {
    self.uses = uses
    self.stop = stop
    photos = Locked(Photos(unread: jobs))
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
      outputs.lines[key] = line
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
      return outputs.lines[NameHash(outputs.places.key(of: path))].map { $0 < line } ?? false
    }
  }

  /// Fails when a job may not replace this file.
  func check(_ file: FileID, replacedAt target: FilePath) throws(PhotoWriterError) {
    if let use = uses[file] { throw .isNeeded(target, use) }
    let isPhoto = try photos.withLock { photos throws(PhotoWriterError) in
      try photos.lookUpAll(until: stop)
      return photos.files.contains(file)
    }
    if isPhoto { throw .isNeeded(target, .photo) }
  }
}
