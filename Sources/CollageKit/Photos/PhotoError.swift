package import PhotoCodecs
package import SystemPackage

/// What is wrong with one photo.
package struct PhotoError: Error, Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// It can't be opened.
    case file(PhotoFileError)
    /// It is a folder, with pictures in it or without.
    case folder(hasPictures: Bool)
    /// A recipe names it, but no file with its bytes was found.
    case notFound
    /// It is a URL.
    case url(PhotoURL)
    /// It can't be decoded.
    case codec(CodecError)
  }

  package let path: FilePath
  package let cause: Cause

  package init(path: FilePath, cause: Cause) {
    self.path = path
    self.cause = cause
  }
}

extension PhotoError {
  /// Whether the photo can be used if damage is allowed.
  package var isAllowable: Bool { if case .codec(.damaged(_, allowable: true)) = cause { true } else { false } }

  /// The sentence a user reads.
  package func message(_ remedies: Remedies) -> String {
    let reason = reason(remedies)
    return if case .url = cause { reason } else { "\(path.displayed): \(reason)" }
  }

  /// The sentence without the path.
  package func reason(_ remedies: Remedies) -> String {
    switch cause {
    case .file(let error): "\(error)"
    case .folder(hasPictures: true): "this is a folder, not a picture file; name the pictures in it"
    case .folder(hasPictures: false):
      "this is a folder without pictures; choose another, or name picture files"
    case .notFound: "no file with this photo's bytes was found; \(remedies.missingPhoto)"
    case .url(let url): "\(url)"
    case .codec(let error): "\(error)" + (error.remedy(remedies).map { "; \($0)" } ?? "")
    }
  }
}

extension CodecError {
  /// Nil where the error's own text says what to do.
  fileprivate func remedy(_ remedies: Remedies) -> String? {
    switch self {
    case .damaged(_, allowable: true): remedies.damagedPhoto
    case .tooManyPixels: remedies.tooManyPixels
    case .tooManyScans: remedies.tooManyScans
    case .needsMemory: remedies.photoNeedsMemory
    default: nil
    }
  }
}

/// A problem with a photo that was used all the same.
package struct PhotoWarning: Hashable, Sendable {
  package let path: FilePath
  /// A few words, without the path.
  package let reason: String
}

extension PhotoWarning: CustomStringConvertible {
  package var description: String { "\(path.displayed): warning: \(reason)" }
}
