internal import ArgumentParser
internal import CollageKit
internal import PhotoSources

/// `collage library cache`: the photos from the web that are kept.
struct LibraryCacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Print how much the cache of photos from the web holds, or empty it.")

  @Flag(help: "Remove everything from it.")
  var clear = false

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    guard let folder = WebOptions.cacheFolder else {
      throw CommandFailure(.usage, "no cache is known: neither HOME nor XDG_CACHE_HOME is set")
    }
    let usage = try usage(of: WebCache(folder))
    if json {
      return try StandardOutput.answer([
        CacheReport(path: folder.inJSON, photos: usage.files, bytes: usage.size, cleared: clear).json
      ])
    }
    try StandardOutput.answer(["\(clear ? "removed\t" : "")\(usage.files)\t\(usage.size)\t\(folder.displayed)"])
  }

  private func usage(of cache: WebCache) throws(CommandFailure) -> CacheUsage {
    do throws(CacheFault) {
      return clear ? try cache.clear() : try cache.usage()
    } catch {
      throw CommandFailure(.inputOutput, error.description)
    }
  }
}

/// What `library cache --json` prints. With `cleared` the numbers are those of what was removed.
private struct CacheReport: Report {
  let path: String
  let photos: Int
  let bytes: Int
  let cleared: Bool
}
