/// Makes names equal that some file system takes for the same: they differ in case, in how accents
/// are composed, or in what only case folding makes equal, such as ß and ss.
enum NameFolding {
  /// Texts are equal however they are composed. Bytes that are no UTF-8 are all alike.
  static func folded(_ name: some Collection<UInt8>) -> String {
    folded(String(decoding: name, as: UTF8.self))
  }

  private static func folded(_ text: String) -> String {
    // ẞ becomes ß, then SS, and then ss. Swift has no case folding of its own.
    let folded = text.lowercased().uppercased().lowercased()
    guard folded.unicodeScalars.contains(where: \.properties.isDefaultIgnorableCodePoint) else {
      return folded
    }
    return String(
      String.UnicodeScalarView(
        folded.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }))
  }
}
