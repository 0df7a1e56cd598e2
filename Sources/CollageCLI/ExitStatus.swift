internal import CollageKit
internal import Glibc
internal import PhotoCodecs
internal import PhotoSources
internal import SystemPackage

/// The exit status of the program; the codes are those of sysexits.h.
struct ExitStatus: Hashable {
  let code: Int32

  static let done = Self(code: 0)
  /// The command line is wrong, or a rule refuses it.
  static let usage = Self(code: 64)
  /// A photo, a font or an asset is damaged, unsupported or exceeds a limit.
  static let data = Self(code: 65)
  /// A photo, an asset, an album, a folder or a font is missing or not readable, or no font has a
  /// character.
  static let noInput = Self(code: 66)
  /// There is no such host.
  static let noHost = Self(code: 68)
  /// A server can't be used at the moment, or a library for the web or for text is missing.
  static let unavailable = Self(code: 69)
  /// The output can't be created, or would overwrite something that isn't ours.
  static let cannotCreate = Self(code: 73)
  /// Reading or writing failed.
  static let inputOutput = Self(code: 74)
  /// A server took too long, or another run is using the trash: trying later may help.
  static let temporaryFailure = Self(code: 75)
  /// A server violates the protocol or can't be trusted.
  static let protocolViolation = Self(code: 76)
  /// A server refuses, or a rule forbids its address.
  static let noPermission = Self(code: 77)
  /// Some of several collages failed; each has its own message or result.
  static let someFailed = Self(code: 1)
  /// A search found nothing.
  static let nothingFound = Self(code: 1)

  /// A signal ended the work.
  static func signalled(_ signal: Int32) -> Self { Self(code: 128 + signal) }
  var isSignalled: Bool { code > 128 }
}

extension ExitStatus {
  /// The meaning of each status, as manual pages and the README explain it.
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

/// An error with which a command can end.
protocol CommandError: Error {
  var status: ExitStatus { get }
  /// The sentences for the user, one per line.
  var messages: [String] { get }
}

extension CommandError where Self: CustomStringConvertible {
  var messages: [String] { [description] }
}

/// A command's failure.
struct CommandFailure: CommandError {
  let status: ExitStatus
  let messages: [String]

  init(_ status: ExitStatus, _ messages: [String]) {
    self.status = status
    self.messages = messages
  }

  init(_ status: ExitStatus, _ message: String) { self.init(status, [message]) }

  init(_ error: some CommandError) { self.init(error.status, error.messages) }

  init(_ error: WebSearchError, of service: String) {
    self.init(error.status, WebSearchTexts.failure(error, of: service))
  }
}

extension CollageError: CommandError {
  var status: ExitStatus {
    switch self {
    case .refused, .canvasTooSmall, .canvasTooLarge, .longSideTooLarge, .canvasNeedsMemory,
      .noSuchLayout,
      .otherPhotosInLayout, .transparentJPEG:
      .usage
    case .photos(let errors): errors[0].cause.status
    case .text(let error): error.status
    case .writing(let error): error.status
    case .outOfMemory: .inputOutput
    case .cancelled: .signalled(SIGINT)
    }
  }

  var messages: [String] {
    guard case .refused(let refusal) = self else { return messages(.commandLine) }
    return [refusal.description + refusal.bypassHint]
  }
}

extension Refusal {
  /// A hint at the option that lifts a rule; empty if there is none.
  fileprivate var bypassHint: String {
    switch rule {
    case .atMost: ", or raise it with --max"
    case .evenCountToSave: ", or give --any-count"
    default: ""
    }
  }
}

extension ReopeningError: CommandError {
  private var cause: any CommandError {
    switch self {
    case .library(let error): error
    case .noRecipe(let path):
      CommandFailure(
        .data,
        "\(path.displayed): it holds no recipe; give a collage that no other program has changed since it was saved"
      )
    case .collage(let error): error
    }
  }

  var status: ExitStatus { cause.status }
  var messages: [String] { cause.messages }
}

extension LibraryError: CommandError {
  var status: ExitStatus {
    switch self {
    case .unknown, .missing, .notAllowed, .noAlbum, .notInAlbum, .nothingToUndo: .noInput
    case .noTrash(_, .failed(let path, let errno)): LibraryError.cannotWrite(path, errno).status
    case .ambiguous, .unprintableAlbum: .usage
    case .noRecipe, .unknownRecipe, .damagedAlbum, .albumFull: .data
    case .notOurs, .cannotRemove, .notAnAlbum, .albumExists, .foreignInAlbum, .noTrash,
      .wouldReplace,
      .cannotWrite(_, .permissionDenied), .cannotWrite(_, .notPermitted),
      .cannotWrite(_, .readOnlyFileSystem),
      .cannotWrite(_, .notDirectory), .cannotWrite(_, .fileNameTooLong):
      .cannotCreate
    case .failed, .changed, .notDurable, .cannotWrite, .changeNotDurable: .inputOutput
    case .busy, .busyAlbum: .temporaryFailure
    case .notInAlbums(_, let error): error.status
    case .cancelled: .signalled(SIGINT)
    }
  }
}

extension BatchSourceError: CommandError {
  var status: ExitStatus {
    switch errno {
    case .noSuchFileOrDirectory, .permissionDenied, .isDirectory, .notDirectory, .fileNameTooLong,
      .tooManySymbolicLinkLevels:
      .noInput
    default: .inputOutput
    }
  }
}

extension CacheFault: CommandError {
  var status: ExitStatus { .inputOutput }
}

extension ManifestLineError: CommandError {
  var status: ExitStatus { .noInput }
}

extension PhotoIndexError: CommandError {
  var status: ExitStatus { .noInput }
  var messages: [String] { [FindTexts.folderFailure(self)] }
}

extension SearchTermError: CommandError {
  var status: ExitStatus { .usage }
  var messages: [String] { [FindTexts.wrongTerm(self)] }
}

extension TextError {
  fileprivate var status: ExitStatus {
    switch self {
    case .noFont, .otherFonts, .unreadableFont, .noFonts, .noGlyph: .noInput
    case .noFontconfig, .fontconfig: .unavailable
    case .tooLong: .data
    case .worker(let failure, _):
      failure.isOfInstallation ? .unavailable : failure.isOfSystem ? .inputOutput : .data
    }
  }
}

extension PhotoError.Cause {
  fileprivate var status: ExitStatus {
    switch self {
    // The path itself is invalid.
    case .file(.failed(.tooManySymbolicLinkLevels)), .file(.failed(.fileNameTooLong)): .noInput
    case .file(.failed): .inputOutput
    // A picture at another place counts as unavailable, like a missing file.
    case .file, .folder, .notFound, .url: .noInput
    case .web(let error): error.status
    case .codec(let error): error.isOfSystem ? .inputOutput : .data
    }
  }
}

extension WebSearchError {
  fileprivate var status: ExitStatus {
    switch self {
    case .offline: .usage
    case .fetch(let error, _): error.status
    case .limitReached: .unavailable
    case .refused(let status, _): ExitStatus(ofResponse: status)
    case .notUnderstood: .protocolViolation
    }
  }
}

extension FetchError {
  fileprivate var status: ExitStatus {
    switch self {
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
}

extension ExitStatus {
  fileprivate init(ofResponse status: Int) {
    self =
      switch status {
      case 401, 403, 407, 451: .noPermission
      case 429, 500...: .unavailable
      case 400...: .noInput
      default: .protocolViolation
      }
  }
}

extension PhotoWriterError {
  fileprivate var status: ExitStatus {
    switch self {
    case .isInput, .isNeeded, .notOurs, .link, .notAFile, .foreignAsset, .assetLink, .otherAsset,
      .noFolder,
      .danglingLink, .notAFolder, .notAllowed, .cannotCreate, .cannotKeepPermissions:
      .cannotCreate
    case .unreadableBatch, .diskFull, .failed, .cannotRead, .notDurable, .setAside, .encoding:
      .inputOutput
    case .album(let error), .notInAlbum(_, _, let error): error.status
    case .cancelled: .signalled(SIGINT)
    }
  }
}
