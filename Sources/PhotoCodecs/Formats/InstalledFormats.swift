package import ForeignPhotos

/// What this installation reads and writes.
package struct InstalledFormats: Sendable {
  /// A format that photos may have.
  package struct Input: Sendable {
    package let format: PhotoFormat
    /// The libraries that decode it, by name and version; or why none does.
    package let libraries: Result<String, CodecError>
  }

  /// A format that collages may have.
  package struct Output: Sendable {
    package let format: OutputFormat
    /// The libraries that encode it, by name and version.
    package let libraries: String
  }

  /// In `PhotoFormat`'s order.
  package let inputs: [Input]
  package let outputs: [Output]
  /// The library that converts colours.
  package let colours: String
  /// What the process says of itself that decodes foreign photos; or why there is none.
  package let worker: Result<WorkerDescription, CodecError>

  /// - Cost: a process for each decoder of foreign photos, some milliseconds each.
  package static func current() -> InstalledFormats {
    let workers = ForeignCodec.allCases.map { codec in (codec, description(of: codec)) }
    func worker(_ codec: ForeignCodec) -> Result<WorkerDescription, ForeignError> {
      workers.first { $0.0 == codec }!.1
    }
    let inputs = PhotoFormat.allCases.map { format in
      let libraries: Result<String, CodecError> =
        switch format.foreignCodec {
        case let codec?: worker(codec).map(\.libraries).mapError { CodecError($0, format) }
        case nil: .success(format == .png ? "\(InstalledLibrary.png), \(InstalledLibrary.zlib)" : InstalledLibrary.jpeg)
        }
      return Input(format: format, libraries: libraries)
    }
    let anyWorker = workers.map(\.1).first { (try? $0.get()) != nil } ?? workers[0].1
    return InstalledFormats(
      inputs: inputs,
      outputs: [
        Output(format: .jpeg, libraries: InstalledLibrary.jpeg),
        Output(format: .png, libraries: "\(InstalledLibrary.png), \(InstalledLibrary.zlib)"),
      ], colours: InstalledLibrary.littleCMS, worker: anyWorker.mapError { CodecError($0, .heic) })
  }

  private static func description(of codec: ForeignCodec) -> Result<WorkerDescription, ForeignError> {
    Result { () throws(ForeignError) in try ForeignDecoder.describe(codec) }
  }
}

extension PhotoFormat {
  /// The decoder that runs in a worker; nil for a format that is decoded in this process.
  var foreignCodec: ForeignCodec? {
    switch self {
    case .jpeg, .png, .raw: nil
    case .heic, .avif: .heif
    case .webp: .webp
    }
  }

  /// Whether this installation can decode photos of this format.
  ///
  /// - Cost: a process for a format that isn't decoded in this one, some milliseconds.
  package var isReadable: Bool {
    guard let foreignCodec else { return true }
    return (try? ForeignDecoder.describe(foreignCodec)) != nil
  }
}
