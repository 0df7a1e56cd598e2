import Testing
import TerminalPictures

@Suite struct PictureModeTests {
  static let rich = ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "en_GB.UTF-8"]

  private func mode(
    _ changes: [String: String], answersKitty: Bool = false, answersSixel: Bool = false
  ) -> PictureMode {
    let environment = Self.rich.merging(changes) { $1 }
    var facts = TerminalCapabilities(environment: environment, answersKitty: answersKitty)
    facts.answersSixel = answersSixel
    return .chosen(for: facts)
  }

  @Test(arguments: [
    ("kitty", PictureMode.kitty), ("placeholders", .kittyPlaceholders), ("iterm2", .iterm2),
    ("sixel", .sixel),
    ("blocks", .blocks24), ("256", .blocks256),
    ("ascii", .ascii), ("off", .off), ("none", nil), ("", nil),
  ])
  func `a mode is known by the user's word`(word: String, mode: PictureMode?) {
    #expect(PictureMode(rawValue: word) == mode)
  }

  @Test(arguments: [
    [:], ["TERM_PROGRAM": "iTerm.app"], ["NO_COLOR": "1"], ["LANG": "C"], ["TERM": "xterm-kitty"],
  ])
  func `a terminal that answers the kitty query gets kitty pictures`(changes: [String: String]) {
    #expect(mode(changes, answersKitty: true) == .kitty)
  }

  @Test(arguments: [
    ["TERM_PROGRAM": "iTerm.app"], ["TERM_PROGRAM": "WezTerm"], ["LC_TERMINAL": "iTerm2"],
    ["TERM_PROGRAM": "WezTerm", "NO_COLOR": "1"],
  ])
  func `a terminal known for inline images gets them without an answer`(changes: [String: String]) {
    #expect(mode(changes) == .iterm2)
  }

  @Test(
    arguments: [
      ["TMUX": "socket,1,0"], ["ZELLIJ": "0"], ["TERM": "tmux-256color"],
      ["TMUX": "x", "TERM": "screen-256color"],
    ], [false, true])
  func `a multiplexer gets no pictures but blocks in true colour`(
    changes: [String: String], answersSixel: Bool
  ) {
    let changes = changes.merging(["TERM_PROGRAM": "WezTerm"]) { $1 }
    #expect(mode(changes, answersSixel: answersSixel) == .blocks24)
  }

  @Test(arguments: [
    ["TMUX": "socket,1,0"], ["TERM": "tmux-256color"], ["TMUX": "x", "NO_COLOR": "1", "LANG": "C"],
  ])
  func `tmux gets placeholders if the terminal around it answers the kitty query`(
    changes: [String: String]
  ) {
    #expect(mode(changes, answersKitty: true) == .kittyPlaceholders)
  }

  @Test func `sixels are better than blocks, and worse than what is not reduced to 256 colours`() {
    #expect(mode([:], answersSixel: true) == .sixel)
    #expect(mode(["NO_COLOR": "1"], answersSixel: true) == .sixel)
    #expect(mode([:], answersKitty: true, answersSixel: true) == .kitty)
    #expect(mode(["TERM_PROGRAM": "WezTerm"], answersSixel: true) == .iterm2)
  }

  @Test(arguments: [["STY": "1.pts-0.host"], ["TERM": "screen.xterm-256color"]])
  func `GNU screen gets 256 colours, whatever the terminal around it promises`(
    changes: [String: String]
  ) {
    #expect(mode(changes, answersKitty: true) == .blocks256)
  }

  @Test(arguments: [
    ("xterm-256color", "truecolor", PictureMode.blocks24), ("xterm", "24bit", .blocks24),
    ("xterm", "TrueColor", .blocks24), ("alacritty", "", .blocks24), ("foot-extra", "", .blocks24),
    ("xterm-ghostty", "", .blocks24), ("xterm-kitty", "", .blocks24),
    ("konsole-direct", "", .blocks24),
    ("xterm-256color", "", .blocks256), ("xterm-256color", "yes", .blocks256),
    ("rxvt-256color", "", .blocks256),
    ("xterm", "", .ascii), ("linux", "", .ascii), ("vt100", "", .ascii), ("football", "", .ascii),
    ("dumb", "truecolor", .off), ("", "truecolor", .off),
  ])
  func `TERM and COLORTERM tell how many colours blocks may have`(
    terminal: String, colours: String, expected: PictureMode
  ) {
    #expect(mode(["TERM": terminal, "COLORTERM": colours]) == expected)
  }

  @Test(arguments: [
    (["NO_COLOR": "1"], PictureMode.ascii), (["NO_COLOR": ""], .blocks24), (["LANG": "C"], .ascii),
    (["LANG": ""], .ascii), (["LC_ALL": "POSIX"], .ascii), (["LC_CTYPE": "de_DE@euro"], .ascii),
    (["LANG": "C", "LC_CTYPE": "C.utf8"], .blocks24),
    (["LC_ALL": "", "LANG": "C.UTF-8"], .blocks24),
  ])
  func `letters are used where colour is unwanted or the locale is not in UTF-8`(
    changes: [String: String], expected: PictureMode
  ) {
    #expect(mode(changes) == expected)
  }

  @Test(arguments: PictureMode.allCases)
  func `a requested mode takes precedence over everything except a dumb terminal`(
    requested: PictureMode
  ) {
    for changes in [[:], ["TMUX": "x"], ["NO_COLOR": "1", "LANG": "C"], ["TERM": "linux"]] {
      let environment = Self.rich.merging(changes) { $1 }
      #expect(
        PictureMode.chosen(
          for: TerminalCapabilities(environment: environment, requestedMode: requested))
          == requested)
    }
    let dumb = TerminalCapabilities(
      environment: ["TERM": "dumb"], requestedMode: requested, answersKitty: true)
    #expect(PictureMode.chosen(for: dumb) == .off)
  }
}
