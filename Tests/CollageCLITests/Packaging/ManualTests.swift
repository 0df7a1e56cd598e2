import ArgumentParser
import CollageKit
import CollageTerminal
import FoundationEssentials
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import CollageCLI

@Suite(.waiting) struct ManualTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func generate(_ arguments: String...) throws -> Outcome {
    try BuiltProgram.command(["--generate"] + arguments, in: folder).run()
  }

  /// A text as the source of the pages writes it.
  private func source(_ text: String) -> String {
    text.replacing("-", with: "\\-").replacing("'", with: "\\(aq")
  }

  private func page(_ name: String) throws -> ManualPage { try #require(Manual.page(named: name)) }

  @Test(.enabled(if: Installed.program("mandoc") != nil, "needs mandoc"))
  func `mandoc finds nothing to improve in any page`() throws {
    let names = Manual.pages.map(\.fileName)
    for page in Manual.pages {
      try folder.write(Array(page.roff.utf8), to: FilePath(page.fileName))
    }
    let mandoc = try #require(Installed.program("mandoc"))
    let lint = try ChildProcess(mandoc, ["-T", "lint"] + names, in: folder.path).run()
    #expect(lint.output + lint.error == "")
    let shown = try ChildProcess(mandoc, ["-T", "utf8", "collage-make.1"], in: folder.path).run()
      .output
    // Bold letters are written twice.
    #expect(shown.replacing(/.\u{8}/, with: "").contains("collage make *.jpg -o party.png\n"))
  }

  @Test func `there is a page for each command, and the program prints it`() throws {
    let names = try generate("man-pages").output.split(separator: "\n").map(String.init)
    #expect(names.first == "collage.1" && names.last == "collage-manifest.5")
    for name in [
      "make", "prompt", "find", "pick", "batch", "library", "library-list", "library-album-add",
      "formats", "next",
    ] {
      #expect(names.contains("collage-\(name).1"))
    }
    #expect(!names.contains("collage-generate.1"))
    #expect(try generate("man").output == page("collage").roff)
    for name in ["collage-make", "collage-make.1"] {
      #expect(try generate("man", name).output == page("collage-make").roff)
    }
  }

  @Test func `a page that there isn't is refused`() throws {
    let outcome = try generate("man", "nonsense")
    #expect(
      outcome.answer == .failed(64, "there is no manual page 'nonsense'; 'man-pages' lists them"))
    #expect(try generate("complete-zsh", "collage").exitCode == 64)
    #expect(try generate("nonsense").exitCode == 64)
  }

  @Test func `the page of make names every option that help names`() throws {
    let help = try BuiltProgram.run("make", "--help-all", in: folder).output
    let page = try page("collage-make").roff
    let options = help.matches(of: /\n  (?:-., )?--([a-z0-9-]+)/).map { String($0.1) }.filter {
      $0 != "version"
    }
    #expect(options.count > 40)
    for option in options {
      #expect(page.contains("\\fB\(source("--" + option))\\fR"), "\(option)")
    }
  }

  @Test func `the manifest's page names every key`() throws {
    let page = try page("collage-manifest").roff
    let settings = Setting<CollageOptions>.all.map(\.name) + Setting<PhotoOptions>.all.map(\.name)
    for key in ["id", "photos", "output", "album", "tree", "path", "status", "sha256"] + settings {
      #expect(page.contains("\n.TP\n\\fB\(source(key))\\fR\n"), "\(key)")
    }
  }

  @Test func `the prompt's page names every command`() throws {
    let page = try page("collage-prompt").roff
    for command in CommandName.allCases {
      #expect(page.contains("\\fB\(source(command.usage))\\fR"), "\(command)")
    }
  }

  @Test func `the prompt's page names the keys of every screen, as the screens do`() throws {
    let page = try page("collage-prompt").roff
    #expect(page.contains("\n.SH KEYS\n"))
    #expect(KeyTable.all.count == 5)
    for table in KeyTable.all {
      #expect(page.contains("\n.SS \(source(table.title))\n"), "\(table.title)")
      for row in table.rows { #expect(page.contains("\\fB\(source(row.keys))\\fR"), "\(row.keys)") }
    }
  }

  @Test func `every example begins with options that its command takes`() throws {
    for line in Examples.ofPage.values.joined().flatMap(\.lines) + Jobs.all.map(\.command) {
      // What stands in quotes is a word.
      let line = line.replacing(/'([^']*)'/) { $0.1.replacing(" ", with: "-") }
      for command in line.split(separator: "|").filter({ $0.contains("collage ") }) {
        let words =
          command.split(separator: "collage ", maxSplits: 1).last?
          .prefix { $0 != ">" && $0 != ")" }.split(separator: " ").map(String.init) ?? []
        #expect(throws: Never.self, "\(line)") {
          try CommandLineParser.command(CommandLineParser.prepared(words))
        }
      }
    }
    let pages = Set(Manual.pages.map(\.name))
    #expect(Set(Examples.ofPage.keys).subtracting(pages) == [])
  }

  @Test func `the manual in Markdown is the one that the program writes`() throws {
    let path = Fixtures.path(of: "../.github/MANUAL.md")
    let written = String(decoding: try path.readFile(), as: UTF8.self)
    #expect(
      written == Manual.markdown, "write it again with 'collage --generate markdown'")
    #expect(try generate("markdown").output == written)
    for row in ExitStatus.table { #expect(written.contains("| \(row.meaning)")) }
    for setting in Setting<CollageOptions>.all {
      #expect(written.contains("`--\(setting.name)"), "\(setting.name)")
    }
    #expect(
      try #require(written.firstRange(of: "## I want to")).lowerBound
        < #require(written.firstRange(of: "## Contents")).lowerBound)
    // What the chapters of several commands share is in one of them.
    #expect(written.matches(of: /\n\| `--gap <length>`/).count == 1)
    #expect(written.contains("\nAs for 'collage make': "))
  }

  @Test func `program, pages and changelog tell the same version`() throws {
    let version = try BuiltProgram.run("--version", in: folder).output
    #expect(version == Version.current + "\n")
    let title = ".TH COLLAGE 1 \(Version.date) \"collage \(Version.current)\"\n"
    #expect(try page("collage").roff.hasPrefix(title))
    let changes = String(
      decoding: try Fixtures.path(of: "../.github/CHANGELOG.md").readFile(), as: UTF8.self)
    #expect(
      changes.firstMatch(of: /\n## (.*)\n/)?.1 ?? "" == "\(Version.current) (\(Version.date))")
  }
}
