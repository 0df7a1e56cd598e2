package import PhotoCodecs
package import SystemPackage

/// Why text can't be drawn on a collage.
package enum TextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No installed font has the name.
  ///
  /// - Parameter instead: one that is installed; nil where none of the usual ones is.
  case noFont(String, instead: String?)
  /// No font is installed.
  case noFonts
  /// A saved collage was made with these fonts, in place of which others would be used now.
  case otherFonts([String])
  case unreadableFont(FilePath, Errno)
  /// No font has this character.
  case noGlyph(Character)
  /// fontconfig, which finds fonts by name, isn't installed.
  case noFontconfig
  /// fontconfig is installed, but failed.
  case fontconfig(FontconfigFailure)
  /// A title or a caption is longer than it may be.
  case tooLong
  /// The worker that draws text failed with these fonts.
  case worker(CodecError, fonts: [String])

  /// Whether a file can't be read for a reason that has nothing to do with it.
  package static func isOfSystem(_ errno: Errno) -> Bool {
    [
      .ioError, .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .staleNFSFileHandle,
    ].contains(errno)
  }

  /// Whether there is no such font, so that another one is used where that is allowed; false for
  /// one that can't be read.
  var meansNoFont: Bool {
    switch self {
    case .unreadableFont(_, let errno): errno == .noSuchFileOrDirectory || errno == .notDirectory
    case .fontconfig(.notStarted): false
    default: true
    }
  }

  package var description: String {
    switch self {
    case .noFont(let name, instead: let other?):
      "no font is called '\(name.utf8.abridged)'; '\(other)' is there, and 'fc-list : family' "
        + "lists all"
    case .noFont(let name, instead: nil):
      "no font is called '\(name.utf8.abridged)'; 'fc-list : family' lists the installed ones"
    case .noFonts: "no font is installed; install fonts-dejavu-core"
    case .otherFonts(let names):
      "its text was written in \(Self.list(names)), which is not installed or has changed; "
        + "install it, or use --allow-other-fonts or --font"
    case .unreadableFont(let path, let errno): "\(path.displayed): the font can't be read: \(errno)"
    case .noGlyph(let character):
      "no installed font has \(character.codePoints) \(Array(String(character).utf8).displayed); "
        + "install \(character.fontPackage)"
    case .noFontconfig:
      "fontconfig, which finds fonts, is not installed; install libfontconfig1, or give a font file"
    case .fontconfig(let failure): failure.description
    case .tooLong: "a title or caption is too long: it can have \(TextLimits.sentence)"
    case .worker(.decoderFailed(let failure), _)
    where failure.isOfInstallation || failure.isOfSystem:
      "text can't be drawn: the library that draws it \(failure.reason); \(failure.advice)"
    case .worker(.decoderFailed(let failure), let fonts):
      "text can't be drawn with \(Self.list(fonts)): the sandboxed text process \(failure.reason)"
    case .worker(.damaged(let reason, _), let fonts):
      "\(Self.list(fonts)): \(reason); choose another font"
    case .worker(let error, _): "text can't be drawn: \(error)"
    }
  }

  /// The names of fonts, abridged, because anybody may have chosen them.
  private static func list(_ fonts: [String]) -> String { fonts.map(\.utf8.abridged).listed }
}

extension Character {
  /// "U+6F22".
  fileprivate var codePoints: String {
    unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }.joined(separator: " ")
  }

  /// The Debian package with a font that probably has the character.
  fileprivate var fontPackage: String {
    let scalar = unicodeScalars[unicodeScalars.startIndex]
    if isEmoji { return "fonts-noto-color-emoji" }
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFE30...0xFE4F,
      0xFF00...0xFFEF, 0x20000...0x3FFFF:
      return "fonts-noto-cjk"
    default: return "fonts-noto-core"
    }
  }
}
