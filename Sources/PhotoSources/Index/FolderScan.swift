internal import Files
internal import PhotoCodecs
internal import ReactiveTraits
internal import Synchronization
internal import SystemPackage
internal import ThreadPool

/// One walk through some folders and everything below them, reading several at once on threads of
/// the pool.
///
/// Hidden names and those that `PhotoExclusions` knows are skipped. Every folder is read once,
/// whichever paths lead to it, so loops end. Folders that are reached without links come first,
/// then those behind links, in the order of the links' paths, so that the result doesn't depend on
/// the number of threads. Links to files count as files.
final class FolderScan: Sendable {
  /// What the scan reports, on the thread that finds it.
  enum Finding {
    case photos(PhotoBlock)
    /// So many collages of this program in a folder, which are left out.
    case collages(Int)
    /// A folder below the roots that can't be read, or not to its end.
    case unreadable(FilePath, Errno)
    /// Photos of a folder that can't be opened.
    case unopened(UnopenedPhotos)
  }

  /// The maximum number of photos in the scan's first blocks, which are small so that they come
  /// early even if each file has to be read from a slow disk. Later blocks grow to the size of all
  /// that was found before.
  private static let firstBlockLimit = 32

  private struct Level {
    var folders: [ScannedFolder] = []
    var links: [ScannedFolder] = []
  }

  private let visited: Locked<Set<FileID>>
  private let excluded: FileID?
  private let exclusions: PhotoExclusions
  /// How many photos have been found so far.
  private let photoCount = Atomic(0)
  private let query: SearchQuery?
  private let records: PhotoRecords?
  private let cancellation: Cancellation
  private let report: @Sendable (Finding) -> Void

  /// - Parameters:
  ///   - library: a folder to skip wherever it is found below a root; it needn't exist.
  ///   - exclusions: what else is skipped below a root.
  ///   - query: files that can't match it, judging by their paths, are skipped without being read;
  ///     nil to skip none.
  ///   - records: what is known of files, so that they needn't be opened; nil to leave the disk
  ///     alone.
  init(
    excluding library: FilePath?, _ exclusions: PhotoExclusions, _ query: SearchQuery? = nil,
    _ records: PhotoRecords? = nil, cancellation: Cancellation,
    report: @escaping @Sendable (Finding) -> Void
  ) {
    visited = Locked([])
    excluded = library.flatMap { try? FileID(Stat($0)) }
    self.exclusions = exclusions
    self.query = query
    self.records = records
    self.cancellation = cancellation
    self.report = report
  }

  /// Reads all folders; returns early when cancelled.
  ///
  /// - Throws: when a root can't be read.
  func run(_ roots: [FilePath]) throws(PhotoIndexError) {
    var links: [ScannedFolder] = []
    for root in roots { links += try readTree(of: ScannedFolder(root: root)) }
    while !links.isEmpty {
      let sorted = links.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      links = []
      for link in sorted { links += try readTree(of: link) }
    }
  }

  /// Reads a folder and those below it, level by level.
  ///
  /// - Returns: the links to folders in it.
  private func readTree(of folder: ScannedFolder) throws(PhotoIndexError) -> [ScannedFolder] {
    var links: [ScannedFolder] = []
    do throws(Errno) {
      let first = try read(folder)
      links += first.links
      var folders = first.folders
      while !folders.isEmpty {
        let levels = ThreadPool.shared.map(folders, cancellation) { folder in
          do throws(Errno) {
            return try self.read(folder)
          } catch {
            self.report(.unreadable(folder.path, error))
            return nil
          }
        }
        folders = levels.flatMap(\.folders)
        links += levels.flatMap(\.links)
      }
    } catch {
      if folder.isRoot { throw PhotoIndexError(folder: folder.path, errno: error) }
      report(.unreadable(folder.path, error))
    }
    return links
  }

  /// Reads one folder, unless that has been done or the scan is cancelled.
  ///
  /// - Returns: the folders and the links to folders in it.
  /// - Throws: when it can't be opened. A folder that can't be read to its end is reported.
  private func read(_ folder: ScannedFolder) throws(Errno) -> Level {
    var level = Level()
    guard !cancellation.isCancelled else { return level }
    let open = try OpenFolder.open(folder.path)
    let id = FileID(try Stat(open.descriptor))
    guard folder.isRoot || id != excluded, visited.withLock({ $0.insert(id).inserted }) else {
      return level
    }
    if !folder.isRoot, (try? open.status(named: PhotoExclusions.marker)) != nil { return level }
    var folder = folder
    folder.update = records?.update(of: folder.path)
    var files = PhotoBlock.Builder(folder)
    files.limit = blockLimit
    // What a pattern or a query leaves out is still there.
    var isWhole = query == nil && !exclusions.hasPatterns
    do throws(Errno) {
      try open.forEachName { bytes, known in
        if cancellation.isCancelled { return false }
        guard bytes[0] != UInt8(ascii: "."), !exclusions.excludes(Array(copying: bytes)) else {
          return true
        }
        var isFile = known == .regular
        if !isFile, let name = FilePath.Component(bytes) {
          let type = known ?? (try? open.type(of: name))
          switch type == .symbolicLink ? try? open.type(of: name, followsLinks: true) : type {
          case .directory?:
            let found = folder.appending(name)
            if type == .symbolicLink {
              level.links.append(found)
            } else {
              level.folders.append(found)
            }
          case .regular?: isFile = true
          default: break
          }
        }
        if isFile {
          files.append(bytes)
          if SidecarNames.isSidecar(bytes) { folder.sidecars.append(Array(copying: bytes)) }
        }
        if files.isFull { reportPhotos(&files, in: open) }
        return true
      }
    } catch {
      isWhole = false
      report(.unreadable(folder.path, error))
    }
    folder.sidecars.finish()
    reportPhotos(&files, in: open)
    if isWhole, !cancellation.isCancelled { files.forgetVanished() }
    if let unopened = files.unopened { report(.unopened(unopened)) }
    if files.collageCount > 0 { report(.collages(files.collageCount)) }
    return level
  }

  private var blockLimit: Int {
    min(max(photoCount.load(ordering: .relaxed), Self.firstBlockLimit), PhotoBlock.capacity)
  }

  private func reportPhotos(_ files: inout PhotoBlock.Builder, in folder: borrowing OpenFolder) {
    let takesCollages = exclusions.takesCollages
    guard
      let block = files.takeBlock(
        query, takesCollages: takesCollages, in: folder, cancellation)
    else { return }
    photoCount.add(block.count, ordering: .relaxed)
    files.limit = blockLimit
    report(.photos(block))
  }
}
