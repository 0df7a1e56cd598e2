internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs

/// `collage formats`: what this installation reads and writes.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "Print which formats can be read and written here, and with which libraries.",
    discussion: """
      HEIC, AVIF and WebP are decoded in a process that may do nothing but that; its protections are listed, as far as \
      this system has them.

      COLLAGE_DECODERS=plain in the environment has libjpeg and libpng decode alone: slower, with the same pixels.
      """)

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    let formats = InstalledFormats.current()
    try StandardOutput.answer(json ? [formats.report.json] : FormatsTexts.lines(formats))
  }
}

extension InstalledFormats {
  /// What `formats --json` prints.
  fileprivate var report: Report {
    let worker = try? worker.get()
    return [
      "reads": inputs.map(\.report),
      "writes": outputs.map { ["format": $0.format.rawValue, "libraries": $0.libraries] as Report },
      "colours": colours,
      "faces": FaceDetector.name,
      // Of the process that decodes HEIC, AVIF and WebP; empty if none can be started.
      "protections": (worker.map(WorkerProtection.all) ?? []).map {
        ["name": $0.name, "active": $0.isActive, "detail": $0.detail] as Report
      },
    ]
  }
}

extension InstalledFormats.Input {
  fileprivate var report: Report {
    [
      "format": format.rawValue,
      "readable": libraries.failure == nil,
      "libraries": try? libraries.get(),
      "reason": libraries.failure.map(FormatsTexts.reason),
    ]
  }
}
