internal import FoundationEssentials
package import PhotoCodecs

/// Pictures in the kitty graphics protocol.
///
/// A picture appears with its top left corner at the cursor, which doesn't move, and replaces a picture shown with the
/// same id. The terminal does not reply.
package enum KittyPicture {
  /// The maximum length of the base64 text in one command, in bytes, as the protocol specifies.
  private static let chunk = 4096

  /// Sends and shows a picture as a PNG file: a third to a half of the bytes of raw pixels, for slow connections.
  ///
  /// - Parameters:
  ///   - png: a PNG file's bytes.
  ///   - columns: with `rows`, the size in cells to which the picture is scaled.
  ///   - id: the number for replacing or deleting it, from 1.
  package static func sequence(png: [UInt8], columns: Int, rows: Int, id: UInt32) -> String {
    commands("f=100", Data(png), columns: columns, rows: rows, id: id)
  }

  /// Sends and shows a picture as raw pixels, which takes a tenth of the time of encoding a PNG.
  package static func sequence(pixelsOf raster: Raster, columns: Int, rows: Int, id: UInt32) -> String {
    let size = raster.size
    // An array, because appending single bytes to Data is fifty times slower.
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * size.pixels)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let colour = raster[x, y]
        pixels.append(colour.red)
        pixels.append(colour.green)
        pixels.append(colour.blue)
      }
    }
    return commands(
      "f=24,s=\(size.width),v=\(size.height)", Data(pixels), columns: columns, rows: rows, id: id)
  }

  /// Deletes a picture and frees the terminal's memory for it; does nothing if there is none.
  package static func deletion(of id: UInt32) -> String { "\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\" }

  /// - Parameter format: the keys that describe the format of the bytes.
  private static func commands(_ format: String, _ bytes: Data, columns: Int, rows: Int, id: UInt32) -> String {
    let base64 = Array(bytes.base64EncodedString().utf8)
    var text = ""
    text.reserveCapacity(base64.count + base64.count / 100 + 100)
    var start = 0
    repeat {
      let end = min(start + chunk, base64.count)
      text += "\u{1B}_G"
      if start == 0 { text += "a=T,\(format),i=\(id),p=1,c=\(columns),r=\(rows),C=1," }
      text += "q=2,m=\(end < base64.count ? 1 : 0);"
      text += String(decoding: base64[start..<end], as: UTF8.self)
      text += "\u{1B}\\"
      start = end
    } while start < base64.count
    return text
  }
}
