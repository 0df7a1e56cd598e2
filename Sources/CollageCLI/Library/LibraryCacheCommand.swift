internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import PhotoSources

/// `collage library cache`: the cached photos from the web.
struct LibraryCacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Print the size of the cache for photos from the web, or empty it.")

  @Flag(help: "Empty the cache.")
  var clear = false

  @Flag(help: "Print a JSON object.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    guard let folder = WebOptions.cacheFolder else {
      throw CommandFailure(
        .usage,
        "there is no cache folder: neither HOME nor XDG_CACHE_HOME is set, and the user has no "
          + "home folder"
      )
    }
    let cache = WebCache(folder)
    let usage = try clear ? cache.clear() : cache.usage()
    // With `cleared`, the numbers are of what was removed.
    let report: Report = [
      "path": folder.inJSON, "photos": usage.files, "bytes": usage.size, "cleared": clear,
    ]
    let row = "\(clear ? "removed\t" : "")\(usage.files)\t\(usage.size)\t\(folder.displayed)"
    try StandardOutput.answer([json ? report.json : row])
  }
}
