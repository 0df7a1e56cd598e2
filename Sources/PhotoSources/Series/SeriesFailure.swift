package import SystemPackage

/// A photo that can't be measured, so that it is never chosen.
package struct SeriesFailure: Error, Sendable {
  package let path: FilePath
  package let error: ThumbnailError
}
