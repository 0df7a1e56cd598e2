/// What is known about a terminal and its user's photoOptions before the first picture.
package struct TerminalCapabilities: Hashable, Sendable {
  /// Programs that show several terminals inside one, and pass no pictures on.
  package enum Multiplexer: Hashable, Sendable {
    case tmux
    case screen
    case zellij
  }

  /// What is behind the text.
  package enum Background: Hashable, Sendable {
    case dark
    case light
  }

  /// The terminal's type, `TERM`; empty when it isn't set.
  package var terminal: String
  /// `TERM_PROGRAM`, or empty.
  package var program: String
  /// `COLORTERM` says `truecolor` or `24bit`.
  package var claimsTrueColour: Bool
  /// The locale's characters are in UTF-8.
  package var isUTF8: Bool
  /// `NO_COLOR` is set and not empty.
  package var isColourUnwanted: Bool
  package var multiplexer: Multiplexer?
  /// From `COLORFGBG`; dark when that says nothing.
  package var background: Background
  /// The mode that the user asked for; nil to choose.
  package var requestedMode: PictureMode?
  /// The terminal answered the probe as one that has the kitty graphics protocol.
  package var answersKitty: Bool

  /// The terminal cuts off rows that are too long for a narrower window, where others wrap them anew.
  package var cutsRows: Bool

  /// The facts that environment variables tell.
  package init(environment: [String: String], requestedMode: PictureMode? = nil, answersKitty: Bool = false) {
    func value(_ name: String) -> String { environment[name] ?? "" }
    terminal = value("TERM")
    // Unlike TERM_PROGRAM, LC_TERMINAL comes along over SSH.
    program = value("LC_TERMINAL") == "iTerm2" ? "iTerm.app" : value("TERM_PROGRAM")
    claimsTrueColour = ["truecolor", "24bit"].contains(value("COLORTERM").lowercased())
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(value).first { !$0.isEmpty } ?? ""
    isUTF8 = ["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
    isColourUnwanted = !value("NO_COLOR").isEmpty
    multiplexer =
      if !value("TMUX").isEmpty {
        .tmux
      } else if !value("ZELLIJ").isEmpty {
        .zellij
      } else if !value("STY").isEmpty {
        .screen
      } else if terminal.hasPrefix("tmux") {
        .tmux
      } else if terminal.hasPrefix("screen") {
        // Over SSH only TERM tells; tmux uses this name as well.
        .screen
      } else {
        nil
      }
    // The last number is the background's: 7 and the bright colours from 9 are light.
    let behind = value("COLORFGBG").split(separator: ";").last.flatMap { Int($0) } ?? 0
    background = behind == 7 || behind > 8 ? .light : .dark
    cutsRows = multiplexer == .screen || terminal == "linux" || (multiplexer == nil && !value("XTERM_VERSION").isEmpty)
    self.requestedMode = requestedMode
    self.answersKitty = answersKitty
  }

  /// The terminal can't move its cursor; one of unknown type counts as such.
  package var isDumb: Bool { terminal.isEmpty || terminal == "dumb" }

  /// Takes in what the terminal says of itself, such as "tmux 3.3a" or "XTerm(379)".
  package mutating func identify(_ version: String) {
    let name = version.lowercased()
    if name.hasPrefix("tmux") { multiplexer = .tmux }
    if name.hasPrefix("screen") || name.hasPrefix("gnu screen") { multiplexer = .screen }
    if name.hasPrefix("zellij") { multiplexer = .zellij }
    cutsRows = name.hasPrefix("xterm") || multiplexer == .screen
  }

  /// Whether the answers to `PictureProbe` may matter, and asking leaves nothing on the screen.
  package var isWorthProbing: Bool {
    // The console of older Linux kernels prints the query.
    if isDumb || terminal == "linux" { return false }
    return switch requestedMode {
    case .kitty, .iterm2: true
    case .blocks24, .blocks256, .ascii, .off: false
    case nil: multiplexer == nil
    }
  }

  var showsInlineImages: Bool { ["iTerm.app", "WezTerm", "mintty"].contains(program) }

  /// GNU screen before 5.0 misreads true colour, and hands `COLORTERM` down from the terminal around it.
  var hasTrueColour: Bool {
    multiplexer != .screen && (claimsTrueColour || hasTrueColourName)
  }

  var hasPalette: Bool { terminal.contains("256color") || claimsTrueColour || hasTrueColourName }

  private var hasTrueColourName: Bool {
    let names = [
      "alacritty", "contour", "foot", "ghostty", "iterm2", "kitty", "konsole", "rio", "vte", "wezterm",
    ]
    let name = terminal.hasPrefix("xterm-") ? terminal.dropFirst("xterm-".count) : terminal[...]
    return terminal.hasSuffix("-direct")
      || names.contains { known in name == known || name.hasPrefix(known + "-") }
  }
}
