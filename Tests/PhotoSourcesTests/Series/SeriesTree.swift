import Imaging
import PhotoCodecs
import ReactiveTraits
import SamplePictures
import SystemPackage
import TestSupport

@testable import PhotoSources

/// A folder with photos of some views, and a store of traits beside it.
struct SeriesTree {
  let folder: TemporaryFolder
  let store: TraitsStore

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("photos")
    store = TraitsStore(folder.path(of: "cache/series"))
  }

  /// A view of 400x300 pixels; those with numbers that differ by six have like colours.
  static func view(_ number: Int) -> Raster {
    SamplePicture.raster(number, size: PixelSize(width: 440, height: 330)).cropped(
      PixelRect(x: 20, y: 15, width: 400, height: 300))
  }

  /// The same from a camera that was moved a little.
  static func movedView(_ number: Int) -> Raster {
    SamplePicture.raster(number, size: PixelSize(width: 440, height: 330)).cropped(
      PixelRect(x: 32, y: 20, width: 400, height: 300))
  }

  /// The same from a camera that was moved forwards, so that it is enlarged by a tenth.
  static func nearerView(_ number: Int) -> Raster {
    SamplePicture.raster(number, size: PixelSize(width: 484, height: 363)).cropped(
      PixelRect(x: 42, y: 32, width: 400, height: 300))
  }

  @discardableResult
  func write(_ raster: Raster, to name: FilePath, quality: Int = 90) throws -> FilePath {
    let bytes = try PixelBands(raster, as: .jpeg(Quality(quality)!)).encoded()
    return try folder.write(bytes, to: FilePath("photos").pushing(name))
  }

  func path(_ name: FilePath) -> FilePath { folder.path(of: "photos").pushing(name) }

  /// - Parameter names: of photos; all of them by default.
  func series(_ names: [String]? = nil, stored: Bool = true) throws -> SeriesResult {
    let names = try names ?? folder.names(in: "photos")
    return SeriesSearch(store: stored ? store : nil)
      .series(among: names.map { path(FilePath($0)) }).wait().get()
  }
}

extension SeriesResult {
  /// Each best photo's name, and those of the photos that it stands for.
  var names: [String: [String]] {
    func name(_ index: Int) -> String { photos[index].path.lastComponent?.string ?? "" }
    return Dictionary(
      uniqueKeysWithValues: series.map { series in
        (name(series.best), series.others.map { name($0.index) }.sorted())
      })
  }
}
