internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Files
internal import SystemPackage

/// The photos to use.
struct PhotoArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The photos in order: paths of files or folders, or http and https URLs. 'collage formats' "
        + "lists the formats.",
      valueName: "photo"), completion: .photos)
  var photos: [RawPath] = []

  @Option(
    name: .customLong("files-from"),
    help: ArgumentHelp(
      "Read more paths and URLs from a file, one a line; - is standard input.", valueName: "file"))
  var lineFile: RawPath?

  @Option(
    name: .customLong("files0-from"),
    help: ArgumentHelp(
      "The same, but each ends with a NUL byte, as 'collage find -0' prints them.",
      valueName: "file"))
  var listFile: RawPath?

  func validate() throws {
    if lineFile?.path == "-", listFile?.path == "-" {
      throw ValidationError(
        "--files-from and --files0-from can't both read standard input; leave one of them out")
    }
  }

  /// The files with lists of photos.
  var neededFiles: [NeededFile] {
    [lineFile?.needed(.list), listFile?.needed(.list)].compactMap(\.self)
  }

  /// The places of the photos; those of lists come last.
  func addresses() throws(CommandFailure) -> [PhotoAddress] {
    if photos.contains(where: { $0.path == "-" && (try? $0.path.stat()) == nil }) {
      throw CommandFailure(
        .usage,
        "-: photos can't be read from standard input; --files-from - reads their paths from it, "
          + "one a line, and --files0-from - those that end with zero bytes")
    }
    for photo in photos where (try? photo.path.stat(followTargetSymlink: false)) == nil {
      if let advice = Self.advice(for: photo.path) { throw CommandFailure(.usage, advice) }
      if let advice = Self.advice(forPattern: photo.path) {
        throw CommandFailure(.noInput, advice)
      }
    }
    var names = photos.map(\.bytes)
    if let lineFile { names += try Self.lines(in: lineFile.path) }
    if let listFile { names += try Self.names(in: listFile.path) }
    return names.map { PhotoAddress($0, path: FilePath(bytes: $0)) }
  }

  /// About a word that names no file, and looks like what other commands and shells take.
  private static func advice(for word: FilePath) -> String? {
    let text = word.string
    if SearchWords.keys.contains(where: { text.lowercased().hasPrefix("\($0):") }) {
      return
        "\(word.displayed) is a word of a search; 'collage find \(word.displayed) -0 | collage "
        + "make --files0-from -' takes the photos that it finds"
    }
    return nil
  }

  /// About a pattern that no shell has expanded, because it was quoted.
  private static func advice(forPattern word: FilePath) -> String? {
    guard FilePattern.isOne(word) else { return nil }
    let count = FilePattern.matches(word).count
    guard count > 0 else { return nil }
    return "'\(word.displayed)' matches \(count == 1 ? "1 file" : "\(count.grouped) files"); "
      + "leave out the quotes"
  }

  /// Enough for a million long paths; a larger file was named by mistake.
  private static let maxListBytes = 256 << 20

  /// The lines of a list that aren't empty, with either kind of line break.
  private static func lines(in list: FilePath) throws(CommandFailure) -> [[UInt8]] {
    let bytes = try list.readToEnd(limit: maxListBytes, as: "list")
    if bytes.contains(0) {
      throw CommandFailure(
        .data,
        "\(list.displayed): has zero bytes, so it is no list with a path a line; if they end its "
          + "paths, read it with --files0-from")
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let hasReturns = !lines.isEmpty && lines.allSatisfy { $0.last == UInt8(ascii: "\r") }
    return lines.map { Array(hasReturns ? $0.dropLast() : $0) }.filter { !$0.isEmpty }
  }

  /// - Throws: also for a list whose names are ended by line breaks: it holds a single one then,
  ///   which no file has.
  private static func names(in list: FilePath) throws(CommandFailure) -> [[UInt8]] {
    let bytes = try list.readToEnd(limit: maxListBytes, as: "list")
    let isOfLines = !bytes.contains(0) && bytes.contains(UInt8(ascii: "\n"))
    if isOfLines, (try? FilePath(bytes: bytes).stat()) == nil {
      throw CommandFailure(
        .noInput,
        "\(list.displayed): there is no such file as the whole list; read a list with a path a "
          + "line with --files-from, or end each path by a zero byte, as 'collage find -0' and "
          + "'find -print0' do")
    }
    return bytes.split(separator: 0).map(Array.init)
  }
}
