internal import ArgumentParser
internal import CollageKit
internal import SystemPackage

/// The photos to use.
struct PhotoArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("The photos, PNG or JPEG, in order.", valueName: "photo"))
  var photos: [RawPath] = []

  @Option(
    name: .customLong("files0-from"),
    help: ArgumentHelp(
      "Read more paths from a file, each ended by a zero byte; - is standard input.", valueName: "file"))
  var listFile: RawPath?

  /// The photos' paths, those of the list last.
  func paths() throws(CommandFailure) -> [FilePath] {
    var names = photos.map(\.bytes)
    if let listFile { names += try read(listFile.path) }
    let paths = names.map { FilePath(bytes: $0) }
    let urls = zip(names, paths).compactMap { PhotoURL.error(for: $0, at: $1) }
    guard urls.isEmpty else { throw CommandFailure(CollageError.photos(urls)) }
    return paths
  }

  /// The names in a list, byte for byte.
  private func read(_ list: FilePath) throws(CommandFailure) -> [[UInt8]] {
    do throws(Errno) {
      // Enough for a million long paths; a larger file was named by mistake.
      return try list.readToEnd(limit: 256 << 20).split(separator: 0).map(Array.init)
    } catch {
      throw CommandFailure(
        error == .ioError ? .inputOutput : .noInput, "\(list.displayed): reading the list failed: \(error)")
    }
  }
}
