/// What is known about a terminal and its user's preferences before the first picture.
package struct TerminalCapabilities: Hashable, Sendable {
  /// Programs that run several terminals inside one. They don't pass pictures through, except for
  /// tmux if it is configured to.
  package enum Multiplexer: Hashable, Sendable {
    case tmux
    case screen
    case zellij
  }

  /// The brightness of the background.
  package enum Background: Hashable, Sendable {
    case dark
    case light
  }

  /// The terminal's type, `TERM`; empty when it isn't set.
  package var terminal: String
  /// `TERM_PROGRAM`, or empty.
  package var program: String
  /// Whether `COLORTERM` is `truecolor` or `24bit`.
  package var claimsTrueColour: Bool
  /// Whether the locale uses UTF-8.
  package var isUTF8: Bool
  /// Whether `NO_COLOR` is set and not empty.
  package var isColourUnwanted: Bool
  package var multiplexer: Multiplexer?
  /// What the terminal has answered, or else what `COLORFGBG` says; nil if neither is known.
  package var background: Background?
  /// Whether the terminal is on another machine, behind SSH.
  package var isRemote: Bool
  /// The mode that the user requested; nil to choose automatically.
  package var requestedMode: PictureMode?
  /// Whether the terminal answered the probe with support for the kitty graphics protocol; inside
  /// tmux, whether the terminal around it did, through tmux.
  package var answersKitty: Bool
  /// Whether the terminal reports that it shows sixels.
  package var answersSixel = false
  /// Whether the terminal around tmux is known to replace placeholders by pictures; of those with
  /// the kitty graphics protocol, only few do.
  package var outerShowsPlaceholders: Bool

  /// Whether the terminal cuts off rows that don't fit a narrower window; others wrap them.
  package var cutsRows: Bool

  /// Reads the capabilities from environment variables.
  package init(
    environment: [String: String], requestedMode: PictureMode? = nil, answersKitty: Bool = false
  ) {
    func value(_ name: String) -> String { environment[name] ?? "" }
    terminal = value("TERM")
    // Unlike TERM_PROGRAM, LC_TERMINAL is passed on over SSH.
    program = value("LC_TERMINAL") == "iTerm2" ? "iTerm.app" : value("TERM_PROGRAM")
    claimsTrueColour = ["truecolor", "24bit"].contains(value("COLORTERM").lowercased())
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(value).first { !$0.isEmpty } ?? ""
    isUTF8 = ["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
    isColourUnwanted = !value("NO_COLOR").isEmpty
    // Over SSH only TERM is available; tmux uses the name of screen as well.
    let signs: [(isThere: Bool, Multiplexer)] = [
      (!value("TMUX").isEmpty, .tmux), (!value("ZELLIJ").isEmpty, .zellij),
      (!value("STY").isEmpty, .screen),
      (terminal.hasPrefix("tmux"), .tmux), (terminal.hasPrefix("screen"), .screen),
    ]
    multiplexer = signs.first(where: \.isThere)?.1
    // The last number is the background's colour: 7 and those from 9 on are light.
    let backgroundIndex = value("COLORFGBG").split(separator: ";").last.flatMap { Int($0) }
    background = backgroundIndex.map { $0 == 7 || $0 > 8 ? .light : .dark }
    isRemote = ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].contains { !value($0).isEmpty }
    cutsRows =
      multiplexer == .screen || terminal == "linux"
      || (multiplexer == nil && !value("XTERM_VERSION").isEmpty)
    outerShowsPlaceholders =
      !value("KITTY_WINDOW_ID").isEmpty || !value("GHOSTTY_RESOURCES_DIR").isEmpty
      || program == "ghostty"
    self.requestedMode = requestedMode
    self.answersKitty = answersKitty
  }

  /// Whether the terminal can't move its cursor; true if its type is unknown.
  package var isDumb: Bool { terminal.isEmpty || terminal == "dumb" }

  /// Updates the capabilities from the terminal's name and version, such as "tmux 3.3a" or
  /// "XTerm(379)".
  ///
  /// Inside tmux, any other name is that of the terminal around it.
  package mutating func identify(_ version: String) {
    let name = version.lowercased()
    if multiplexer == .tmux, !name.hasPrefix("tmux") {
      outerShowsPlaceholders = name.hasPrefix("kitty") || name.hasPrefix("ghostty")
      return
    }
    if name.hasPrefix("tmux") { multiplexer = .tmux }
    if name.hasPrefix("screen") || name.hasPrefix("gnu screen") { multiplexer = .screen }
    if name.hasPrefix("zellij") { multiplexer = .zellij }
    cutsRows = name.hasPrefix("xterm") || multiplexer == .screen
  }

  /// Whether queries leave nothing on the screen. The console of older Linux kernels prints them.
  package var understandsQueries: Bool { !isDumb && terminal != "linux" }

  /// Whether asking about pictures can change anything.
  package var isWorthProbing: Bool {
    if !understandsQueries { return false }
    return switch requestedMode {
    case .kitty, .kittyPlaceholders, .iterm2, .sixel: true
    case .blocks24, .blocks256, .ascii, .off: false
    case nil: multiplexer == nil || multiplexer == .tmux
    }
  }

  var showsInlineImages: Bool { ["iTerm.app", "WezTerm", "mintty"].contains(program) }

  /// GNU screen before 5.0 misinterprets true colour and passes on `COLORTERM` from the terminal
  /// around it.
  var hasTrueColour: Bool {
    multiplexer != .screen && (claimsTrueColour || hasTrueColourName)
  }

  var hasPalette: Bool { terminal.contains("256color") || claimsTrueColour || hasTrueColourName }

  private var hasTrueColourName: Bool {
    let names = [
      "alacritty", "contour", "foot", "ghostty", "iterm2", "kitty", "konsole", "rio", "vte",
      "wezterm",
    ]
    let name = terminal.hasPrefix("xterm-") ? terminal.dropFirst("xterm-".count) : terminal[...]
    return terminal.hasSuffix("-direct")
      || names.contains { known in name == known || name.hasPrefix(known + "-") }
  }
}
