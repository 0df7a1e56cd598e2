package import SystemPackage

/// A font that a user has chosen.
package struct FontChoice: Hashable, Sendable {
  /// As a user would write it.
  package let text: String
  /// Whether there is no collage without it. Otherwise the default font is used, with a warning, if
  /// no installed font has the name.
  var isRequired = true

  /// Nil for an empty text.
  package init?(_ text: String) {
    guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
    self.text = text
  }

  /// The file; nil where the text is a font's name.
  package var file: FilePath? {
    let isFile =
      text.utf8.contains(UInt8(ascii: "/"))
      || [".ttf", ".otf", ".ttc"].contains { text.lowercased().hasSuffix($0) }
    return isFile ? FilePath(text) : nil
  }

  /// Without a folder.
  var recordedName: String { file?.lastComponent?.string ?? text }
}
