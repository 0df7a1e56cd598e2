internal import Files
package import PhotoCodecs
package import SystemPackage

/// A photo that was measured.
package struct SeriesPhoto: Sendable {
  /// Its index in the list that was given.
  package let place: Int
  package let path: FilePath
  package let traits: PhotoTraits
  package let identity: FileIdentity
  /// Nil if not even the file's time can be shown.
  package let moment: PhotoMoment?

  init(_ place: Int, _ path: FilePath, _ traits: PhotoTraits, _ identity: FileIdentity) {
    self.place = place
    self.path = path
    self.traits = traits
    self.identity = identity
    moment =
      traits.taken.map { PhotoMoment($0, milliseconds: traits.milliseconds, .camera) }
      ?? FileNameTime.moment(in: path.lastComponent?.bytes ?? [])
      ?? LocalTime(unixTime: identity.modified.seconds).map { PhotoMoment($0, .file) }
  }
}
