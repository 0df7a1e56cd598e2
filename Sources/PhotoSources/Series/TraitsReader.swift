internal import Files
internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// Measures photos, those that aren't in the store at a small size, on a few threads.
final class TraitsReader: Sendable {
  typealias Outcome = Result<MeasuredPhoto, ThumbnailError>

  /// What was found of one file.
  struct Reading: Sendable {
    let index: Int
    /// Nil if the file can't be opened.
    let identity: FileIdentity?
    let outcome: Outcome
    /// For the store; nil if there is nothing new.
    let stored: StoredTraits?
  }

  /// The greys of more photos than this are kept in a file while they are compared.
  static let maxInMemory = 4096
  /// How many photos are measured before they are stored the first time, so that little is lost if
  /// the program is killed. Later it is half as many as were measured before, because storing a
  /// large folder's takes time.
  private static let firstBatch = 1024

  private let store: TraitsStore?
  private let limits: DecodeLimits
  private let maxInMemory: Int
  private let detector = FaceDetector()
  private let source: ThumbnailSource

  /// - Parameter maxInMemory: the greys of more photos than this are kept in a file.
  init(store: TraitsStore?, limits: DecodeLimits, maxInMemory: Int = maxInMemory) {
    self.store = store
    self.maxInMemory = maxInMemory
    self.limits = limits
    // One processor's share of memory keeps it small; photos that are decoded row by row need none.
    source = ThumbnailSource(store: nil, background: .white, limits: limits, processors: 1)
  }

  /// What is made of the reading of each path, in their order; fewer after a cancellation.
  ///
  /// - Parameters:
  ///   - limit: if more photos than this would have to be measured, only the others have a reading.
  ///   - report: called with the number of photos that are done, on any thread.
  ///   - make: called on any thread; nil leaves a photo out.
  func values<Value: Sendable>(
    of paths: [FilePath], measuringAtMost limit: Int = .max, _ cancellation: Cancellation,
    report: @escaping @Sendable (Int) -> Void, _ make: @escaping @Sendable (Reading) -> Value?
  ) -> [Value] {
    let file = paths.count > maxInMemory ? store?.makeGreysFile() : nil
    let done = Locked(0)
    let made = { @Sendable (reading: Reading) in
      let value = make(reading)
      report(
        done.withLock {
          $0 += 1; return $0
        })
      return Made(index: reading.index, value: value)
    }
    let places = paths.map(Place.init)
    var values = [Value?](repeating: nil, count: paths.count)
    var isKnown = [Bool](repeating: false, count: paths.count)
    for known in self.stored(places, paths, in: file, cancellation, made) {
      isKnown[known.index] = true
      values[known.index] = known.value
    }
    var missing = isKnown.indices.filter { !isKnown[$0] }[...]
    if missing.count > limit { missing = [] }
    var batch = Self.firstBatch
    while !missing.isEmpty, !cancellation.isCancelled {
      let readings = ThreadPool.shared.map(Array(missing.prefix(batch)), cancellation) { index in
        reading(index, paths[index], in: file, cancellation).map { ($0, made($0)) }
      }
      for (reading, made) in readings { values[reading.index] = made.value }
      store(readings.map(\.0), at: places)
      missing = missing.dropFirst(batch)
      batch = max(batch, (isKnown.count - missing.count) / 2)
    }
    return values.compactMap(\.self)
  }

  private struct Made<Value: Sendable> {
    let index: Int
    let value: Value?
  }

  /// What is made of the photos that were measured before, folder by folder.
  private func stored<Value: Sendable>(
    _ places: [Place], _ paths: [FilePath], in file: GreysFile?, _ cancellation: Cancellation,
    _ make: @escaping @Sendable (Reading) -> Made<Value>
  ) -> [Made<Value>] {
    guard let store else { return [] }
    let folders = Dictionary(grouping: places.indices, by: { places[$0].folder })
    let sorted = folders.values.sorted { $0[0] < $1[0] }
    return ThreadPool.shared.map(sorted, cancellation) { indices -> [Made<Value>]? in
      guard let folder = places[indices[0]].folder else { return nil }
      let byName = Dictionary(grouping: indices, by: { places[$0].name })
      return store.made(ofParts: folder, Set(byName.keys), in: file, cancellation) { record in
        record.entries.flatMap { name, entry in
          (byName[name] ?? []).compactMap { Reading($0, paths[$0], entry).map(make) }
        }
      }
    }.flatMap(\.self)
  }

  /// Stores what is new.
  private func store(_ readings: [Reading], at places: [Place]) {
    guard let store else { return }
    let folders = Dictionary(
      grouping: readings.filter { $0.stored != nil }, by: { places[$0.index].folder })
    for case (let folder?, let readings) in folders {
      var record = store.record(of: folder)
      for reading in readings { record[places[reading.index].name] = reading.stored }
      store.store(record.withoutVanished(in: folder), of: folder)
    }
  }

  /// Nil after a cancellation.
  private func reading(
    _ index: Int, _ path: FilePath, in greys: GreysFile?, _ cancellation: Cancellation
  ) -> Reading? {
    do throws(PhotoFileError) {
      let file = try PhotoFile.open(path)
      let outcome = self.outcome(of: file, in: greys, cancellation)
      if case .failure(.cancelled) = outcome { return nil }
      return Reading(
        index: index, identity: file.identity, outcome: outcome.mapError(ThumbnailError.notDecoded),
        stored: StoredTraits(file.identity, outcome))
    } catch {
      return Reading(index: index, identity: nil, outcome: .failure(.notOpened(error)), stored: nil)
    }
  }

  private func outcome(
    of file: borrowing PhotoFile, in greys: GreysFile?, _ cancellation: Cancellation
  ) -> Result<MeasuredPhoto, CodecError> {
    do throws(CodecError) {
      let photo = try measured(file, in: greys, cancellation)
      guard try file.isUnchanged() else { throw .changedWhileReading }
      return .success(photo)
    } catch {
      return .failure(error)
    }
  }

  private func measured(
    _ file: borrowing PhotoFile, in greys: GreysFile?, _ cancellation: Cancellation
  ) throws(CodecError) -> MeasuredPhoto {
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
      return MeasuredPhoto(
        traits: try PhotoTraits(raster, of: header, detector, in: greys), facts: header.facts)
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
