import Testing
import TerminalPictures

@Suite struct TerminalCapabilitiesTests {
  @Test(arguments: [
    (["TERM": "xterm-256color"], nil, true), (["TERM": "xterm", "TMUX": "x"], nil, true),
    (["TERM": "xterm", "ZELLIJ": "0"], nil, false), (["TERM": "screen"], nil, false),
    (["TERM": "dumb"], nil, false), ([:], nil, false), (["TERM": "linux"], nil, false),
    (["TERM": "xterm"], PictureMode.off, false), (["TERM": "xterm"], .ascii, false),
    (["TERM": "xterm"], .kitty, true), (["TERM": "tmux", "TMUX": "x"], .iterm2, true),
  ])
  func `a terminal is asked only where the answer matters and the question is not shown`(
    environment: [String: String], requestedMode: PictureMode?, expected: Bool
  ) {
    #expect(
      TerminalCapabilities(environment: environment, requestedMode: requestedMode).isWorthProbing
        == expected)
  }

  @Test(arguments: [
    ("", TerminalCapabilities.Background?.none), ("15;0", .dark), ("0;15", .light),
    ("0;default;15", .light),
    ("0;7", .light), ("7;8", .dark), ("default;default", nil),
  ])
  func `COLORFGBG tells whether the background is light`(
    value: String, expected: TerminalCapabilities.Background?
  ) {
    #expect(TerminalCapabilities(environment: ["COLORFGBG": value]).background == expected)
  }

  @Test
  func
    `each step of the probe asks at last what every terminal answers, and the first holds no string`()
  {
    #expect(PictureProbe.identity == "\u{1B}[>q" + "\u{1B}[16t" + "\u{1B}[c")
    #expect(PictureProbe.pictures == "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + "\u{1B}[c")
  }

  @Test(arguments: [
    ("tmux 3.3a", TerminalCapabilities.Multiplexer.tmux, false), ("screen 5.0.0", .screen, true),
    ("Zellij(4300)", .zellij, false), ("XTerm(379)", nil, true), ("kitty(0.35.2)", nil, false),
    ("", nil, false),
  ])
  func `a terminal's own name tells of a multiplexer that hides, and what becomes of long rows`(
    version: String, multiplexer: TerminalCapabilities.Multiplexer?, cutsRows: Bool
  ) {
    var facts = TerminalCapabilities(environment: ["TERM": "xterm-256color"])
    facts.identify(version)
    #expect(facts.multiplexer == multiplexer && facts.cutsRows == cutsRows)
  }
}
