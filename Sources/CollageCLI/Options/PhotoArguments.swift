internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Files
internal import SystemPackage

/// The photos to use.
struct PhotoArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The photos in order: paths, or http and https URLs. 'collage formats' lists the formats.",
      valueName: "photo"), completion: .photos)
  var photos: [RawPath] = []

  @Option(
    name: .customLong("files0-from"),
    help: ArgumentHelp(
      "Read more paths and URLs from a file, each ending with a NUL byte; - is standard input.",
      valueName: "file"))
  var listFile: RawPath?

  /// The places of the photos; those of the list come last.
  func addresses() throws(CommandFailure) -> [PhotoAddress] {
    var names = photos.map(\.bytes)
    if let listFile {
      // Enough for a million long paths; a larger file was named by mistake.
      names += try listFile.path.readToEnd(limit: 256 << 20, as: "list").split(separator: 0).map(
        Array.init)
    }
    return names.map { PhotoAddress($0, path: FilePath(bytes: $0)) }
  }
}
