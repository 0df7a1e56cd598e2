internal import Files
internal import PhotoCodecs
internal import SafeText
internal import SystemPackage
internal import ThreadPool

/// Finds a library's collages by the names of their photos. Reads all recipes when it is first
/// used, some ten thousand a second; collages saved after that are not in it.
final class LibraryIndex: Sendable {
  private let library: PhotoLibrary
  private let threads: Int
  /// Nil until it is first used.
  private let assets = Locked<[NameHash: [Asset]]?>(nil)

  init(_ library: PhotoLibrary, threads: Int) {
    self.library = library
    self.threads = threads
  }

  /// The collages whose photos have these names, in this order.
  func assets(ofPhotosNamed names: [String], isCancelled: @escaping @Sendable () -> Bool) -> [Asset]
  {
    let all = assets.withLock { assets in
      let all = assets ?? read(isCancelled: isCancelled)
      if !isCancelled() { assets = all }
      return all
    }
    return all[Self.key(names)] ?? []
  }

  private static func key(_ names: [String]) -> NameHash { NameHash(names.joined(separator: "\0")) }

  private func read(isCancelled: @escaping @Sendable () -> Bool) -> [NameHash: [Asset]] {
    let assets = (try? library.assets()) ?? []
    let found = Locked<[NameHash: [Asset]]>([:])
    ThreadPool.shared.parallel(threads) { [threads] thread in
      for place in stride(from: thread, to: assets.count, by: threads) where !isCancelled() {
        guard let names = Self.names(in: assets[place]) else { continue }
        found.withLock { $0[Self.key(names), default: []].append(assets[place]) }
      }
    }
    return found.withLock { $0 }
  }

  /// Nil also for a recipe of another picture version.
  private static func names(in asset: Asset) -> [String]? {
    guard let file = try? PhotoFile.open(asset.path, followsLinks: false),
      let record = try? RecipeRecord.read(from: file),
      let recipe = (try? JSONDocument(Array(record.json.utf8)))?.value.object,
      recipe["version"]?.text == Version.picture
    else { return nil }
    return recipe["photos"]?.list?.compactMap { $0.object?["name"]?.text }
  }
}
