internal import Files
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// Some photos of one folder in a few allocations: 64 bytes a photo and its name twice, plus the
/// facts that are known of it.
final class PhotoBlock: Sendable {
  /// The maximum number of photos in a block. A larger folder becomes several blocks, so that its
  /// first photos are known before its last name is read.
  static let capacity = 1024

  private struct Known {
    var facts: PackedFacts
    /// Of each photo whose facts come from a record, the state of its sidecars there; empty once
    /// that was compared with the sidecars of today.
    var sidecars: [UInt64] = []
  }

  /// The folder's path.
  private let folderBytes: [UInt8]
  private let folderKey: PathKey
  /// What lies beside the photos.
  let sidecars: FolderSidecars
  let names: PackedNames
  let pictures: [ScannedPicture]
  /// The paths in the form in which a search compares them.
  let foldedPaths: FoldedPaths
  /// Stores what is found of the photos; nil to leave the disk alone.
  private let update: FolderUpdate?
  private let known: Locked<Known>

  convenience init(
    _ folder: ScannedFolder, _ photos: [(name: some Collection<UInt8>, picture: ScannedPicture)]
  ) {
    self.init(
      folder, photos, PackedFacts(count: photos.count), sidecars: [])
  }

  /// - Parameters:
  ///   - facts: what is known of the photos from a record.
  ///   - sidecars: for each of the photos, the state of its sidecars in that record.
  private init(
    _ folder: ScannedFolder, _ photos: [(name: some Collection<UInt8>, picture: ScannedPicture)],
    _ facts: PackedFacts, sidecars: [UInt64]
  ) {
    folderBytes = folder.bytes
    folderKey = PathKey(folderBytes)
    self.sidecars = folder.sidecars
    update = folder.update
    var names = PackedNames()
    for photo in photos { names.append { $0 += photo.name } }
    names.trim()
    self.names = names
    pictures = photos.map(\.picture)
    foldedPaths = FoldedPaths(folder: folder.relativeBytes, names)
    known = Locked(Known(facts: facts, sidecars: sidecars))
  }

  /// Collects the photos of a folder.
  struct Builder {
    let folder: ScannedFolder
    /// The maximum number of files that go into the next block.
    var limit = capacity
    private var names = PackedNames()
    /// Files that are called as pictures are and couldn't be opened.
    private(set) var unopened: UnopenedPhotos?
    /// How many collages of this program were left out.
    private(set) var collageCount = 0

    /// What earlier runs have stored of the folder's files; nil if that is nothing.
    private var stored: RecordLookup?

    /// A photo among the files that were added.
    private struct Photo {
      let place: Int
      let picture: ScannedPicture
      /// The index of its entry in the record; nil if that has none of it.
      var stored: Int?
    }

    init(_ folder: ScannedFolder) {
      self.folder = folder
      stored = folder.update?.stored.map { RecordLookup($0) }
    }

    var isFull: Bool { names.count >= limit }

    /// Adds a file of the folder, which may turn out not to be a photo.
    mutating func append(_ name: Span<UInt8>) {
      names.append { bytes in
        for index in name.indices { bytes.append(name[index]) }
      }
    }

    /// The photos among the files added since the last call; nil if there are none.
    ///
    /// - Parameters:
    ///   - query: files that can't match it, judging by their paths, are skipped without being
    ///     read; nil to skip none.
    ///   - takesCollages: whether what this program made counts as a photo.
    ///   - open: the folder.
    mutating func takeBlock(
      _ query: SearchQuery?, takesCollages: Bool, in open: borrowing OpenFolder,
      _ cancellation: Cancellation
    ) -> PhotoBlock? {
      defer { names = PackedNames() }
      let candidates =
        query?.places(in: FoldedPaths(folder: folder.relativeBytes, names))
        ?? PhotoSet(first: names.count)
      var unknown: [Int] = []
      var photos: [Photo] = []
      let descriptor = open.descriptor
      candidates.forEach { place in
        guard !cancellation.isCancelled else { return }
        guard let index = stored?.index(of: names[place]), isUnchanged(place, index, descriptor)
        else { return unknown.append(place) }
        // A file that was no picture isn't opened again.
        guard let format = stored?.record.format(index) else { return }
        photos.append(
          Photo(
            place: place, picture: picture(index, format), stored: index))
      }
      photos += newPhotos(unknown, descriptor, cancellation)
      if !takesCollages {
        let found = photos.count
        photos.removeAll(where: \.picture.isCollage)
        collageCount += found - photos.count
      }
      photos.sort { $0.place < $1.place }
      return photos.isEmpty ? nil : block(of: photos)
    }

    /// Whether a file is as it was when its entry was stored.
    private func isUnchanged(_ place: Int, _ index: Int, _ folder: FileDescriptor) -> Bool {
      unsafe names.withBytes(place) { name in
        guard let status = try? unsafe OpenFolder.status(name, in: folder) else { return false }
        return status.type == .regular && FileIdentity(status) == identity(index)
      }
    }

    private func identity(_ index: Int) -> FileIdentity { stored!.record.identity(index) }

    private func picture(_ index: Int, _ format: PhotoFormat) -> ScannedPicture {
      ScannedPicture(
        format: format, isCollage: stored!.record.isCollage(index), identity: identity(index))
    }

    /// Opens files of which nothing is known.
    private mutating func newPhotos(
      _ places: [Int], _ folder: FileDescriptor, _ cancellation: Cancellation
    ) -> [Photo] {
      let names = names
      let files = ThreadPool.shared.mapFiles(places, cancellation) { place in
        let file = unsafe names.withBytes(place) { name in
          Result { () throws(Errno) in try unsafe ScannedFile(name, in: folder) }
        }
        return (place, file)
      }
      var photos: [Photo] = []
      for (place, file) in files {
        switch file {
        case .success(.picture(let picture)):
          photos.append(Photo(place: place, picture: picture))
          add(place, picture.identity, picture)
        case .success(.other(let identity)): add(place, identity, nil)
        case .success(.none): break
        case .failure(let error):
          // What has vanished meanwhile, and what a broken link names, is no photo.
          guard error != .noSuchFileOrDirectory,
            let component = FilePath.Component(names[place].span),
            PictureNames.isPicture(component)
          else { continue }
          note(UnopenedPhotos(count: 1, path: self.folder.path.appending(component), errno: error))
        }
      }
      return photos
    }

    /// - Parameter picture: nil for a file that is no photo.
    private func add(_ place: Int, _ identity: FileIdentity, _ picture: ScannedPicture?) {
      folder.update?.add(
        FolderRecord.Entry(
          name: names[place], identity: identity, format: picture?.format,
          isCollage: picture?.isCollage ?? false, sidecars: 0, facts: nil))
    }

    private func block(of photos: [Photo]) -> PhotoBlock {
      var facts = PackedFacts(count: photos.count)
      var sidecars: [UInt64] = []
      for (number, photo) in photos.enumerated() {
        guard let index = photo.stored, let record = stored?.record,
          let known = record.facts(index)
        else { continue }
        if sidecars.isEmpty { sidecars = Array(repeating: 0, count: photos.count) }
        facts.set(number, copying: known)
        sidecars[number] = record.sidecars(index)
      }
      facts.trim()
      return PhotoBlock(
        folder, photos.map { (name: names[$0.place], picture: $0.picture) }, facts,
        sidecars: sidecars)
    }

    /// Once all files were added, and none was skipped: those that were stored and aren't there any
    /// more are forgotten.
    func forgetVanished() {
      if let stored { folder.update?.remove(stored.others) }
    }

    private mutating func note(_ photos: UnopenedPhotos) {
      unopened = photos.joining(unopened)
    }
  }

  var count: Int { pictures.count }

  /// The folder's path, byte for byte.
  var folder: ArraySlice<UInt8> { folderBytes[...] }

  /// The facts in a photo's header; read when they are first needed, then kept.
  ///
  /// - Cost: the first time, that of reading a `PhotoHeader`.
  func facts(_ index: Int, isCancelled: @escaping () -> Bool) -> PhotoFacts {
    if let known = knownFacts[index] { return known }
    let found = ReadFacts(
      of: IndexedPhoto(block: self, index: index), isCancelled: isCancelled)
    guard !isCancelled() else { return found.facts }
    known.withLock { $0.facts.set(index, found.facts) }
    if let sidecars = found.sidecars { store(found.facts, of: index, sidecars) }
    return found.facts
  }

  private func store(_ facts: PhotoFacts, of index: Int, _ sidecars: UInt64) {
    guard let update else { return }
    var bytes: [UInt8] = []
    StoredFacts.append(facts, to: &bytes)
    update.add(
      FolderRecord.Entry(
        name: names[index], identity: pictures[index].identity, format: pictures[index].format,
        isCollage: pictures[index].isCollage, sidecars: sidecars, facts: bytes[...]))
  }

  /// The facts that are known without reading a header.
  ///
  /// - Cost: the first time, looking at the sidecars of those whose facts come from a record.
  var knownFacts: PackedFacts {
    known.withLock { known in
      if !known.sidecars.isEmpty { removeOutdated(&known) }
      return known.facts
    }
  }

  /// Whether a photo's facts are known without reading its header.
  func isKnown(_ index: Int) -> Bool { knownFacts.contains(index) }

  /// Removes the facts of photos whose sidecars have changed.
  private func removeOutdated(_ known: inout Known) {
    let states = sidecars.states(of: (0..<count).map { names[$0] })
    for index in 0..<count where states[index] != known.sidecars[index] {
      known.facts.remove(index)
    }
    known.sidecars = []
  }

  /// Below zero if the first of two names comes first in natural order, in which 2.jpg comes before
  /// 10.jpg.
  func compareName(_ index: Int, with other: PhotoBlock, _ otherIndex: Int) -> Int32 {
    unsafe names.withBytes(index) { name in
      unsafe foldedPaths.names.withBytes(index) { folded in
        unsafe other.names.withBytes(otherIndex) { otherName in
          unsafe other.foldedPaths.names.withBytes(otherIndex) { otherFolded in
            unsafe NaturalOrder.compare(name, folded: folded, otherName, folded: otherFolded)
          }
        }
      }
    }
  }

  /// Compares the folders' paths in natural order, likewise.
  func compareFolder(with other: PhotoBlock) -> Int32 {
    if self === other || folderBytes == other.folderBytes { return 0 }
    return folderKey < other.folderKey ? -1 : 1
  }
}
