package import PhotoCodecs

/// Generated pictures for tests and benchmarks that look like photographs to people and to codecs: with smooth skies,
/// texture at every scale, and sensor noise.
///
/// They are computed with integers and exactly rounded floating-point operations only, so the same number and size give
/// the same pixels on every machine. A scene looks the same at any size; a larger one has more detail. The sky is always
/// at the top, so a rotated picture is easy to recognise.
package enum SamplePicture: Int, CaseIterable {
  case sunset, mountains, city, meadow, dunes, snow

  /// Picture `number` at any size: 0 to 5 are the six scenes; higher numbers are the same scenes with other clouds, waves
  /// and hills.
  ///
  /// - Cost: about 0.15 microseconds per pixel in a release build.
  package static func raster(_ number: Int, size: PixelSize) -> Raster {
    let picture = allCases[Int(UInt(bitPattern: number) % UInt(allCases.count))]
    let scene = picture.scene(in: Viewport(size), seed: Seed(UInt32(truncatingIfNeeded: number)))
    var painter = RowPainter(scene, size: size)
    return Raster(size: size) { x, y in painter.row(y)[x] }
  }

  private func scene(in view: Viewport, seed: Seed) -> any Scene {
    switch self {
    case .sunset: SunsetScene(view, seed)
    case .mountains: MountainScene(view, seed)
    case .city: CityScene(view, seed)
    case .meadow: MeadowScene(view, seed)
    case .dunes: DuneScene(view, seed)
    case .snow: SnowScene(view, seed)
    }
  }
}
