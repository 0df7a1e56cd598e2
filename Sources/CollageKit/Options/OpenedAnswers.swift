/// What was asked for when a collage that is open now was made, as far as its frames and crops
/// don't tell it.
struct OpenedAnswers: Hashable, Sendable {
  /// The recipe without these answers, as JSON.
  let recipe: String
  /// Nil where it is that of the recipe.
  let pick: Int?
  /// Of each photo, as recipes write it.
  let focus: [String?]
}
