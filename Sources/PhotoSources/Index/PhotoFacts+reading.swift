internal import Files
internal import Imaging
internal import PhotoCodecs
internal import SystemPackage

/// The facts of a photo that were just read.
struct ReadFacts {
  let facts: PhotoFacts
  /// The state of the sidecars in which they were read, as `FolderSidecars` has it; nil if another
  /// reading may find more, so that the facts mustn't be stored.
  let sidecars: UInt64?

  /// Wide enough for any picture within the limits that a user can set for a collage, and far from
  /// overflowing.
  private static let limits = DecodeLimits(pixels: 1 << 40)

  /// A file that has vanished, is damaged, or is no longer a picture has no size, and says nothing.
  init(of photo: IndexedPhoto, isCancelled: @escaping () -> Bool) {
    let name = photo.name.bytes
    let sidecars = photo.block.sidecars
    // Before they are read, so that a later change is noticed.
    let state = sidecars.states(of: [name])[0]
    let beside = sidecars.facts(of: name)
    var isFinal = beside.isFinal
    let header = Self.header(of: photo, isCancelled, isFinal: &isFinal)
    self.sidecars = isFinal ? state : nil
    facts = PhotoFacts(
      size: header?.size,
      OwnerFacts(
        header?.facts ?? StatedFacts(), sidecar: beside.xmp, takeout: beside.takeout, name: name,
        modified: photo.modifiedTime))
  }

  /// Nil for a file that can't be read or is damaged.
  ///
  /// - Parameter isFinal: becomes false if the file isn't the one that the scan has seen, or if it
  ///   may be read another time.
  private static func header(
    of photo: IndexedPhoto, _ isCancelled: @escaping () -> Bool, isFinal: inout Bool
  ) -> PhotoHeader? {
    guard let file = try? PhotoFile.open(photo.path) else {
      isFinal = false
      return nil
    }
    if file.identity != photo.identity { isFinal = false }
    do throws(CodecError) {
      return try PhotoHeader(of: file, limits: limits, isCancelled: isCancelled)
    } catch {
      if !error.isOfFile { isFinal = false }
      return nil
    }
  }
}

extension CodecError {
  /// Whether the same file has it whenever it is read.
  fileprivate var isOfFile: Bool {
    switch self {
    case .notAPicture, .damaged, .unsupported, .tooLarge, .oversizedFile, .tooManyPixels,
      .tooManyScans:
      true
    default: false
    }
  }
}
