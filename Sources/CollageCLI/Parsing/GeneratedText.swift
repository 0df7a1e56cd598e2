internal import ArgumentParser

/// What `collage --generate` prints.
enum GeneratedText: String, CaseIterable, ExpressibleByArgument {
  case man
  case manPages = "man-pages"
  case markdown
  case surface
  case completeBash = "complete-bash"
  case completeZsh = "complete-zsh"
  case completeFish = "complete-fish"

  /// What the option does, as help and completion say it.
  static let summary = "Print the manual or shell completions."
}
