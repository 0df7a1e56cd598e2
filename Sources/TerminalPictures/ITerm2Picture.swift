internal import FoundationEssentials

/// Pictures by iTerm2's inline images protocol.
package enum ITerm2Picture {
  /// Shows a picture with its top left corner at the cursor, inside a box of cells, its proportions kept.
  ///
  /// The cursor stays where it is, except in iTerm2 before 3.5, which moves it behind the picture. Text that is
  /// written over the cells later takes the picture away.
  ///
  /// - Parameter file: a PNG or JPEG file's bytes.
  package static func sequence(file: [UInt8], columns: Int, rows: Int) -> String {
    "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(columns);height=\(rows);preserveAspectRatio=1"
      + ";doNotMoveCursor=1:" + Data(file).base64EncodedString() + "\u{7}"
  }
}
