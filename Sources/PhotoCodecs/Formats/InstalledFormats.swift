internal import CPhotoCodecs

/// The formats that this installation can read and write, and with which libraries.
package struct InstalledFormats: Sendable {
  /// A format that photos may have.
  package struct Input: Sendable {
    package let format: PhotoFormat
    /// The names and versions of the libraries that decode it; or why none does.
    package let libraries: Result<String, CodecError>
  }

  /// A format that collages may have.
  package struct Output: Sendable {
    package let format: OutputFormat
    /// The names and versions of the libraries that encode it; or why none does.
    package let libraries: Result<String, CodecError>
  }

  /// In the order of `PhotoFormat`.
  package let inputs: [Input]
  package let outputs: [Output]
  /// The library that converts colours.
  package let colours: String
  /// The libraries that draw text; or why none does.
  package let text: Result<String, CodecError>
  /// What the sandboxed process says of itself; or why there is none.
  package let worker: Result<WorkerDescription, CodecError>

  /// - Cost: a process of some milliseconds for each decoder that is sandboxed, and one for text.
  package static func current() -> InstalledFormats {
    let libraries = [WorkerLibrary.hevc, .av1, .webp, .jxl, .tiff]
    let workers = libraries.map { library in
      Result { () throws(CodecError) in try SandboxWorker.describe(library) }
    }
    let inputs = PhotoFormat.allCases.map { format in
      let worker = libraries.firstIndex { $0 == format.workerLibrary }.map { workers[$0] }
      return Input(
        format: format,
        libraries: worker?.map(\.library) ?? .success(format.decodingLibraries))
    }
    let anyWorker = workers.first { (try? $0.get()) != nil } ?? workers[0]
    return InstalledFormats(
      inputs: inputs,
      outputs: [
        Output(format: .jpeg, libraries: .success(PhotoFormat.jpeg.linkedLibraries)),
        Output(format: .png, libraries: .success(PhotoFormat.png.linkedLibraries)),
        // What `--lossless` needs comes second.
        Output(
          format: .pdf, libraries: .success("\(InstalledLibrary.jpeg), \(InstalledLibrary.zlib)")),
      ] + WorkerFormat.allCases.map(Output.init), colours: InstalledLibrary.littleCMS,
      text: Result { () throws(CodecError) in try SandboxWorker.describe(.text).library },
      worker: anyWorker)
  }
}

extension InstalledFormats.Output {
  /// - Cost: a process of some milliseconds.
  fileprivate init(_ format: WorkerFormat) {
    self.format = format.format
    libraries = Result { () throws(CodecError) in
      try SandboxWorker.describe(format.library).library
    }
  }
}

extension PhotoFormat {
  /// Whether this installation can decode photos of this format.
  ///
  /// - Cost: a process of some milliseconds if the format is decoded in a worker.
  package var isReadable: Bool {
    guard let workerLibrary else { return true }
    return (try? SandboxWorker.describe(workerLibrary)) != nil
  }

  /// What decodes it in a worker; nil for a format that is decoded in this process.
  fileprivate var workerLibrary: WorkerLibrary? {
    switch self {
    case .jpeg, .png, .raw: nil
    case .heic: .hevc
    case .avif: .av1
    case .webp: .webp
    case .jxl: .jxl
    case .tiff: .tiff
    }
  }

  /// The libraries that decode and encode it in this process.
  fileprivate var linkedLibraries: String {
    self == .png ? "\(InstalledLibrary.png), \(InstalledLibrary.zlib)" : InstalledLibrary.jpeg
  }

  /// The libraries that decode it in this process, and why a faster one isn't used.
  fileprivate var decodingLibraries: String {
    let (path, part) =
      switch self {
      case .png: (cpng_fast_path(), "ISA-L")
      default: (cjpeg_fast_path(), "collage's Huffman decoder")
      }
    return switch path {
    case .used: "\(linkedLibraries), \(part)"
    case .off: "\(linkedLibraries) alone, as requested"
    case .missing: "\(linkedLibraries); without libisal2, which is faster"
    case .untried: "\(linkedLibraries) alone: \(part) is untested with this version"
    case .failed: "\(linkedLibraries) alone: \(part) failed its self-test"
    case .notBuilt: "\(linkedLibraries) alone, in a plain build"
    }
  }
}
