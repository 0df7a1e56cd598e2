internal import CollageTerminal
internal import Glibc

extension ExitStatus {
  /// When the program ends how, as the manual tells it.
  static let table: [(statuses: [ExitStatus], meaning: String)] = [
    ([.done], "success"),
    (
      [.someFailed],
      "batch, library remake, library manifest: some jobs failed; find, next, library list: "
        + "nothing found; describe: there is no description"
    ),
    ([.usage], "the command line is wrong, or a rule refuses the photos"),
    ([.data], "a photo, font or saved collage is damaged, unsupported or over a limit"),
    ([.noInput], "a photo, collage, album, folder or font is missing or unreadable"),
    (
      [.noHost, .unavailable, .temporaryFailure],
      "the web: host not found; unavailable; timed out (69 also: text can't be drawn here; 75: the "
        + "trash is in use)"
    ),
    (
      [.protocolViolation, .noPermission],
      "the web: certificate or protocol error; forbidden (77 also: the sandbox lacks a protection "
        + "that is required)"
    ),
    (
      [.cannotCreate],
      "the output can't be created, or would replace a file that collage didn't make"
    ),
    ([.configuration], "a file of the user's own defaults or looks is wrong"),
    ([.inputOutput], "reading or writing failed, or memory or threads ran out"),
    (
      [.signalled(SIGHUP), .signalled(SIGINT), .signalled(SIGTERM)],
      "the terminal was closed; interrupted (pick: cancelled with Esc); terminated"
    ),
  ]
}
