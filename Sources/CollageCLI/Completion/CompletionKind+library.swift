internal import ArgumentParser
internal import CollageKit
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
      savedCollages(in: $0, prefix).map { Candidate($0.id, $0.description).line }
    } ?? []
  }

  /// The ids of the collages in one library, with their files and dates.
  static func savedCollages(in library: PhotoLibrary, _ prefix: String) -> [(
    id: String, description: String
  )] {
    var newest: [ListedAsset] = []
    _ = try? library.forEachAsset(withPrefix: prefix.lowercased()) { asset in
      func isNewer(_ other: ListedAsset) -> Bool { AssetOrder.date.areInOrder(asset, other) }
      if newest.count == maxCollages, let oldest = newest.last, !isNewer(oldest) { return true }
      newest.insert(asset, at: newest.firstIndex(where: isNewer) ?? newest.endIndex)
      if newest.count > maxCollages { newest.removeLast() }
      return true
    }
    return newest.map { listed in
      let date =
        listed.date.map { String($0.description.replacing("T", with: " ").prefix(16)) } ?? ""
      return (listed.asset.id.text, "\(listed.asset.path.lastComponent?.string ?? "") \(date)")
    }
  }

  /// Names of the library's albums.
  static let albums = CompletionKind.custom { words, _, _ in
    let albums = try? library(words)?.albums()
    // With a line break in it, one name would become two.
    return (albums ?? []).map { LosslessText.text(of: $0.name.bytes) }
      .filter { !$0.unicodeScalars.contains(where: \.isControl) }
  }

  /// More than anybody would read.
  private static let maxCollages = 100

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
    return try? options.resolved()
  }
}
