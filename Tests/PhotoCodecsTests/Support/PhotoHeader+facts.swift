@testable import PhotoCodecs

extension PhotoHeader {
  /// When the photo was taken, by what it states itself.
  var taken: MomentTaken? { MomentTaken(facts.moments, name: nil, modified: nil) }
  var title: String? { facts.title?.text }
}

extension EXIF {
  var taken: MomentTaken? { MomentTaken(moments, name: nil, modified: nil) }
}
