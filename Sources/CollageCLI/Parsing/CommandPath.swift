internal import ArgumentParser

/// A command of the program and its place in the tree of commands.
struct CommandPath {
  /// The names from the program's on, such as "collage", "library", "list".
  let names: [String]
  let type: any ParsableCommand.Type

  var name: String { type.commandName }

  static let program = CommandPath(
    names: [CollageCommand.commandName], type: CollageCommand.self)

  /// The subcommands that help shows.
  var subcommands: [CommandPath] {
    type.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      .map { CommandPath(names: names + [$0.commandName], type: $0) }
  }

  var subcommandNames: [String] { subcommands.map(\.name) }

  /// This command and all commands below it.
  var all: [CommandPath] { [self] + subcommands.flatMap(\.all) }

  /// The subcommand of this name. Looks at no command behind it: describing one takes time.
  subscript(name: String) -> CommandPath? {
    let match = type.configuration.subcommands.first {
      $0.commandName == name && $0.configuration.shouldDisplay
    }
    return match.map { CommandPath(names: names + [name], type: $0) }
  }

  /// The command that the words begin with; this one if the first names none below it.
  func named(by words: some Sequence<String>) -> CommandPath {
    var command = self
    for word in words {
      guard let next = command[word] else { break }
      command = next
    }
    return command
  }

  /// What to type for help on it.
  var helpCommand: String { names.joined(separator: " ") + " --help" }

  /// What an argument's own function offers for a word: a line for each candidate.
  ///
  /// - Parameters:
  ///   - argument: as the argument parser calls it.
  ///   - words: those between the command and the word.
  func completions(of argument: String, behind words: [String], _ word: String) -> [Substring] {
    let request =
      ["---completion"] + names.dropFirst() + ["--", argument, "\(words.count)", "\(word.count)"]
    do {
      _ = try CollageCommand.parseAsRoot(request + words + [word])
      return []
    } catch {
      return CollageCommand.fullMessage(for: error).split(separator: "\n")
    }
  }
}

extension ParsableCommand {
  /// The name as it is typed.
  static var commandName: String {
    guard let name = configuration.commandName else {
      preconditionFailure("\(Self.self) has no name")
    }
    return name
  }
}
