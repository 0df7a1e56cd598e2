internal import Imaging

/// Pictures in sixels, the graphics of DEC's VT240 and VT340: bands six pixels high, each drawn
/// once per colour.
///
/// Terminals don't scale them: a pixel of the picture is a pixel of the screen.
enum SixelPicture {
  /// The height of a band in pixels.
  static let band = 6
  /// The length from which a run is written with a repeat count.
  private static let shortestRun = 4

  /// Draws a picture with its top left corner at the cursor; where the cursor ends up differs among
  /// terminals.
  ///
  /// Pixels below the last whole band are left out, because some terminals would clear the rest of
  /// that band.
  static func sequence(of raster: Raster) -> [UInt8] {
    let height = raster.size.height < band ? raster.size.height : raster.size.height / band * band
    let size = PixelSize(width: raster.size.width, height: height)
    let picture = IndexedPicture(raster, size: size)
    // The second parameter leaves pixels that aren't drawn as they are.
    var text = Array("\u{1B}P0;1;0q\"1;1;\(size.width);\(size.height)".utf8)
    text.reserveCapacity(size.pixels * 2)
    for (index, colour) in picture.palette.enumerated() {
      // In percent.
      let (red, green, blue) = (percent(colour.x), percent(colour.y), percent(colour.z))
      text += "#\(index);2;\(red);\(green);\(blue)".utf8
    }
    var encoder = BandEncoder(width: size.width, colours: picture.palette.count)
    for top in stride(from: 0, to: height, by: band) {
      if top > 0 { text.append(UInt8(ascii: "-")) }
      encoder.append(picture, rows: top..<min(top + band, height), to: &text)
    }
    return text + Array("\u{1B}\\".utf8)
  }

  private static func percent(_ value: Int32) -> Int32 { (value * 100 + 127) / 255 }

  /// Encodes bands; reuses its buffers from one to the next.
  private struct BandEncoder {
    private let width: Int
    /// For each colour and column, which rows of the band have that colour: a bit each, 1 for the
    /// top row.
    private var sets: [UInt8]
    /// The last column of each colour in the band; -1 if there is none.
    private var lastColumns: [Int]

    init(width: Int, colours: Int) {
      self.width = width
      sets = [UInt8](repeating: 0, count: width * colours)
      lastColumns = [Int](repeating: -1, count: colours)
    }

    mutating func append(_ picture: IndexedPicture, rows: Range<Int>, to text: inout [UInt8]) {
      var used: [Int] = []
      for x in 0..<width {
        for y in rows {
          let colour = picture[x, y]
          if lastColumns[colour] < 0 { used.append(colour) }
          lastColumns[colour] = x
          sets[colour * width + x] |= 1 << UInt8(y - rows.lowerBound)
        }
      }
      for (index, colour) in used.enumerated() {
        // `$` returns to the first column.
        if index > 0 { text.append(UInt8(ascii: "$")) }
        text += "#\(colour)".utf8
        var x = 0
        while x <= lastColumns[colour] {
          let set = sets[colour * width + x]
          var end = x + 1
          while end <= lastColumns[colour], sets[colour * width + end] == set { end += 1 }
          append(set, count: end - x, to: &text)
          for column in x..<end { sets[colour * width + column] = 0 }
          x = end
        }
        lastColumns[colour] = -1
      }
    }

    private func append(_ set: UInt8, count: Int, to text: inout [UInt8]) {
      let sixel = UInt8(ascii: "?") + set
      if count < shortestRun {
        for _ in 0..<count { text.append(sixel) }
      } else {
        text += "!\(count)".utf8
        text.append(sixel)
      }
    }
  }
}
