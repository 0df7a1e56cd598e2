internal import Files
internal import SafeText
internal import SystemPackage

extension JSONValue {
  /// A setting's value that is a picture's path, or begins with it, with a path from another folder
  /// than the working one. URLs stay as they are, and so does what isn't text.
  func naming(pictureFrom folder: FilePath) -> JSONValue {
    guard let text, !text.isEmpty, !text.utf8.contains(0),
      PhotoAddress(ofPicture: text)?.url == nil
    else { return self }
    let path = folder.pushing(FilePath(text))
    return .text(String(decoding: path.bytes, as: UTF8.self))
  }
}
