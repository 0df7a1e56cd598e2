internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import LineEditing
internal import PhotoCodecs
internal import SafeText
internal import SystemPackage

extension CompletionKind {
  /// Names of files that may be photos, by their extensions.
  static let photos = CompletionKind.file(extensions: PictureFolder.fileExtensions.sorted())

  /// The ids of saved collages, with their files and dates; the newest if there are many.
  static let savedCollages = CompletionKind.custom { words, _, prefix in
    library(words).map {
      CollageCandidate.all(in: $0, beginning: prefix).map { Candidate($0.id, $0.description).line }
    } ?? []
  }

  /// Names of the library's albums.
  static let albums = CompletionKind.custom { words, _, _ in
    let albums = try? library(words)?.albums()
    // With a line break in it, one name would become two.
    return (albums ?? []).map { LosslessText.text(of: $0.name.bytes) }
      .filter { !$0.unicodeScalars.contains(where: \.isControl) }
  }

  /// The library that the words name, else the default one.
  private static func library(_ words: [String]) -> PhotoLibrary? {
    var options = LibraryOptions()
    let name = "--library"
    if let place = words.lastIndex(of: name), place + 1 < words.count - 1 {
      options.library = RawPath(argument: words[place + 1])
    } else if let parts = words.map({ $0.parts(at: "=", maxSplits: 1) }).last(where: {
      $0.count == 2 && $0[0] == name
    }) {
      options.library = RawPath(argument: parts[1])
    } else {
      options.library = nil
    }
    return options.known
  }
}
