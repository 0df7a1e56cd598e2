/// The dates that a photo or a sidecar states, by what they mean.
package struct StatedMoments: Hashable, Sendable {
  /// When the photo was taken.
  package var original: MomentTaken?
  /// When it was digitised: of a scan, when it was scanned.
  package var digitised: MomentTaken?
  /// When the file was changed last.
  package var changed: MomentTaken?

  package init(
    original: MomentTaken? = nil, digitised: MomentTaken? = nil, changed: MomentTaken? = nil
  ) {
    self.original = original
    self.digitised = digitised
    self.changed = changed
  }

  /// These, and those of another source for what these don't say.
  func completed(by others: StatedMoments) -> StatedMoments {
    StatedMoments(
      original: original ?? others.original, digitised: digitised ?? others.digitised,
      changed: changed ?? others.changed)
  }
}

extension MomentTaken {
  /// When a photo was taken, by all that is known of it. This is the one place that decides it.
  ///
  /// What says when it was taken comes before what says when it was digitised, and of both the
  /// sidecar before the photo. Then come Google's Takeout, the name, when the photo was changed,
  /// and last the file's time.
  ///
  /// - Parameters:
  ///   - photo: what it states itself.
  ///   - sidecar: what the XMP file beside it states.
  ///   - takeout: what Takeout's file beside it states.
  ///   - name: of the file; nil if it isn't the user's.
  ///   - modified: the file's time, in seconds since 1970, UTC; nil if it isn't the user's.
  package init?(
    _ photo: StatedMoments, sidecar: StatedMoments = StatedMoments(), takeout: MomentTaken? = nil,
    name: [UInt8]?, modified: Int?
  ) {
    let moment =
      photo.original.corrected(by: sidecar.original)
      ?? photo.digitised.corrected(by: sidecar.digitised)
      ?? takeout ?? name.flatMap { MomentTaken(name: $0) } ?? photo.changed
      ?? modified.flatMap { MomentTaken(unixTime: $0, .file) }
    guard let moment else { return nil }
    self = moment
  }
}

extension MomentTaken? {
  /// What a sidecar says instead. The same second is no correction: the fraction and the offset
  /// that the sidecar doesn't repeat stay.
  fileprivate func corrected(by sidecar: MomentTaken?) -> MomentTaken? {
    guard let sidecar = sidecar?.from(.sidecar) else { return self }
    guard let own = self, own.precision >= .second, sidecar.precision >= .second,
      own.start == sidecar.start
    else { return sidecar }
    if sidecar.offset == nil, sidecar.microseconds == 0 { return own }
    return MomentTaken(
      own.start, microseconds: sidecar.microseconds > 0 ? sidecar.microseconds : own.microseconds,
      offset: sidecar.offset ?? own.offset, .sidecar)
  }
}
