internal import CollageKit
package import PhotoSources

extension SeriesFailure: CommandError {
  private var photoError: PhotoError {
    switch error {
    case .notOpened(let error): PhotoError(path: path, cause: .file(error))
    case .notDecoded(let error): PhotoError(path: path, cause: .codec(error))
    }
  }

  package var status: ExitStatus { CollageError.photos([photoError]).status }
  package var messages: [String] { [photoError.message(.commandLine)] }
}
