import Files
import FoundationEssentials
import Imaging
import PhotoCodecs
import SystemPackage
import TestSupport

/// A generated photo, painted or made from a photograph; a JPEG has quality 90.
struct InputPhoto {
  /// The number of its sample picture.
  let number: Int
  let size: PixelSize
  let format: OutputFormat
  /// The number of the copy, from 1; 0 for the original.
  var copy = 0
  /// The photograph that it is made from; nil for one that is painted.
  var original: FilePath?

  /// `count` photos of one size.
  ///
  /// - Parameter pictures: the number of different pictures, by default `count`. Further photos are
  ///   copies of the first ones' files, because generating a large picture takes a second.
  static func series(_ count: Int, of size: PixelSize, _ format: OutputFormat, pictures: Int = .max)
    -> [InputPhoto]
  {
    (0..<count).map { index in
      InputPhoto(number: index % pictures + 1, size: size, format: format, copy: index / pictures)
    }
  }

  var fileName: String {
    "\(original == nil ? "photo" : "real")-\(number)-\(size)\(copy == 0 ? "" : "-copy-\(copy)").\(format.fileExtension)"
  }
}

extension PixelSize {
  static let twelveMegapixels = PixelSize(width: 4000, height: 3000)
  static let small = PixelSize(width: 640, height: 480)
}

/// The folder of generated photos: one given by the user, else a temporary one.
///
/// Existing files are used unchanged. After a change to `SamplePictures`, empty a kept folder by
/// hand.
final class InputFolder {
  private let folder: FilePath
  private let temporary: TemporaryFolder?

  /// - Parameter kept: created if it is missing; nil for a temporary folder.
  init(keptAt kept: FilePath?) throws {
    temporary = kept == nil ? try TemporaryFolder() : nil
    folder = kept ?? temporary!.path
    try FileSystem.makeFolders(folder)
  }

  /// The photos' files. Missing ones are generated or copied.
  ///
  /// - Parameter photos: each copy comes after its original.
  func paths(of photos: [InputPhoto]) throws -> [FilePath] {
    for photo in photos where (try? path(of: photo).stat()) == nil {
      let unfinished = folder.appending("unfinished").string
      try? FileManager.default.removeItem(atPath: unfinished)
      if photo.copy > 0 {
        // Copies the bytes. A program might recognise a link as the same file and decode it only
        // once.
        var first = photo
        first.copy = 0
        try FileManager.default.copyItem(atPath: path(of: first).string, toPath: unfinished)
      } else {
        Report.progress("generating \(photo.fileName)")
        // In a process of its own, so that this one stays small.
        let arguments = [
          "\(photo.number)", "\(photo.size.width)", "\(photo.size.height)", photo.format.rawValue,
        ]
        _ = try ChildProcess(
          ThisExecutable.path,
          ["paint"] + arguments + [unfinished]
            + (photo.original.map { ["--original", $0.string] } ?? []), in: folder,
          timeLimit: .seconds(600)
        ).runToSuccess(as: "generating photos")
      }
      try FileManager.default.moveItem(atPath: unfinished, toPath: path(of: photo).string)
    }
    return photos.map(path(of:))
  }

  private func path(of photo: InputPhoto) -> FilePath { folder.appending(photo.fileName) }
}
