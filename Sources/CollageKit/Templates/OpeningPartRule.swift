/// Whether regions of a template that belong together by their outline get one photo: the parts of
/// an opening across which a band lies, such as a ribbon.
package enum OpeningPartRule: String, Hashable, Sendable, CaseIterable {
  /// Where it is clear that they belong together.
  case auto
  /// Each gets its own.
  case separate
}
