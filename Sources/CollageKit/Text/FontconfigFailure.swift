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

  package var description: String {
    switch self {
    case .unusable(let reason):
      "fontconfig, which finds fonts, can't be loaded: \(reason); give a font's file"
    case .notStarted(let errno):
      "the process that finds fonts can't be started: \(errno); \(WorkerFailure.advice(notStarted: errno))"
    case .crashed: "fontconfig, which finds fonts, failed; look at 'fc-list', or give a font's file"
    case .stuck:
      "fontconfig, which finds fonts, waits for a file that doesn't answer; remove what is no font, such as a pipe, from "
        + "the fonts' folders, or give a font's file"
    case .cancelled: "cancelled"
    }
  }
}
