package import Imaging

/// Generated pictures for tests and benchmarks that look like photographs to codecs, and like
/// landscapes to people: with smooth skies, hills one behind the other, texture at every scale, and
/// sensor noise.
///
/// They are computed with integers and exactly rounded floating-point operations only, so the same
/// number and size give the same pixels on every machine. A landscape looks the same at any size; a
/// larger picture has more detail. The sky is always at the top, so a rotated picture is easy to
/// recognise.
package enum SamplePicture {
  /// Picture `number` at any size: 0 to 5 are the six landscapes, a sunset, mountains, a city, a
  /// meadow, dunes and snow; higher numbers are the same with other clouds and hills.
  package static func raster(_ number: Int, size: PixelSize) -> Raster {
    let landscapes = Landscape.all
    let landscape = landscapes[Int(UInt(bitPattern: number) % UInt(landscapes.count))]
    var painter = LandscapePainter(landscape, Seed(UInt32(truncatingIfNeeded: number)), size)
    return Raster(size: size) { x, y in painter.row(y)[x] }
  }
}
