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
      names += try Self.names(in: listFile.path)
    }
    return names.map { PhotoAddress($0, path: FilePath(bytes: $0)) }
  }

  /// - Throws: also for a list whose names are ended by line breaks: it holds a single one then,
  ///   which no file has.
  private static func names(in list: FilePath) throws(CommandFailure) -> [[UInt8]] {
    // Enough for a million long paths; a larger file was named by mistake.
    let bytes = try list.readToEnd(limit: 256 << 20, as: "list")
    let isOfLines = !bytes.contains(0) && bytes.contains(UInt8(ascii: "\n"))
    if isOfLines, (try? FilePath(bytes: bytes).stat()) == nil {
      throw CommandFailure(
        .noInput,
        "\(list.displayed): there is no such file as the whole list; end each path by a zero byte, "
          + "as 'collage find -0' and 'find -print0' do")
    }
    return bytes.split(separator: 0).map(Array.init)
  }
}
