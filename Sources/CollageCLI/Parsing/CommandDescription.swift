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
    var names: [Name]?
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

  /// Arguments under one heading.
  struct Section {
    /// Nil if there is none.
    let title: String?
    let arguments: [Argument]
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

  /// Arguments without those that only negate another one, such as `--no-trim`, of whose name the
  /// other's names have both.
  static func joiningPairs(_ arguments: [Argument]) -> [Argument] {
    let negated = Set(arguments.flatMap(\.options).filter { $0.hasPrefix("--no-") })
    func negation(of argument: Argument) -> String? {
      argument.options.map { "--no-" + $0.drop { $0 == "-" } }.first(where: negated.contains)
    }
    let joined = Set(arguments.compactMap(negation))
    return arguments.filter { !joined.contains($0.options.last ?? "") }.map { argument in
      guard argument.kind == .flag, let other = negation(of: argument) else { return argument }
      var argument = argument
      argument.names?.append(Argument.Name(kind: .long, name: String(other.dropFirst(2))))
      return argument
    }
  }

  /// The arguments under their headings, first those that have none.
  static func sections(of arguments: [Argument]) -> [Section] {
    var titles: [String?] = [nil]
    for argument in arguments where !titles.contains(argument.sectionTitle) {
      titles.append(argument.sectionTitle)
    }
    return titles.map { title in
      Section(title: title, arguments: arguments.filter { $0.sectionTitle == title })
    }
    .filter { !$0.arguments.isEmpty }
  }

  /// The name by which the argument parser is asked for an argument's completions.
  func completionName(of argument: Argument) -> String {
    let positionals = arguments.filter { $0.kind == .positional }
    let place = positionals.firstIndex { $0.valueName == argument.valueName } ?? 0
    return argument.options.last ?? "positional@\(place)"
  }
}
