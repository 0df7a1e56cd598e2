internal import CollageTerminal

/// Help on the whole program, on one screen: examples first, at the end the topics.
enum ProgramHelp {
  private static let examples = """
    EXAMPLES:
      collage a.jpg b.jpg c.png d.jpg                    save it in the library
      collage make ~/Pictures/Rome --best 6 -o rome.jpg  the six best of a folder
      collage                                            choose with a preview

    USAGE: collage PHOTO... [options]
           collage COMMAND [options]
           collage --generate <man|markdown|complete-bash|...>
    """

  /// - Parameter whole: the argument parser's help, with a line of usage for each command.
  static func text(_ whole: String) -> String {
    guard let usage = whole.firstRange(of: "USAGE: "),
      let options = whole[usage.upperBound...].firstRange(of: "\n\n")
    else { return whole }
    let topics = HelpSubject.rows(
      HelpTopics.names.joined(separator: ", ") + ".", indent: 2, following: 2)
    return """
      \(whole[..<usage.lowerBound])\(examples)\(whole[options.lowerBound...])
        See 'collage help gap' for one option, and 'collage help TOPIC' for a topic:
      \(topics.joined(separator: "\n"))
      """
  }
}
