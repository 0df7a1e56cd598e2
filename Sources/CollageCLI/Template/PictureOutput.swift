internal import CollageKit
internal import CollageTerminal
internal import SystemPackage

extension RawPath {
  /// What writes a picture that is no collage to this file.
  ///
  /// - Parameter replaces: whether a file may be replaced that is there already, whoever made it:
  ///   somebody may have drawn on it.
  func pictureWriter(replacing replaces: Bool) throws -> FileWriter {
    let writer = try output.writer(replacesForeign: replaces)
    if !replaces, (try? Stat(path)) != nil {
      throw CommandFailure(
        .cannotCreate,
        "\(path.displayed): exists already; choose another name, or use --force to replace it")
    }
    return writer
  }
}
