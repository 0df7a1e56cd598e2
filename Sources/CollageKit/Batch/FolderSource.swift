internal import Files
package import PhotoCodecs
package import PhotoSources
internal import ReactiveTraits
package import SystemPackage

/// Where the outputs of folders go that are named by them.
package struct FolderOutputs: Hashable, Sendable {
  package let folder: FilePath
  package let format: OutputFormat
  /// Whether they are books of all the pictures, and not collages.
  package let areBooks: Bool

  package static func books(in folder: FilePath) -> Self {
    Self(folder: folder, format: .pdf, areBooks: true)
  }

  /// - Parameter options: those of the collages, which decide the format.
  package static func collages(in folder: FilePath, _ options: CollageOptions) -> Self {
    Self(folder: folder, format: Encoding(of: options).format, areBooks: false)
  }
}

/// A job for every folder with pictures in it, from a folder downwards, in natural order. Skips
/// hidden folders, links to folders, what `PhotoExclusions` leaves out, and where collages go.
package struct FolderSource: BatchSource {
  private struct Visit {
    let path: FilePath
    let name: FilePath

    /// "2024-Rome" for 2024/Rome; that of the first folder is its own.
    var outputName: [UInt8] {
      let names = name.isEmpty ? [path.folderName?.bytes ?? []] : name.components.map(\.bytes)
      return Array(names.joined(separator: [UInt8(ascii: "-")]))
    }
  }

  /// Folders still to visit; the next one is last.
  private var waiting: [Visit]
  private var number = 0
  private let library: FilePath?
  private let exclusions: PhotoExclusions
  private let outputs: FolderOutputs?
  private let reportCollages: @Sendable (Int) -> Void
  /// Nil until the first output gets its name.
  private var names: OutputNames?

  /// - Parameters:
  ///   - library: where collages go; nil if that is unknown.
  ///   - outputs: where books or collages go instead, named by their folders; nil for the library.
  ///   - exclusions: what else is left out.
  ///   - reportCollages: called with the number of collages of this program that are left out of a
  ///     folder, if there are any.
  package init(
    _ folder: FilePath, excluding library: FilePath? = nil,
    _ exclusions: PhotoExclusions = PhotoExclusions(), into outputs: FolderOutputs? = nil,
    reportCollages: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    waiting = [Visit(path: folder, name: "")]
    self.library = library
    self.exclusions = exclusions
    self.outputs = outputs
    self.reportCollages = reportCollages
  }

  package mutating func next() throws(BatchSourceError) -> BatchEntry? {
    while let visit = waiting.popLast() {
      let isTop = visit.name.isEmpty
      if !isTop, (try? Stat(visit.path.appending(PhotoExclusions.marker))) != nil { continue }
      let pictures: [FilePath]
      do throws(Errno) {
        let contents = try PictureFolder.contents(of: visit.path, without: exclusions)
        pictures = photos(among: contents.pictures)
        waiting += contents.folders.filter { !isForResults($0) }.reversed()
          .map { Visit(path: $0, name: visit.name.appending($0.lastComponent!)) }
      } catch {
        if isTop { throw BatchSourceError(path: visit.path, errno: error) }
        return entry(visit, .failure(.collage(.photos([PhotoError(reading: visit.path, error)]))))
      }
      if !pictures.isEmpty {
        var job = BatchJob(photos: pictures.map(PhotoAddress.file))
        job.folderName = visit.path.folderName.flatMap { MetadataLine.text($0.bytes[...]) }
        if let outputs { try place(&job, of: visit, in: outputs) }
        return entry(visit, .success(job))
      }
    }
    return nil
  }

  /// Names the job's output by its folder.
  private mutating func place(
    _ job: inout BatchJob, of visit: Visit, in outputs: FolderOutputs
  ) throws(BatchSourceError) {
    let owner = OutputNames.owner(visit.name, visit.outputName)
    if names == nil {
      names = OutputNames(beside: try ExistingOutputs(in: outputs.folder, outputs.format))
    }
    if let name = names?.next(for: visit.outputName, of: owner) {
      job.output = outputs.folder.appending(name)
    }
    if outputs.areBooks {
      job.pages = PageOptions()
      job.folder = owner
    }
  }

  private func photos(among pictures: [FilePath]) -> [FilePath] {
    let reading = FolderReading(takesCollages: exclusions.takesCollages)
    let found = FolderPictures(pictures, reading, Cancellation())
    if found.collageCount > 0 { reportCollages(found.collageCount) }
    return found.photos
  }

  private mutating func entry(_ visit: Visit, _ job: Result<BatchJob, BatchError>) -> BatchEntry {
    number += 1
    return BatchEntry(
      name: visit.name.isEmpty ? "." : visit.name.uniquelyDisplayed, line: number, job: job)
  }

  /// Whether a folder is where collages go. Compares identities, because a folder can have several
  /// paths. False if it doesn't exist yet.
  private func isForResults(_ path: FilePath) -> Bool {
    guard let status = try? path.stat() else { return false }
    return [library, outputs?.folder].contains { folder in
      folder.flatMap { try? $0.stat() }.map(FileID.init) == FileID(status)
    }
  }
}

extension PhotoError {
  /// A folder of photos that can't be read.
  fileprivate init(reading folder: FilePath, _ errno: Errno) {
    let cause: Cause =
      switch errno {
      case .permissionDenied: .file(.notAllowed)
      case .noSuchFileOrDirectory: .file(.missing)
      case .fileNameTooLong, .tooManySymbolicLinkLevels: .file(.failed(errno))
      default: .codec(.readFailed(errno))
      }
    self.init(path: folder, cause: cause)
  }
}

extension FilePath {
  /// Like `displayed`, but different for different paths: text that looks like an escaped byte is
  /// itself escaped.
  var uniquelyDisplayed: String {
    let escape = Array("\\x".utf8)
    var text = ""
    var rest = bytes[...]
    while let range = rest.firstRange(of: escape) {
      text += rest[..<range.lowerBound].displayed + "\\x5c"
      rest = rest[(range.lowerBound + 1)...]
    }
    return text + rest.displayed
  }
}
