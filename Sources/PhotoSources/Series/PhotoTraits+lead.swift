internal import Imaging

extension PhotoTraits {
  /// Sharpness from which a photo counts as sharp, in thousandths.
  private static let sharp = 540
  /// As `Exposure.mean`: a photo below this is too dark.
  private static let darkMean = 24 * 64
  /// A photo whose longer side has so many pixels is large enough, one that has a third of them
  /// isn't.
  private static let largeSide = 900

  /// How well the photo suits as the first and largest one of a book, in thousandths: sharp,
  /// bright, with enough pixels, with people.
  var leadValue: Int {
    var value = 1000 - 2 * max(Self.sharp - bestSharpness, 0) - exposure.white
    if exposure.mean < Self.darkMean { value -= 400 }
    let lacking = max(Self.largeSide - max(size.width, size.height), 0)
    value -= min(lacking * 600 / Self.largeSide, 400)
    if wholeFaces > 0 { value += 200 }
    return value
  }
}
