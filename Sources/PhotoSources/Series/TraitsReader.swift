internal import Files
internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// Measures photos, those that aren't in the store at a small size, on a few threads.
final class TraitsReader: Sendable {
  typealias Outcome = Result<PhotoTraits, ThumbnailError>

  /// What was found of one file.
  struct Reading: Sendable {
    let index: Int
    /// Nil if the file can't be opened.
    let identity: FileIdentity?
    let outcome: Outcome
    /// For the store; nil if there is nothing new.
    let stored: StoredTraits?
  }

  private let store: TraitsStore?
  private let limits: DecodeLimits
  private let detector = FaceDetector()
  private let source: ThumbnailSource

  init(store: TraitsStore?, limits: DecodeLimits) {
    self.store = store
    self.limits = limits
    // One processor's share of memory keeps it small; photos that are decoded row by row need none.
    source = ThumbnailSource(store: nil, background: .white, limits: limits, processors: 1)
  }

  /// A folder, and the files in it by their names.
  private struct Folder: Sendable {
    let path: [UInt8]
    var record: TraitsRecord
    var isChanged = false
  }

  /// A reading for each path, in their order; fewer after a cancellation.
  ///
  /// - Parameters:
  ///   - limit: if more photos than this would have to be measured, only the others have a reading.
  ///   - report: called with the number of photos that are done, on any thread.
  func readings(
    of paths: [FilePath], measuringAtMost limit: Int = .max, _ cancellation: Cancellation,
    report: @escaping @Sendable (Int) -> Void
  ) -> [Reading] {
    let places = paths.map(Place.init)
    var folders = storedFolders(of: places)
    let records = folders.mapValues(\.record)
    let done = Locked(0)
    let count = { @Sendable in
      report(
        done.withLock {
          $0 += 1; return $0
        })
    }
    let stored: [Reading] = ThreadPool.shared.map(
      Array(places.indices), atOnce: 64, cancellation
    ) { index in
      let place = places[index]
      guard let entry = place.folder.flatMap({ records[$0]?[place.name] }),
        let reading = Reading(index, paths[index], entry)
      else { return nil }
      count()
      return reading
    }
    var isKnown = [Bool](repeating: false, count: places.count)
    for reading in stored { isKnown[reading.index] = true }
    let missing = places.indices.filter { !isKnown[$0] }
    let measured: [Reading] =
      missing.count > limit
      ? []
      : ThreadPool.shared.map(missing, cancellation) { index in
        guard let reading = reading(index, paths[index], cancellation) else { return nil }
        count()
        return reading
      }
    let readings = (stored + measured).sorted { $0.index < $1.index }
    for reading in readings {
      guard let stored = reading.stored, let path = places[reading.index].folder else { continue }
      folders[path]?.record[places[reading.index].name] = stored
      folders[path]?.isChanged = true
    }
    for folder in folders.values where folder.isChanged {
      store?.store(folder.record.withoutVanished(in: folder.path), of: folder.path)
    }
    return readings
  }

  /// What is stored of the folders of some photos, by their paths.
  private func storedFolders(of places: [Place]) -> [[UInt8]: Folder] {
    guard let store else { return [:] }
    let paths = Array(Set(places.compactMap(\.folder)))
    let folders: [Folder] = ThreadPool.shared.map(paths, Cancellation()) {
      Folder(path: $0, record: store.record(of: $0))
    }
    return Dictionary(uniqueKeysWithValues: zip(paths, folders))
  }

  /// Nil after a cancellation.
  private func reading(
    _ index: Int, _ path: FilePath, _ cancellation: Cancellation
  ) -> Reading? {
    do throws(PhotoFileError) {
      let file = try PhotoFile.open(path)
      let outcome = self.outcome(of: file, cancellation)
      if case .failure(.cancelled) = outcome { return nil }
      return Reading(
        index: index, identity: file.identity, outcome: outcome.mapError(ThumbnailError.notDecoded),
        stored: StoredTraits(file.identity, outcome))
    } catch {
      return Reading(index: index, identity: nil, outcome: .failure(.notOpened(error)), stored: nil)
    }
  }

  private func outcome(of file: borrowing PhotoFile, _ cancellation: Cancellation) -> Result<
    PhotoTraits, CodecError
  > {
    do throws(CodecError) {
      let traits = try traits(of: file, cancellation)
      guard try file.isUnchanged() else { throw .changedWhileReading }
      return .success(traits)
    } catch {
      return .failure(error)
    }
  }

  private func traits(
    of file: borrowing PhotoFile, _ cancellation: Cancellation
  ) throws(CodecError) -> PhotoTraits {
    let header = try PhotoHeader(
      of: file, limits: limits, isCancelled: { cancellation.isCancelled })
    let size = PhotoTraits.analysedSize(of: header.size)
    let plan = DecodePlan(header, showing: Region(header.size), at: size, .analysis)
    let limits = limits
    let detector = detector
    let bytes = plan.decoderBufferBytes + 3 * Raster.bytes(of: size)
    return try source.withMemory(bytes, cancellation) { () throws(CodecError) in
      let frame = Frame(size)
      let raster = try Raster.allocated(
        size, filledWith: .white, except: [frame.bounds],
        orThrow: { _ in CodecError.outOfMemory })
      _ = try PhotoDecoder.draw(
        file, header, plan: plan, into: frame, of: raster, background: .white, limits: limits,
        allowsDamage: false, isCancelled: { cancellation.isCancelled })
      return try PhotoTraits(raster, of: header, detector)
    }
  }
}

extension TraitsReader.Reading {
  /// What is stored of a file; nil if that has changed since.
  fileprivate init?(_ index: Int, _ path: FilePath, _ stored: StoredTraits) {
    guard let status = try? Stat(path), FileIdentity(status) == stored.identity else { return nil }
    self.init(
      index: index, identity: stored.identity,
      outcome: stored.outcome.mapError(ThumbnailError.notDecoded), stored: nil)
  }
}

extension TraitsReader {
  /// Where a file is in the store.
  private struct Place {
    /// The folder's path from the root; nil for a file that isn't stored.
    let folder: [UInt8]?
    let name: [UInt8]

    init(_ path: FilePath) {
      name = path.lastComponent?.bytes ?? []
      let folder = path.removingLastComponent().bytes
      self.folder = AbsolutePath.lexical(folder.isEmpty ? [UInt8(ascii: ".")] : folder)
    }
  }
}

extension TraitsRecord {
  /// Without photos of which there is no file any more.
  fileprivate func withoutVanished(in folder: [UInt8]) -> TraitsRecord {
    guard let open = try? OpenFolder.open(FilePath(bytes: folder)),
      let names = try? open.names()
    else { return self }
    let present = Set(names.map(\.bytes))
    var record = self
    for name in entries.keys where !present.contains(name) { record[name] = nil }
    return record
  }
}
