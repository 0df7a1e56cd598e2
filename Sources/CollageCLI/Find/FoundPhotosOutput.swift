internal import CollageKit
internal import Glibc
internal import PhotoCodecs
internal import PhotoSources

/// Writes the photos that `collage find` has found to standard output, some at a time.
struct FoundPhotosOutput {
  enum Form {
    /// A path on each line, byte for byte, or escaped on a terminal.
    case lines
    /// Each path ended by a zero byte.
    case null
    /// An object on each line.
    case json
  }

  /// How many bytes are written together.
  private static let partSize = 1 << 15

  private let form: Form
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private var part: [UInt8] = []
  /// Paths that can't be told apart on lines.
  private var leftOut = 0

  init(_ form: Form) { self.form = form }

  /// False when the reader has closed the pipe.
  mutating func append(_ photo: IndexedPhoto) throws(CommandFailure) -> Bool {
    switch form {
    case .json: part += Array(FoundPhotoReport(photo).json.utf8) + [UInt8(ascii: "\n")]
    case .null: part += photo.pathBytes + [0]
    case .lines:
      let path = photo.pathBytes
      if path.contains(UInt8(ascii: "\n")) {
        leftOut += 1
      } else {
        part += (isTerminal ? Array(path.displayed.utf8) : path) + [UInt8(ascii: "\n")]
      }
    }
    return part.count < Self.partSize ? true : try flush()
  }

  /// Writes the rest, and says what was left out.
  mutating func finish() throws(CommandFailure) {
    _ = try flush()
    if leftOut > 0 { StandardError.error([FindTexts.leftOut(leftOut)]) }
  }

  private mutating func flush() throws(CommandFailure) -> Bool {
    defer { part.removeAll(keepingCapacity: true) }
    return try StandardOutput.list(part)
  }
}

/// What `find --json` prints for a photo. Width and height are left out when the header can't be read.
struct FoundPhotoReport: Report {
  let path: String
  let folder: String
  let name: String
  let format: String
  let width: Int?
  let height: Int?
  /// By the camera's clock, or of the file in this machine's time zone: "2024-07-15T12:34:56".
  let date: String?
  let bytes: Int

  init(_ photo: IndexedPhoto) {
    path = photo.path.inJSON
    folder = photo.folder.inJSON
    name = photo.name.inJSON
    format = photo.format.rawValue
    let size = photo.facts().size
    width = size?.width
    height = size?.height
    date = photo.date()?.description
    bytes = photo.fileSize
  }
}
