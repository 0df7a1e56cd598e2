internal import ArgumentParser
internal import CollageKit
internal import SystemPackage

/// Which photos are meant.
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
    guard let listFile else { return photos.map(\.path) }
    return photos.map(\.path) + (try read(listFile.path))
  }

  private func read(_ list: FilePath) throws(CommandFailure) -> [FilePath] {
    do throws(Errno) {
      // A million long paths, not a video that was named by mistake.
      return try list.readToEnd(limit: 256 << 20).split(separator: 0).map { FilePath(bytes: Array($0)) }
    } catch {
      throw CommandFailure(
        error == .ioError ? .inputOutput : .noInput, "\(list.displayed): reading the list failed: \(error)")
    }
  }
}
