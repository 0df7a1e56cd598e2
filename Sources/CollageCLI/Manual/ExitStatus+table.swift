internal import CollageTerminal
internal import Glibc

extension ExitStatus {
  /// When the program ends how, as manual pages and the README tell it.
  static let table: [(statuses: [ExitStatus], meaning: String)] = [
    ([.done], "it is done"),
    (
      [.someFailed],
      "`batch`, `library remake`, `library manifest`: some failed; `find`: nothing was found"
    ),
    ([.usage], "the command line is wrong, or a rule refuses the photos"),
    ([.data], "a photo, a font or a saved collage is damaged, unsupported or beyond a limit"),
    ([.noInput], "a photo, collage, album, folder or font is missing or may not be read"),
    (
      [.noHost, .unavailable, .temporaryFailure],
      "the web: no such host; unavailable; timed out (69 also: what draws text is missing; 75: the trash is in use)"
    ),
    ([.protocolViolation, .noPermission], "the web: certificate or protocol; not allowed"),
    ([.cannotCreate], "the output can't be created, or would replace something that is not ours"),
    (
      [.inputOutput], "reading or writing failed, or there are too few threads or too little memory"
    ),
    (
      [.signalled(SIGHUP), .signalled(SIGINT), .signalled(SIGTERM)],
      "the terminal was closed; interrupted (`pick`: left with Esc); terminated"
    ),
  ]
}
