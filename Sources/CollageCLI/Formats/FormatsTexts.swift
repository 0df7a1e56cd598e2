internal import CollageKit
internal import CollageTerminal
internal import PhotoCodecs
internal import PhotoSources

/// The lines that `formats` prints.
enum FormatsTexts {
  static func lines(_ formats: InstalledFormats, _ parts: [InstalledPart]) -> [String] {
    section("reads", formats.inputs.map { ($0.format.rawValue, text($0)) })
      + section("writes", formats.outputs.map { ($0.format.rawValue, text($0)) })
      + section("gain maps for HDR screens", gainMaps(of: formats.inputs))
      + section("colours", [(formats.colours, "")])
      + section("faces", [(FaceDetector.name, "detects them in cropped photos")])
      + section(
        "text and the web", parts.map { ($0.purpose.rawValue, $0.libraries ?? $0.reason ?? "") })
      + section("the sandbox of decoders", protections(formats))
  }

  /// Why a format can't be read: "missing: install libde265-0", "failing: its decoder crashed".
  ///
  /// - Parameter subject: what fails.
  static func reason(_ error: CodecError, of subject: String = "its decoder") -> String {
    switch error {
    case .decoderFailed(.libraryMissing(let packages)): "missing: install \(packages)"
    case .decoderFailed(.notBuilt(let packages)):
      "missing: this program was built without \(packages)"
    case .decoderFailed(let failure): "failing: \(subject) \(failure.reason)"
    default: "failing: \(error)"
    }
  }

  /// Why fonts can't be found, likewise.
  static func reason(_ error: TextError) -> String {
    error == .noFontconfig ? "missing: install libfontconfig1" : "failing: \(error)"
  }

  /// Why photos can't be fetched, likewise.
  static func reason(_ error: FetchError) -> String {
    switch error {
    case .noLibrary(nil): "missing: install libcurl4"
    case .noLibrary(let reason?): "failing: it can't be loaded: \(reason)"
    default: "failing: \(error)"
    }
  }

  private static func text(_ input: InstalledFormats.Input) -> String {
    switch input.libraries {
    case .success(let libraries) where input.format == .raw:
      "\(libraries): the largest embedded JPEG preview"
    case .success(let libraries): libraries
    case .failure(let error): reason(error)
    }
  }

  private static func text(_ output: InstalledFormats.Output) -> String {
    switch output.libraries {
    case .success(let libraries): libraries
    case .failure(let error): reason(error, of: "its encoder")
    }
  }

  private static func gainMaps(of inputs: [InstalledFormats.Input]) -> [(String, String)] {
    inputs.map(\.format).filter { !GainMapKind.all(in: $0).isEmpty }.map { format in
      (format.rawValue, GainMapKind.all(in: format).map(\.rawValue).joined(separator: ", "))
    }
  }

  private static func protections(_ formats: InstalledFormats) -> [(String, String)] {
    switch formats.worker {
    case .success(let worker):
      WorkerProtection.allCases.map { protection in
        let isActive = worker.protections.contains(protection)
        return (
          protection.rawValue, "\(isActive ? "yes" : "no ")  \(worker.detail(of: protection))"
        )
      }
    case .failure(let error): [("none", reason(error))]
    }
  }

  /// A title, and rows of two columns below it.
  private static func section(_ title: String, _ rows: [(name: String, text: String)]) -> [String] {
    let width = rows.map(\.name.count).max() ?? 0
    return ["\(title):"]
      + rows.map { row in
        row.text.isEmpty ? "  \(row.name)" : "  \(row.name.padded(to: width))  \(row.text)"
      }
  }
}

extension WorkerDescription {
  /// What a protection does, or why it isn't in effect.
  func detail(of protection: WorkerProtection) -> String {
    let isMissing = missing.contains(protection)
    return switch protection {
    case .limits where isMissing: "the system refuses to set them"
    case .limits: "of memory, processor time, open files and file sizes"
    case .noNewPrivileges where isMissing: "the kernel refuses it"
    case .noNewPrivileges: "it can't gain rights from another program"
    case .landlock where isMissing: "not in the kernel, or disabled"
    case .landlock: "version \(landlockVersion): no file, no connection"
    case .systemCallFilter where isMissing: "not in the kernel"
    case .systemCallFilter: "only calls that decoding needs"
    }
  }
}
