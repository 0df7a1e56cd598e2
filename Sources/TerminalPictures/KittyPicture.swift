internal import FoundationEssentials

/// Commands of the kitty graphics protocol.
///
/// A picture is sent once, under a number of ours (its id), and is then held by the terminal: it
/// can be shown any number of times with a short command, until it is deleted. The terminal replies
/// to none of these commands.
enum KittyPicture {
  /// The maximum length of the base64 text in one command, in bytes, as the protocol specifies.
  static let chunkBytes = 4096
  /// The commands that send a PNG file. Text may be sent between them, but no other command of the
  /// protocol.
  ///
  /// - Parameters:
  ///   - base64: the file's bytes in base64; not empty.
  ///   - id: from 1.
  static func transmission(base64: [UInt8], id: UInt32) -> [[UInt8]] {
    stride(from: 0, to: base64.count, by: chunkBytes).map { start in
      let end = min(start + chunkBytes, base64.count)
      let keys = start == 0 ? "a=t,f=100,i=\(id)," : ""
      return Array("\u{1B}_G\(keys)q=2,m=\(end < base64.count ? 1 : 0);".utf8) + base64[start..<end]
        + Array("\u{1B}\\".utf8)
    }
  }

  /// Ends a transmission of which not all commands were sent; the terminal then discards the
  /// picture.
  static let endOfTransmission = command("q=2,m=0;")

  /// Shows a picture with its top left corner at the cursor, which doesn't move.
  ///
  /// - Parameters:
  ///   - columns: with `rows`, the size in cells to which the picture is scaled.
  ///   - place: from 1. Showing a picture again under the same number moves it; under another shows
  ///     it twice.
  static func placement(of id: UInt32, columns: Int, rows: Int, place: UInt32) -> String {
    command("a=p,i=\(id),p=\(place),c=\(columns),r=\(rows),C=1,q=2")
  }

  /// Places a picture without showing it, so that placeholders in the text can show it.
  static func virtualPlacement(of id: UInt32, columns: Int, rows: Int) -> String {
    command("a=p,U=1,i=\(id),p=1,c=\(columns),r=\(rows),q=2")
  }

  /// Stops showing a picture, which the terminal keeps in memory.
  ///
  /// - Parameter place: the number under which it is shown; nil for all of them.
  static func removal(of id: UInt32, place: UInt32? = nil) -> String {
    command("a=d,d=i,i=\(id)\(place.map { ",p=\($0)" } ?? ""),q=2")
  }

  /// Deletes a picture and frees the terminal's memory for it; does nothing if there is none.
  static func deletion(of id: UInt32) -> String { command("a=d,d=I,i=\(id),q=2") }

  /// Asks whether the protocol is supported, with one pixel that is not stored.
  static func query(id: Int) -> String { command("i=\(id),s=1,v=1,a=q,t=d,f=24;AAAA") }

  private static func command(_ text: String) -> String { "\u{1B}_G\(text)\u{1B}\\" }
}
