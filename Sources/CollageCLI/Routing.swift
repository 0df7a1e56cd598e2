internal import CollageKit
internal import SystemPackage

/// Decides what `collage WORD…` means when the first word is no command.
enum Routing {
  private static let commands = ["make", "library", "help"]
  private static let programOptions = ["--help", "-h", "--version", "--help-hidden"]

  /// The arguments with the command in front. Photos without a command are made into a collage.
  static func route(_ arguments: [String]) -> [String] {
    guard let first = arguments.first else { return ["make"] }
    if commands.contains(first) || programOptions.contains(first) || first.hasPrefix("--generate-completion-script")
      || first.hasPrefix("--experimental-dump-help")
    {
      return arguments
    }
    if let command = mistyped(first) {
      Messages.error(["no command and no file '\(first.displayedRaw)'; did you mean '\(command)'?"])
      ExitStatus.usage.exit()
    }
    return ["make"] + arguments
  }

  /// The command that a word without a file behind it is nearest to: at most two letters differ.
  private static func mistyped(_ word: String) -> String? {
    guard !word.hasPrefix("-"), !word.contains("."), !word.contains("/"),
      (try? Stat(FilePath(bytes: RawText.bytes(of: word)), followTargetSymlink: false)) == nil
    else { return nil }
    return commands.map { ($0, distance($0, word)) }.filter { $0.1 <= 2 }.min { $0.1 < $1.1 }?.0
  }

  /// How many letters must be changed, added or left out to turn one word into the other.
  private static func distance(_ first: String, _ second: String) -> Int {
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[second.count]
  }
}
