package import Imaging

/// Digits and a few capital letters made of dots, five wide and seven high; other characters are
/// blank.
package enum DotFont {
  /// The height of a character, in dots.
  static let height = 7
  /// The distance from one character to the next, in dots.
  private static let advance = 6
  private static let width = 5

  /// The rows of each character, from the top; the highest of five bits is the leftmost dot.
  private static let characters: [Character: [UInt8]] = [
    "0": [0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E],
    "1": [0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E],
    "2": [0x0E, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1F],
    "3": [0x1F, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0E],
    "4": [0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02],
    "5": [0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E],
    "6": [0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E],
    "7": [0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08],
    "8": [0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E],
    "9": [0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C],
    "A": [0x0E, 0x11, 0x11, 0x1F, 0x11, 0x11, 0x11],
    "B": [0x1E, 0x11, 0x11, 0x1E, 0x11, 0x11, 0x1E],
    "C": [0x0E, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0E],
    "D": [0x1E, 0x11, 0x11, 0x11, 0x11, 0x11, 0x1E],
    "E": [0x1F, 0x10, 0x10, 0x1E, 0x10, 0x10, 0x1F],
    "F": [0x1F, 0x10, 0x10, 0x1E, 0x10, 0x10, 0x10],
    "G": [0x0E, 0x11, 0x10, 0x17, 0x11, 0x11, 0x0F],
    "I": [0x0E, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0E],
    "M": [0x11, 0x1B, 0x15, 0x15, 0x11, 0x11, 0x11],
    "N": [0x11, 0x19, 0x15, 0x13, 0x11, 0x11, 0x11],
    "S": [0x0F, 0x10, 0x10, 0x0E, 0x01, 0x01, 0x1E],
  ]

  /// The size of a text in pixels.
  ///
  /// - Parameter dot: the width and height of a dot in pixels.
  package static func size(of text: String, dot: Int) -> PixelSize {
    PixelSize(width: max(text.count * advance - (advance - width), 0) * dot, height: height * dot)
  }

  /// Draws a text with its top left corner at a pixel; what does not fit on the raster is clipped.
  package static func draw(
    _ text: String, at x: Int, _ y: Int, dot: Int, in colour: Colour, on raster: Raster
  ) {
    for (place, character) in text.enumerated() {
      for (line, dots) in (characters[character] ?? []).enumerated() {
        for column in 0..<width where dots >> (width - 1 - column) & 1 == 1 {
          let rect = PixelRect(
            x: x + (place * advance + column) * dot, y: y + line * dot, width: dot, height: dot)
          raster.fill(rect, with: colour)
        }
      }
    }
  }
}

extension Raster {
  /// Blends a colour into a rectangle according to its alpha, in coded values; whatever is outside
  /// the raster is clipped.
  package func fill(_ rect: PixelRect, with colour: Colour) {
    let columns = max(rect.x, 0)..<max(min(rect.x + rect.width, size.width), max(rect.x, 0))
    let alpha = Int(colour.alpha)
    let channels = [colour.red, colour.green, colour.blue].map(Int.init)
    for y in max(rect.y, 0)..<max(min(rect.y + rect.height, size.height), max(rect.y, 0)) {
      withRow(y) { row in
        for x in columns {
          for channel in 0..<3 {
            let old = Int(row[4 * x + channel])
            row[4 * x + channel] = UInt8(
              (old * (255 - alpha) + channels[channel] * alpha + 127) / 255)
          }
        }
      }
    }
  }
}
