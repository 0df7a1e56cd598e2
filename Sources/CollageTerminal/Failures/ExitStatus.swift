/// How the program ends; the codes are those of sysexits.h.
package struct ExitStatus: Hashable {
  package let code: Int32

  package static let done = Self(code: 0)
  /// The command line is wrong, or a rule refuses.
  package static let usage = Self(code: 64)
  /// A photo, a font or an asset is damaged, unsupported or beyond a limit.
  package static let data = Self(code: 65)
  /// A photo, an asset, an album, a folder or a font is missing or may not be read, or no font has
  /// a character.
  package static let noInput = Self(code: 66)
  /// There is no such host.
  package static let noHost = Self(code: 68)
  /// A server can't be used now, or a library for the web or for text is missing.
  package static let unavailable = Self(code: 69)
  /// The output can't be created, or would overwrite something that isn't ours.
  package static let cannotCreate = Self(code: 73)
  /// Reading or writing failed.
  package static let inputOutput = Self(code: 74)
  /// A server took too long, or another run is using the trash: it may work later.
  package static let temporaryFailure = Self(code: 75)
  /// A server doesn't keep to the rules, or can't be trusted.
  package static let protocolViolation = Self(code: 76)
  /// A server, or a rule for addresses, doesn't allow it.
  package static let noPermission = Self(code: 77)
  /// A file of the user's settings is wrong.
  package static let configuration = Self(code: 78)
  /// Some of several collages failed, each with its own message or result.
  package static let someFailed = Self(code: 1)
  /// A search found nothing.
  package static let nothingFound = Self(code: 1)

  /// A signal ended the work.
  package static func signalled(_ signal: Int32) -> Self { Self(code: 128 + signal) }
  package var isSignalled: Bool { code > 128 }
}
