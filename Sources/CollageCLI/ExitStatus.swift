internal import CollageKit
internal import Glibc
internal import PhotoCodecs
internal import PhotoSources
internal import SystemPackage

/// How the program ends; the numbers are those of sysexits.h.
enum ExitStatus: Hashable {
  case done
  /// The command line is wrong, or a rule refuses.
  case usage
  /// A photo or an asset is damaged, unsupported or beyond a limit.
  case data
  /// A photo or an asset is missing or may not be read.
  case noInput
  /// There is no such host.
  case noHost
  /// A server can't be used now, or a library is missing.
  case unavailable
  /// The output can't be created, or would overwrite something that isn't ours.
  case cannotCreate
  /// Reading or writing failed.
  case inputOutput
  /// It may work later.
  case temporaryFailure
  /// A server doesn't keep to the rules, or can't be trusted.
  case protocolViolation
  /// A server, or a rule for addresses, doesn't allow it.
  case noPermission
  /// Some jobs of a batch failed, each with its own code in its result.
  case someFailed
  /// A search found nothing.
  case nothingFound
  /// A signal ended the work.
  case signalled(Int32)

  var code: Int32 {
    switch self {
    case .done: 0
    case .usage: 64
    case .data: 65
    case .noInput: 66
    case .noHost: 68
    case .unavailable: 69
    case .cannotCreate: 73
    case .inputOutput: 74
    case .temporaryFailure: 75
    case .protocolViolation: 76
    case .noPermission: 77
    case .someFailed, .nothingFound: 1
    case .signalled(let signal): 128 + signal
    }
  }
}

extension ExitStatus {
  /// When the program ends how, as manual pages and the README tell it.
  static let table: [(statuses: [ExitStatus], meaning: String)] = [
    ([.done], "it is done"),
    ([.someFailed], "`batch`: some jobs failed; `find`: nothing was found"),
    ([.usage], "the command line is wrong, or a rule refuses the photos"),
    ([.data], "a photo or a saved collage is damaged, unsupported or beyond a limit"),
    ([.noInput], "a photo, a collage or a folder is missing or may not be read"),
    (
      [.noHost, .unavailable, .temporaryFailure],
      "the web: no such host; unavailable; timed out (75 also: the trash is in use)"
    ),
    ([.protocolViolation, .noPermission], "the web: certificate or protocol; not allowed"),
    ([.cannotCreate], "the output can't be created, or would replace something that is not ours"),
    ([.inputOutput], "reading or writing failed, or there are too few threads or too little memory"),
    ([.signalled(SIGINT), .signalled(SIGTERM)], "interrupted (`pick`: left with Esc); terminated"),
  ]
}

/// A command's failure: the messages for the user, one per line, and the exit status.
struct CommandFailure: Error {
  let status: ExitStatus
  let messages: [String]

  init(_ status: ExitStatus, _ messages: [String]) {
    self.status = status
    self.messages = messages
  }

  init(_ status: ExitStatus, _ message: String) { self.init(status, [message]) }

  init(_ error: some CommandError) { self = error.failure }

  init(_ error: WebSearchError, of service: String) {
    self.init(ExitStatus(error), WebSearchTexts.failure(error, of: service))
  }
}

/// An error with which a command can end.
protocol CommandError: Error {
  var failure: CommandFailure { get }
}

extension CommandFailure: CommandError {
  var failure: CommandFailure { self }
}

extension CollageError: CommandError {
  var failure: CommandFailure {
    if case .refused(let refusal) = self {
      return CommandFailure(ExitStatus(self), refusal.description + refusal.bypassHint)
    }
    return CommandFailure(ExitStatus(self), messages(.commandLine))
  }
}

extension LibraryError: CommandError {
  var failure: CommandFailure { CommandFailure(ExitStatus(self), description) }
}

extension ReopeningError: CommandError {
  var failure: CommandFailure {
    switch self {
    case .library(let error): error.failure
    case .noRecipe(let path):
      CommandFailure(
        .data,
        "\(path.displayed): it holds no recipe; give a collage that no other program has changed since it was saved")
    case .collage(let error): error.failure
    }
  }
}

extension Refusal {
  /// Advice to use the option that lifts a rule; empty where there is none.
  fileprivate var bypassHint: String {
    switch rule {
    case .atMost: ", or raise it with --max"
    case .evenCountToSave: ", or give --any-count"
    default: ""
    }
  }
}

extension ExitStatus {
  init(_ error: CollageError) {
    self =
      switch error {
      case .refused, .canvasTooSmall, .canvasTooLarge, .longSideTooLarge, .canvasNeedsMemory, .noSuchLayout,
        .otherPhotosInLayout,
        .transparentJPEG:
        .usage
      case .photos(let errors): ExitStatus(errors[0].cause)
      case .text(let error): ExitStatus(error)
      case .writing(let error): ExitStatus(error)
      case .outOfMemory: .inputOutput
      case .cancelled: .signalled(SIGINT)
      }
  }

  private init(_ error: TextError) {
    self =
      switch error {
      case .noFont, .otherFonts, .unreadableFont, .noFonts, .noGlyph: .noInput
      case .noFontconfig: .unavailable
      case .worker(let failure, _): failure.isOfInstallation ? .unavailable : failure.isOfSystem ? .inputOutput : .data
      }
  }

  init(_ error: LibraryError) {
    self =
      switch error {
      case .unknown, .missing, .notAllowed, .noAlbum, .notInAlbum, .nothingToUndo: .noInput
      case .noTrash(_, .failed(let path, let errno)): ExitStatus(LibraryError.cannotWrite(path, errno))
      case .ambiguous: .usage
      case .noRecipe, .unknownRecipe, .damagedAlbum: .data
      case .notOurs, .cannotRemove, .notAnAlbum, .albumExists, .foreignInAlbum, .noTrash, .wouldReplace,
        .cannotWrite(_, .permissionDenied), .cannotWrite(_, .notPermitted), .cannotWrite(_, .readOnlyFileSystem),
        .cannotWrite(_, .notDirectory), .cannotWrite(_, .fileNameTooLong):
        .cannotCreate
      case .failed, .changed, .notDurable, .cannotWrite, .changeNotDurable: .inputOutput
      case .busy: .temporaryFailure
      case .notInAlbums(_, let error): ExitStatus(error)
      case .cancelled: .signalled(SIGINT)
      }
  }

  private init(_ cause: PhotoError.Cause) {
    self =
      switch cause {
      // Here the path itself is wrong.
      case .file(.failed(.tooManySymbolicLinkLevels)), .file(.failed(.fileNameTooLong)): .noInput
      case .file(.failed): .inputOutput
      // A picture that is elsewhere is unavailable, like a missing file.
      case .file, .folder, .notFound, .url: .noInput
      case .web(let error): ExitStatus(error)
      case .codec(let error): error.isOfSystem ? .inputOutput : .data
      }
  }

  fileprivate init(_ error: WebSearchError) {
    self =
      switch error {
      case .offline: .usage
      case .fetch(let error, _): ExitStatus(error)
      case .limitReached: .unavailable
      case .refused(let status, _): ExitStatus(ofResponse: status)
      case .notUnderstood: .protocolViolation
      }
  }

  private init(_ error: FetchError) {
    self =
      switch error {
      case .notAURL, .scheme, .notCached, .authorities: .noInput
      case .noSuchHost: .noHost
      case .unreachable, .connectionLost, .noLibrary: .unavailable
      case .privateAddress: .noPermission
      case .connectTimeout, .tooSlow, .timeout: .temporaryFailure
      case .certificate, .redirect, .headerTooLong, .protocolViolation: .protocolViolation
      case .status(let response): ExitStatus(ofResponse: response.status)
      case .tooLarge, .notAPicture, .damaged: .data
      case .libraryFailure, .outOfMemory, .storing: .inputOutput
      }
  }

  private init(ofResponse status: Int) {
    self =
      switch status {
      case 401, 403, 407, 451: .noPermission
      case 429, 500...: .unavailable
      case 400...: .noInput
      default: .protocolViolation
      }
  }

  private init(_ error: PhotoWriterError) {
    self =
      switch error {
      case .isInput, .isNeeded, .notOurs, .link, .notAFile, .foreignAsset, .assetLink, .otherAsset, .noFolder,
        .danglingLink,
        .notAFolder, .notAllowed, .cannotCreate, .cannotKeepPermissions:
        .cannotCreate
      case .unreadableBatch, .diskFull, .failed, .cannotRead, .notDurable, .setAside, .encoding: .inputOutput
      case .album(let error), .notInAlbum(_, _, let error): ExitStatus(error)
      case .cancelled: .signalled(SIGINT)
      }
  }
}
