internal import FoundationEssentials
package import Imaging
package import PhotoCodecs

/// A picture that a terminal draws from pixels, over a rectangle of its cells.
///
/// Equal pictures have the same pixels, size in cells and form. Comparing costs nothing: their
/// bytes are compared by a hash of 64 bits.
package struct TerminalPicture: Hashable, Sendable {
  /// How a terminal gets the pixels.
  private enum Form: Hashable {
    /// Sent once under an id, then placed.
    case kitty
    /// Sent once under an id through tmux, then placed as text.
    case placeholders
    /// Contained in the sequence that draws it, so sent each time.
    case inline
  }

  private struct Identity: Hashable {
    let form: Form
    let columns: Int
    let rows: Int
    let hash: Int
  }

  private let identity: Identity
  /// A PNG file in base64; or the sequence of an inline picture.
  private let bytes: [UInt8]

  private init(_ form: Form, _ bytes: [UInt8], columns: Int, rows: Int) {
    var hasher = Hasher()
    hasher.combine(bytes)
    identity = Identity(form: form, columns: columns, rows: rows, hash: hasher.finalize())
    self.bytes = bytes
  }

  package static func == (one: TerminalPicture, other: TerminalPicture) -> Bool {
    one.identity == other.identity
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  /// The size in cells; the pixels are scaled to it.
  package var columns: Int { identity.columns }
  package var rows: Int { identity.rows }
}

// MARK: - Kinds

extension TerminalPicture {
  /// A picture of the kitty graphics protocol.
  ///
  /// - Parameters:
  ///   - throughTmux: whether it is shown inside tmux, which must pass it on.
  ///   - isExact: whether it may be long, but has no errors.
  /// - Throws: `outOfMemory`.
  package static func kitty(
    _ raster: Raster, columns: Int, rows: Int, throughTmux: Bool = false, isExact: Bool = false
  ) throws(CodecError) -> TerminalPicture {
    let file = try CompactPNG.file(of: raster, isExact: isExact)
    // The protocol limits the number of rows only here, and no window has that many.
    let rows = throughTmux ? min(rows, KittyPlaceholders.maxRows) : rows
    return TerminalPicture(
      throughTmux ? .placeholders : .kitty, Array(Data(file).base64EncodedString().utf8),
      columns: columns, rows: rows)
  }

  /// A picture in iTerm2's protocol.
  ///
  /// - Throws: `outOfMemory`.
  package static func iterm2(_ raster: Raster, columns: Int, rows: Int) throws(CodecError)
    -> TerminalPicture
  {
    let file = try CompactPNG.file(of: raster)
    return TerminalPicture(
      .inline, Array(ITerm2Picture.sequence(file: file, columns: columns, rows: rows).utf8),
      columns: columns, rows: rows)
  }

  /// A picture in sixels. They are not scaled: the raster must not be larger than the cells.
  package static func sixel(_ raster: Raster, columns: Int, rows: Int) -> TerminalPicture {
    TerminalPicture(.inline, SixelPicture.sequence(of: raster), columns: columns, rows: rows)
  }
}

// MARK: - Showing

extension TerminalPicture {
  /// Whether the terminal must be sent the picture's `transmission` before it can show it. It is
  /// then shown by an id.
  package var needsTransmission: Bool { identity.form != .inline }

  /// The sequences that send the picture to the terminal, in order. Text may be sent between them,
  /// but nothing that shows or removes a picture. Empty if none is needed.
  ///
  /// - Parameter id: 1 to 2^24 - 1.
  package func transmission(id: UInt32) -> [[UInt8]] {
    switch identity.form {
    case .kitty: KittyPicture.transmission(base64: bytes, id: id)
    case .placeholders:
      KittyPicture.transmission(base64: bytes, id: id).map(TmuxPassthrough.wrapped)
    case .inline: []
    }
  }

  /// Ends an interrupted transmission; the terminal then discards what it has received of it.
  package var endOfTransmission: String { passed(KittyPicture.endOfTransmission) }

  /// Draws the picture with its top left corner at the cursor, and may leave the cursor anywhere.
  /// If the picture is shown by `text`, it only prepares that.
  ///
  /// - Parameters:
  ///   - id: under which the picture was sent; ignored if it needs no transmission.
  ///   - place: from 1. A picture that is drawn again under the same number moves; under another
  ///     number it is shown twice.
  package func drawing(id: UInt32, place: UInt32 = 1) -> String {
    switch identity.form {
    case .kitty: KittyPicture.placement(of: id, columns: columns, rows: rows, place: place)
    case .placeholders: passed(KittyPicture.virtualPlacement(of: id, columns: columns, rows: rows))
    case .inline: String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The text of each row, if the terminal shows the picture in place of text; else nil.
  package func text(id: UInt32) -> [String]? {
    identity.form == .placeholders
      ? KittyPlaceholders.rows(of: id, columns: columns, rows: rows) : nil
  }

  /// Removes the picture from the screen, if erasing the text there does not do so; else empty. The
  /// terminal keeps it in memory.
  ///
  /// - Parameter place: the number under which it was drawn; nil for all of them.
  package func removal(id: UInt32, place: UInt32? = nil) -> String {
    identity.form == .kitty ? KittyPicture.removal(of: id, place: place) : ""
  }

  /// Makes the terminal forget the picture, which also removes it from the screen.
  package func deletion(id: UInt32) -> String {
    needsTransmission ? passed(KittyPicture.deletion(of: id)) : ""
  }

  private func passed(_ sequence: String) -> String {
    identity.form == .placeholders ? TmuxPassthrough.wrapped(sequence) : sequence
  }
}
