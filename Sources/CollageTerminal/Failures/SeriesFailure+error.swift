internal import CollageKit
package import PhotoSources

extension SeriesFailure: CommandError {
  private var cause: CollageError { .photos([PhotoError(self)]) }

  package var status: ExitStatus { cause.status }
  package var messages: [String] { cause.messages }
}
