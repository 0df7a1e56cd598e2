package import PhotoCodecs

/// When the first and the last photos of a page were taken.
package struct DatesShown: Hashable, Sendable {
  let first: MomentTaken
  let last: MomentTaken

  package init(first: MomentTaken, last: MomentTaken) {
    self.first = first
    self.last = last
  }
}
