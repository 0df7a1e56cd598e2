import FoundationEssentials
import Imaging
import PhotoCodecs
import SystemPackage

/// Real photos, from which inputs of one size are made.
struct Photographs: Sendable {
  private struct Original: Sendable {
    let path: FilePath
    let size: PixelSize
  }

  private let originals: [Original]

  /// The upright sRGB JPEGs in a folder and its subfolders; none if there is no such folder.
  init(in folder: FilePath) throws {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.string)) ?? []
    originals = names.sorted().filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".jpeg") }
      .map { folder.appending($0) }
      .compactMap { path in
        guard let header = try? PhotoHeader(of: PhotoFile.open(path), limits: DecodeLimits()),
          header.colours == .sRGB, header.orientation == .up, header.fault == nil,
          header.gainMap == nil
        else { return nil }
        return Original(path: path, size: header.size)
      }
  }

  /// So many photos of a size, in turn of every photo that is large enough; none if there is none.
  func series(_ count: Int, of size: PixelSize) -> [InputPhoto] {
    let large = originals.filter {
      $0.size.width >= size.width && $0.size.height >= size.height
    }
    guard !large.isEmpty else { return [] }
    return (0..<count).map { index in
      InputPhoto(
        number: index % large.count + 1, size: size, format: .jpeg, copy: index / large.count,
        original: large[index % large.count].path)
    }
  }
}
