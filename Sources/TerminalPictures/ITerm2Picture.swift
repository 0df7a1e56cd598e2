internal import FoundationEssentials

/// Pictures in iTerm2's inline images protocol.
package enum ITerm2Picture {
  /// Shows a picture with its top left corner at the cursor, fitted into a box of cells with its
  /// proportions kept.
  ///
  /// The cursor doesn't move, except in iTerm2 before 3.5, which moves it after the picture. Text
  /// that is later written to the cells removes the picture.
  ///
  /// - Parameter file: a PNG or JPEG file's bytes.
  package static func sequence(file: [UInt8], columns: Int, rows: Int) -> String {
    "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(columns);height=\(rows)"
      + ";preserveAspectRatio=1;doNotMoveCursor=1:" + Data(file).base64EncodedString() + "\u{7}"
  }
}
