internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

extension SearchWords {
  /// Those that stand for themselves, and the beginnings of the others.
  static let completion = CompletionKind.list(
    table.flatMap(\.words).dropFirst().filter { !$0.hasPrefix("-") }.map { word -> String in
      word.contains(":") ? word.prefix { $0 != ":" } + ":" : word
    }.uniqued())
}
