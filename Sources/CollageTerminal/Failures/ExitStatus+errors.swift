package import CollageKit
internal import Glibc
internal import PhotoCodecs
package import PhotoSources
internal import SystemPackage

extension CollageError: CommandError {
  package var status: ExitStatus {
    switch self {
    case .refused, .canvasTooSmall, .canvasTooLarge, .longSideTooLarge, .canvasNeedsMemory,
      .hdrNeedsMemory, .noSuchLayout,
      .otherPhotosInLayout, .transparency, .lossless, .templateShape, .printing, .pages, .code,
      .palette:
      .usage
    case .photos(let errors): errors[0].cause.status
    case .text(let error): error.status
    case .writing(let error): error.status
    case .outOfMemory, .layoutNeedsMemory: .inputOutput
    case .cancelled: .signalled(SIGINT)
    }
  }

  package var messages: [String] {
    switch self {
    case .refused(let refusal): [refusal.commandLineText]
    case .photos(let errors): errors.map(\.commandLineText)
    default: messages(.commandLine)
    }
  }
}

extension PhotoError {
  /// What is wrong, with the file that was probably meant. Looks at the disk.
  fileprivate var commandLineText: String {
    guard case (.file(.missing), .file(let path)) = (cause, address), !address.isPattern,
      let meant = SimilarFile.path(path)
    else { return message(.commandLine) }
    return "\(address.displayed): there is no such file; did you mean '\(meant.displayed)'?"
  }
}

extension Refusal {
  /// What is refused, and the options that lift the rule.
  fileprivate var commandLineText: String {
    switch rule {
    case .atMost:
      let best = bestCount.map { best in
        "--best \(best) takes the \(best == 6 ? "six" : "\(best)") best, "
      }
      return "\(reason); \(best ?? "")--all takes all; 'collage pages' makes a book"
    case .evenCountToSave: return "\(description), or allow it with --any-count"
    case .openings(_, repeatable: true): return "\(description), or repeat them with --repeat"
    case .somethingChosen:
      return "\(reason); name them, as a.jpg b.jpg, or a folder with --best 6"
    default: return description
    }
  }
}

extension Refusal {
  /// What is refused in a job of a batch, and the options that lift the rule.
  ///
  /// - Parameter ofFolder: whether the photos are those of a folder, of which the best may be
  ///   taken.
  package func text(ofFolder: Bool) -> String {
    let best = (ofFolder ? bestCount : nil).map {
      ", or add --best \($0) for the best of each folder"
    }
    switch rule {
    case .atMost: return "\(description), or allow more with --max\(best ?? "")"
    case .evenCountToSave: return commandLineText + (best ?? "")
    case .somethingChosen: return description
    default: return commandLineText
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
        "\(path.displayed): is not a collage made by collage, or another program has removed its "
          + "recipe; give a collage as it was saved"
      )
    case .collage(let error): error
    }
  }

  package var status: ExitStatus { cause.status }
  package var messages: [String] { cause.messages }
}

extension LibraryError: CommandError {
  package var status: ExitStatus {
    switch self {
    case .unknown, .missing, .notAllowed, .noAlbum, .notInAlbum, .nothingToUndo, .notInTrash:
      .noInput
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

extension DestinationError: CommandError {
  package var status: ExitStatus {
    switch self {
    case .namesFolder: .cannotCreate
    case .noLibrary: .usage
    }
  }

  package var messages: [String] { [message(.commandLine)] }
}

extension UnsupportedFileExtension: CommandError {
  package var status: ExitStatus { .usage }
}

extension ContradictingFormat: CommandError {
  package var status: ExitStatus { .usage }
}

extension ImpossibleChange: CommandError {
  package var status: ExitStatus { .usage }

  package var messages: [String] {
    switch self {
    case .noSuchPhoto(let number, let value, let count):
      let advice = count == 0 ? "no photos are given" : "choose a number from 1 to \(count)"
      return ["there is no photo \(number) for --\(value.setting.name); \(advice)"]
    case .noPhotoNamed(let name, let value, let matching, let count, let meant):
      let quoted = "'\(name.displayedRaw)'"
      if matching.count > 1 {
        let numbers = matching.map { "\($0)" }.listed
        return ["--\(value.setting.name): photos \(numbers) match \(quoted); give a number"]
      }
      let advice =
        count == 0
        ? "no photos are given"
        : meant.map { "did you mean '\($0.utf8.displayed)'?" }
          ?? "give a number from 1 to \(count), a file's name, or all"
      return ["there is no photo \(quoted) for --\(value.setting.name); \(advice)"]
    case .besideTemplate(let conflict): return [conflict.ofOption]
    }
  }
}

extension TemplateConflict {
  /// The sentence about an option.
  package var ofOption: String { "--\(name) \(message())" }
}

extension BatchSourceError: CommandError {
  package var status: ExitStatus {
    switch errno {
    case .noSuchFileOrDirectory, .permissionDenied, .isDirectory, .notDirectory, .fileNameTooLong,
      .tooManySymbolicLinkLevels:
      .noInput
    default: .inputOutput
    }
  }
}

extension CacheFault: CommandError {
  package var status: ExitStatus { .inputOutput }
}

extension ManifestLineError: CommandError {
  package var status: ExitStatus { .noInput }
}

extension PhotoIndexError: CommandError {
  package var status: ExitStatus { .noInput }
  package var messages: [String] { [FindTexts.folderFailure(self)] }
}

extension SearchTermError: CommandError {
  package var status: ExitStatus { .usage }
  package var messages: [String] {
    let listing = lackingText.map { "; 'collage find --count-by \($0)' lists those there are" }
    return [FindTexts.wrongTerm(self) + (listing ?? "")]
  }
}

extension TextError {
  fileprivate var status: ExitStatus {
    switch self {
    case .unreadableFont(_, let errno) where TextError.isOfSystem(errno): .inputOutput
    case .noFont, .otherFonts, .unreadableFont, .noFonts, .noGlyph: .noInput
    case .fontconfig(let failure) where failure.isOfSystem: .inputOutput
    case .noFontconfig, .fontconfig: .unavailable
    case .tooLong: .data
    case .worker(.decoderFailed(.unprotected), _): .noPermission
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
    // What to take of it isn't said.
    case .folder(let pictures) where pictures > 0: .usage
    case .folderAsPicture, .picturesBelow, .onlyCollages: .usage
    // A picture at another place counts as unavailable, like a missing file.
    case .file, .folder, .notFound, .url: .noInput
    case .web(let error): error.status
    case .noOpening: .data
    case .codec(.decoderFailed(.unprotected)): .noPermission
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

extension CommandFailure {
  package init(_ error: WebSearchError, of service: String) {
    self.init(error.status, WebSearchTexts.failure(error, of: service))
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
    case .isInput, .isNeeded, .notOurs, .changed, .link, .notAFile, .foreignAsset, .changedAsset,
      .misnamedAsset, .assetLink, .otherAsset, .noFolder, .danglingLink, .notAFolder, .notAllowed,
      .cannotCreate, .cannotKeepPermissions, .sameFile:
      .cannotCreate
    case .incomplete(let error, _): error.status
    // As for a photo whose decoder is missing.
    case .noEncoder: .data
    case .unreadableBatch, .diskFull, .failed, .cannotRead, .notDurable, .setAside, .encoding:
      .inputOutput
    case .album(let error), .notInAlbum(_, _, let error): error.status
    case .cancelled: .signalled(SIGINT)
    }
  }
}
