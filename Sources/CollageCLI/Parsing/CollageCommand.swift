internal import ArgumentParser
internal import CollageKit

/// `collage`: the list of commands.
struct CollageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collage",
    abstract: "Combine up to six photos into one finished picture.",
    usage: """
      collage make PHOTO... [options]
      collage PHOTO... [options]
      collage pages PHOTO... -o FILE [options]
      collage prompt [PHOTO...] [options]
      collage find WORD... [options]
      collage pick [FOLDER...] [options]
      collage batch [MANIFEST|-] [options]
      collage next FOLDER... -o FILE [options]
      collage watch FOLDER -o FOLDER [options]
      collage template <show|new> [options]
      collage describe FILE|ID [options]
      collage library <list|show|path|verify|remove|undo> [options]
      collage library <album|manifest|remake|credits|cache> [options]
      collage config [set|unset|edit] [options]
      collage formats [--json]
      collage --generate <man|markdown|complete-bash|...>
      """,
    discussion: """
      'collage PHOTO...' is the same as 'collage make PHOTO...'. It prints the id of the saved \
      collage; 'collage library path ID' prints where it is.
      """,
    version: Version.current,
    subcommands: [
      MakeCommand.self, PagesCommand.self, PromptCommand.self, FindCommand.self, PickCommand.self,
      BatchCommand.self, NextCommand.self, WatchCommand.self, TemplateCommand.self,
      DescribeCommand.self, LibraryCommand.self, ConfigCommand.self, FormatsCommand.self,
    ])
}
