internal import PhotoCodecs
package import SystemPackage

/// Why fontconfig finds no font although it is installed.
package enum FontconfigFailure: Hashable, Sendable, CustomStringConvertible {
  case unusable(reason: String)
  case notStarted(Errno)
  case crashed
  /// It waits for a file that never comes.
  case stuck
  case cancelled

  /// Whether the machine is to blame, and not how fontconfig is installed.
  package var isOfSystem: Bool {
    switch self {
    case .notStarted: true
    case .unusable(let reason):
      [Errno.tooManyOpenFiles, .tooManyOpenFilesInSystem].contains { reason.contains("\($0)") }
    case .crashed, .stuck, .cancelled: false
    }
  }

  package var description: String {
    switch self {
    case .unusable(let reason):
      "fontconfig, which finds fonts, can't be loaded: \(reason); give a font file"
    case .notStarted(let errno):
      "the process that finds fonts can't be started: \(errno); "
        + WorkerFailure.advice(notStarted: errno)
    case .crashed: "fontconfig, which finds fonts, failed; check 'fc-list', or give a font file"
    case .stuck:
      "fontconfig, which finds fonts, is waiting for a file that never answers; "
        + "remove anything that isn't a font, such as a pipe, from "
        + "the font folders, or give a font file"
    case .cancelled: "cancelled"
    }
  }
}
