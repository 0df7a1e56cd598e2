import ArgumentParser
import ProgramTestSupport
import TestSupport
import Testing

@testable import CollageCLI

/// What the argument parser does that `CommandLineParser` works around. A test that fails here with
/// a newer parser names a workaround that may go.
struct ParserTests {
  /// What the parser alone says of arguments; nil if it takes them.
  private func answer(
    _ arguments: String..., of command: any ParsableCommand.Type = CollageCommand.self
  ) -> Answer? {
    do {
      var parsed = try command.parseAsRoot(arguments)
      // Only the parser's own commands are left; these fail with what they print.
      if "\(type(of: parsed))" == "HelpCommand" { try parsed.run() }
      return nil
    } catch {
      return Answer(
        message: command.message(for: error), whole: command.fullMessage(for: error),
        isError: command.exitCode(for: error) != .success)
    }
  }

  private struct Answer {
    let message: String
    let whole: String
    let isError: Bool
  }

  @Test func `the first word is a command, and help ignores words that aren't`() throws {
    #expect(answer("a.jpg")?.message == "Unexpected argument 'a.jpg'")
    #expect(try CollageCommand.parseAsRoot([]) is CollageCommand)
    let help = try #require(answer("help", "nonsense"))
    #expect(!help.isError && help.message == answer("help")?.message)
    #expect(answer("library", "lst")?.message == "Unexpected argument 'lst'")
    #expect(answer("library", "rm")?.message == "Unexpected argument 'rm'")
  }

  @Test func `no command is named like an option`() {
    struct Generate: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "--generate")
    }
    struct Root: ParsableCommand {
      static let configuration = CommandConfiguration(subcommands: [Generate.self])
    }
    #expect(answer("--generate", of: Root.self)?.isError == true)
  }

  @Test func `an equals sign and a mark are one character`() throws {
    let title = "--title=\u{301}a"
    #expect(answer("make", title, "1.jpg")?.isError == true)
    let arguments = try CommandLineParser.prepared(["make", title, "1.jpg"])
    #expect(arguments == ["make", "--title", "\u{301}a", "1.jpg"])
    #expect(throws: Never.self) { try CommandLineParser.command(arguments) }
  }

  @Test func `a word that begins with a hyphen is an option`() throws {
    #expect(answer("find", "rome", "-film")?.isError == true)
    let arguments = try CommandLineParser.prepared(["find", "-film", "rome", "-0"])
    let command = try #require(try CommandLineParser.command(arguments) as? FindCommand)
    #expect(command.words == ["rome", "-film"])
    #expect(command.isNullTerminated)
  }

  @Test func `every command has two options for tools`() {
    #expect(answer("make", "--experimental-dump-help")?.isError == false)
    // Where a value belongs, too.
    #expect(
      answer("make", "--title", "--generate-completion-script=nosuch")?.message
        .contains("completion scripts for 'nosuch'") == true)
  }

  @Test func `unknown options of any length are compared with all others`() {
    struct LongOption: ParsableCommand {
      static let name = String(repeating: "a", count: 1000)
      @Flag(name: .customLong(name)) var isLong = false
    }
    let unknown = "--\(LongOption.name)b"
    #expect(
      answer(unknown, of: LongOption.self)?.message
        == "Unknown option '\(unknown)'. Did you mean '--\(LongOption.name)'?")
  }

  @Test func `an option is suggested only by its spelling`() {
    #expect(answer("make", "--paper", "A4")?.message.contains("--canvas") == false)
    #expect(answer("make", "--canva", "A4")?.message.contains("--canvas") == true)
  }

  private enum Few: String, CaseIterable, ExpressibleByArgument { case one, two, three }

  private enum Many: String, CaseIterable, ExpressibleByArgument {
    case one, two, three, four, five, six
  }

  private struct Values: ParsableCommand {
    @Option var few: Few?
    @Option var many: Many?
    @Option var number: Int?
  }

  @Test func `errors take several lines, end in different ways and quote words whole`() throws {
    let many = try #require(answer("--many", "x", of: Values.self))
    #expect(many.message.contains("one of the following:\n  - one\n  - two\n"))
    #expect(answer("--few", "x", of: Values.self)?.message.hasSuffix("'two' or 'three'.") == true)
    #expect(
      answer("--number", "", of: Values.self)?.message
        == "The value '' is invalid for '--number <number>'")
    let long = String(repeating: "x", count: 1000) + "\ny"
    #expect(answer("--number", long, of: Values.self)?.message.contains(long) == true)
    // The command whose help is named there is nowhere else.
    #expect(many.whole.hasSuffix("See 'values --help' for more information."))
    #expect(many.message.contains("--help") == false)
  }

  @Test func `candidates that are computed are known only to the parser's own scripts`() throws {
    let path = CommandPath.program.named(by: ["library", "show"])
    let description = CommandDescription(path.type)
    let id = try #require(description.arguments.first { $0.kind == .positional })
    #expect(id.completionKind == .custom)
    #expect(description.completionName(of: id) == "positional@0")
    #expect(answer("---completion", "library", "show", "--", "positional@0", "0", "0") != nil)
  }

  @Test func `help shows options without a heading last`() throws {
    struct Group: ParsableArguments {
      @Flag(help: "Titled.") var titled = false
    }
    struct Sections: ParsableCommand {
      @Flag(help: "Untitled.") var untitled = false
      @OptionGroup(title: "Group") var group: Group
    }
    let help = Sections.helpMessage()
    let titled = try #require(help.firstRange(of: "\n  --titled"))
    let untitled = try #require(help.firstRange(of: "\n  --untitled"))
    #expect(titled.lowerBound < untitled.lowerBound)
    let sections = CommandDescription.sections(of: CommandDescription(Sections.self).arguments)
    #expect(sections.map(\.title) == [nil, "Group"])
  }

  private struct Listed: ParsableArguments {
    let options = [Option<String?>(name: .customLong("listed"))]

    init() {}
    init(from decoder: any Decoder) throws {}
  }

  private struct Mirrored: ParsableArguments, CustomReflectable {
    var customMirror: Mirror {
      Mirror(self, children: ["mirrored": Option<String?>(name: .customLong("mirrored"))])
    }

    private enum CodingKeys: CodingKey { case mirrored }

    init() {}
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: CodingKeys.self)
    }
  }

  @Test func `only options that are properties are found`() {
    struct Listing: ParsableCommand {
      @OptionGroup var listed: Listed
      @OptionGroup var mirrored: Mirrored
    }
    let help = Listing.helpMessage()
    #expect(help.contains("--mirrored") && !help.contains("--listed"))
  }
}
