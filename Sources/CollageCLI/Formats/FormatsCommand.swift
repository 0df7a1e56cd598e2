internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import PhotoCodecs
internal import PhotoSources

/// `collage formats`: what this installation can read and write.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List what this machine can read and write, and with which libraries.",
    discussion: """
      Also lists the libraries that draw titles and captions, find fonts, and fetch photos from \
      the web; and the kinds of gain maps that are read, which say how bright photos are on HDR \
      screens.

      HEIC, AVIF, WebP, JPEG XL and TIFF are decoded in a sandboxed process, and WebP, AVIF and \
      JPEG XL encoded in one; the protections that this system supports are listed.

      With COLLAGE_DECODERS=plain in the environment, only libjpeg and libpng decode: slower, with \
      the same pixels.
      """)

  @Flag(help: "Print a JSON object.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let formats = InstalledFormats.current()
    let parts = InstalledPart.all(formats)
    try StandardOutput.answer(
      json ? [formats.report(parts).json] : FormatsTexts.lines(formats, parts))
    if DecodeLimits.alwaysRequireSandbox { try Self.checkProtections(formats) }
  }

  /// - Throws: when decoders don't run with all protections.
  private static func checkProtections(_ formats: InstalledFormats) throws(CommandFailure) {
    switch formats.worker {
    case .success(let worker) where worker.missing.isEmpty: return
    case .success(let worker):
      throw CommandFailure(
        .noPermission,
        "the sandbox lacks what --require-sandbox requires: "
          + worker.missing.map(\.rawValue).joined(separator: ", "))
    case .failure(let error):
      throw CommandFailure(
        .noPermission, "there is no sandbox: \(FormatsTexts.reason(error))")
    }
  }
}

/// A part that photos in files don't need: it is loaded only for text or for URLs.
struct InstalledPart {
  enum Purpose: String { case text, fonts, web }

  let purpose: Purpose
  /// Their names and versions.
  let libraries: String?
  /// Why it doesn't work: "missing: install libcurl4"; nil if it does.
  let reason: String?

  static func all(_ formats: InstalledFormats) -> [InstalledPart] {
    [text(formats), fonts(), web()]
  }

  private static func text(_ formats: InstalledFormats) -> InstalledPart {
    switch formats.text {
    case .success(let libraries): InstalledPart(purpose: .text, libraries: libraries, reason: nil)
    case .failure(let error):
      InstalledPart(purpose: .text, libraries: nil, reason: FormatsTexts.reason(error, of: "it"))
    }
  }

  private static func fonts() -> InstalledPart {
    do throws(TextError) {
      return InstalledPart(purpose: .fonts, libraries: try FontFinder.library(), reason: nil)
    } catch {
      return InstalledPart(purpose: .fonts, libraries: nil, reason: FormatsTexts.reason(error))
    }
  }

  private static func web() -> InstalledPart {
    do throws(FetchError) {
      return InstalledPart(purpose: .web, libraries: try WebLibrary.version(), reason: nil)
    } catch {
      return InstalledPart(purpose: .web, libraries: nil, reason: FormatsTexts.reason(error))
    }
  }
}

extension InstalledPart {
  /// In the same form as a format's.
  fileprivate var report: Report {
    [
      "name": purpose.rawValue, "available": reason == nil, "libraries": libraries,
      "reason": reason,
    ]
  }
}

extension InstalledFormats {
  /// The output of `formats --json`.
  fileprivate func report(_ parts: [InstalledPart]) -> Report {
    let worker = try? worker.get()
    return [
      "reads": inputs.map(\.report),
      "writes": outputs.map(\.report),
      "colours": colours,
      "faces": FaceDetector.name,
      "optional": parts.map(\.report),
      // The protections of the worker process; empty if none can be started.
      "protections": worker.map { worker in
        WorkerProtection.allCases.map { protection in
          [
            "name": protection.rawValue, "active": worker.protections.contains(protection),
            "detail": worker.detail(of: protection),
          ] as Report
        }
      } ?? [],
    ]
  }
}

extension InstalledFormats.Output {
  fileprivate var report: Report {
    [
      "format": format.rawValue,
      "writable": libraries.failure == nil,
      "libraries": try? libraries.get(),
      "reason": libraries.failure.map { FormatsTexts.reason($0, of: "its encoder") },
    ]
  }
}

extension InstalledFormats.Input {
  fileprivate var report: Report {
    [
      "format": format.rawValue,
      "readable": libraries.failure == nil,
      "libraries": try? libraries.get(),
      "reason": libraries.failure.map { FormatsTexts.reason($0) },
      "gainMaps": GainMapKind.all(in: format).map(\.rawValue),
    ]
  }
}
