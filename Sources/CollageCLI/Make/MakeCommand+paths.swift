internal import ArgumentParser

extension MakeCommand {
  /// The command that these arguments are, if they are its name, paths, and no more than the
  /// options that most people use; nil for any others, and for wrong ones. The argument parser
  /// takes longer for all of this command's options than encoding the collage takes.
  init?(pathsAlone arguments: [String]) {
    guard arguments.first == Self.configuration.commandName else { return nil }
    var words = arguments.dropFirst()
    var paths: [RawPath] = []
    var file: RawPath?
    var flags = Set<String>()
    while let word = words.popFirst() {
      if Self.usualFlags.contains(word) {
        guard flags.insert(word).inserted else { return nil }
      } else if Self.outputNames.contains(word) {
        guard file == nil, let name = words.popFirst().flatMap(Self.path) else { return nil }
        file = name
      } else {
        guard let path = Self.path(word) else { return nil }
        paths.append(path)
      }
    }
    self.init()
    photos = PhotoArguments()
    photos.photos = paths
    photos.lineFile = nil
    photos.listFile = nil
    choice = .unused
    output = OutputOptions()
    output.output = file
    output.library = .unused
    output.album = nil
    output.force = flags.contains("--force")
    collage = .unused
    places = .unused
    web = .unused
    json = flags.contains("--json")
    quiet = flags.contains("--quiet")
    dryRun = flags.contains("--dry-run")
    explain = flags.contains("--explain")
    alternatives = nil
    // The parser says what is wrong.
    guard (try? validate()) != nil else { return nil }
  }

  private static let usualFlags: Set = ["--force", "--json", "--quiet", "--dry-run", "--explain"]
  private static let outputNames: Set = ["-o", "--output"]

  /// A word that can only be meant as a path: others may be the second word of a value, or one that
  /// needs advice.
  private static func path(_ word: String) -> RawPath? {
    guard word.utf8.first != UInt8(ascii: "-"), word.contains(where: { $0 == "." || $0 == "/" })
    else { return nil }
    return RawPath(argument: word)
  }
}
