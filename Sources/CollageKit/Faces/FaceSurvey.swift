internal import PhotoCodecs
internal import PhotoLayouts

/// Who is in photos whose layout will be chosen by that.
struct FaceSurvey: Sendable {
  /// What the layout has to know of each photo, in order; nil for nobody.
  var people: [ShownPeople?]
  /// What crops should keep, by place, as far as it was looked for.
  var regions: [Int: [PhotoRegion]] = [:]
}
