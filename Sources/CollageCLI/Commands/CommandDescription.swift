internal import ArgumentParser
internal import FoundationEssentials

/// The arguments of a command as the argument parser describes them, for manual pages and
/// completion.
struct CommandDescription: Decodable {
  struct Argument: Decodable, Hashable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable, Hashable {
      enum Kind: String, Decodable { case long, short, longWithSingleDash }

      let kind: Kind
      let name: String

      /// The name with its dashes.
      var text: String { (kind == .long ? "--" : "-") + name }
    }

    enum Completion: Decodable, Hashable {
      case list(values: [String])
      case file(extensions: [String])
      case directory
      case custom
    }

    let kind: Kind
    let shouldDisplay: Bool
    /// The heading under which help shows it; nil for the usual one.
    let sectionTitle: String?
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let completionKind: Completion?
    let abstract: String?

    /// The names as they are typed, short ones first.
    var options: [String] {
      (names ?? []).filter { $0.kind != .long }.map(\.text)
        + (names ?? []).filter { $0.kind == .long }.map(\.text)
    }
  }

  /// In the order of their declaration.
  let arguments: [Argument]

  init(_ type: any ParsableCommand.Type) {
    struct Dump: Decodable {
      struct Command: Decodable { let arguments: [Argument]? }
      let command: Command
    }
    do {
      let dump = try JSONDecoder().decode(Dump.self, from: Data(type._dumpHelp().utf8))
      arguments = (dump.command.arguments ?? []).filter(\.shouldDisplay)
    } catch {
      preconditionFailure("the argument parser describes its arguments otherwise: \(error)")
    }
  }
}

/// A command of the program and its place in the tree of commands.
struct CommandPath {
  /// The names from the program's on, such as "collage", "library", "list".
  let names: [String]
  let type: any ParsableCommand.Type

  static let program = CommandPath(names: ["collage"], type: CollageCommand.self)

  /// The subcommands that help shows.
  var subcommands: [CommandPath] {
    type.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      .map {
        CommandPath(names: names + [$0.configuration.commandName ?? $0._commandName], type: $0)
      }
  }

  /// This command and all commands below it.
  var all: [CommandPath] { [self] + subcommands.flatMap(\.all) }
}
