import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport

/// A small piece of work that faults are injected into: two photos of 32x24 pixels, two threads.
enum FaultJob: String, CaseIterable, Sendable {
  /// `make` to a file that is not there.
  case newFile
  /// `make` to a file that is an older collage of ours.
  case replacedFile
  /// The same with PDFs.
  case replacedPDF
  /// `pages` to a book that is an older one of ours, a photo on each page.
  case book
  /// `pages` to three pictures, two of which are older ones of ours.
  case pictures
  /// `make` into a library that is not there, nor the folder above it.
  case newLibrary
  /// `make` into a library that holds another collage.
  case library
  /// `batch` of three jobs: a new file, a file that is replaced, and a library.
  case batch
  /// `library remove --permanently` of one of two collages.
  case remove
  /// `make` to a file that is not there, of photos that are decoded in processes of their own.
  case sandboxed

  /// Whether the decoders that `sandboxed` needs are installed.
  static let hasDecoders = Workplace.sandboxedPhotos.count == 3

  /// The photos, in their order; those of all of its jobs for a batch.
  var photos: [String] {
    self == .sandboxed ? Workplace.sandboxedPhotos + ["1.jpg"] : ["1.jpg", "2.png"]
  }

  /// Whether all but the output is as in `replacedFile`.
  var beginsAlike: Bool {
    [.newFile, .replacedPDF, .book, .pictures, .newLibrary, .library].contains(self)
  }

  private var make: [String] { Workplace.make + ["--jobs", "2"] + photos }

  /// Prepares the folder, and returns the arguments of the program.
  func prepare(_ place: Workplace) throws -> [String] {
    try place.folder.write(
      Picture.png(Picture.sample(2, PixelSize(width: 32, height: 24))), to: "2.png")
    switch self {
    case .newFile: return make + ["-o", "new.jpg"]
    case .replacedFile:
      _ = try older(place, ["-o", "old.jpg"])
      return make + ["-o", "old.jpg"]
    case .replacedPDF:
      _ = try older(place, ["-o", "old.pdf"])
      return make + ["-o", "old.pdf"]
    case .book:
      let pages = ["pages", "--per-page", "1", "--canvas", "40x20mm@20dpi", "--jobs", "2"]
      _ = try place.run(pages + photos.reversed() + ["-o", "old.pdf"])
      return pages + photos + ["-o", "old.pdf"]
    case .pictures:
      let pages = ["pages", "--per-page", "1", "--canvas", "40x20px", "--jobs", "2"]
      _ = try place.run(pages + photos.reversed() + ["-o", "page-{n}.jpg"])
      return pages + photos + ["1.jpg", "-o", "page-{n}.jpg"]
    case .newLibrary: return make
    case .library:
      _ = try older(place, ["--library", "lib"])
      return make + ["--library", "lib"]
    case .batch:
      _ = try older(place, ["-o", "old.jpg"])
      _ = try older(place, ["--library", "lib"])
      try place.folder.write(
        """
        {"id": "a", "photos": ["1.jpg", "2.png"], "output": "new.jpg"}
        {"id": "b", "photos": ["2.png", "2.png"], "output": "old.jpg"}
        {"id": "c", "photos": ["1.jpg", "1.jpg"]}

        """.utf8, to: "jobs.jsonl")
      return ["batch", "jobs.jsonl", "--canvas", "40x20px", "--jobs", "2", "--library", "lib"]
    case .remove:
      _ = try older(place, ["--library", "lib"])
      let id = try place.run(make + ["--library", "lib"]).id
      return ["library", "remove", id, "--permanently", "--library", "lib"]
    case .sandboxed:
      try place.writeSandboxedPhotos()
      return make + ["-o", "new.jpg"]
    }
  }

  /// The files that a job of the batch writes, by its id.
  static func outputs(of id: String, before: FolderSnapshot, after: FolderSnapshot) -> [FilePath] {
    switch id {
    case "a": ["new.jpg"]
    case "b": ["old.jpg"]
    default: after.contents.keys.filter { $0.starts(with: "lib") && before.contents[$0] == nil }
    }
  }

  /// Makes another collage of the same photos.
  private func older(_ place: Workplace, _ output: [String]) throws -> Outcome {
    try place.run(Workplace.make + ["2.png", "1.jpg"] + output)
  }
}
