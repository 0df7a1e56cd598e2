package import CollageKit

/// A saved collage whose id completes what was typed.
package struct CollageCandidate {
  package let id: String
  /// Its title, or else its photos' names, and its date.
  package let description: String

  /// More than anybody reads.
  private static let maxCount = 100

  private init(_ listed: ListedAsset) {
    id = listed.asset.id.text
    let name = LibraryTexts.name(of: CollageEntry(listed, try? listed.asset.summary()))
    description = "\(name) \(listed.dateText)"
  }

  /// Those whose ids begin so, the newest first; of many, only the newest.
  package static func all(in library: PhotoLibrary, beginning: String) -> [CollageCandidate] {
    var newest: [ListedAsset] = []
    _ = try? library.forEachAsset(withPrefix: beginning.lowercased()) { asset in
      func isNewer(_ other: ListedAsset) -> Bool { AssetOrder.date.areInOrder(asset, other) }
      if newest.count == maxCount, let oldest = newest.last, !isNewer(oldest) { return true }
      newest.insert(asset, at: newest.firstIndex(where: isNewer) ?? newest.endIndex)
      if newest.count > maxCount { newest.removeLast() }
      return true
    }
    return newest.map { CollageCandidate($0) }
  }
}

extension CollageReference {
  /// Whether a word names a file and not an id: it has a dot or a slash.
  package static func isFile(_ word: String) -> Bool { word.contains { $0 == "." || $0 == "/" } }
}
