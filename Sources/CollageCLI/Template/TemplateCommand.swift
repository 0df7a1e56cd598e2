internal import ArgumentParser

/// `collage template`: pictures with openings for photos.
struct TemplateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template",
    abstract: "Show the openings of a template, or make a plain one to start from.",
    discussion: """
      A template is a PNG, WebP or AVIF with transparent openings, drawn with any program. \
      'collage make --template FILE PHOTO...' puts a photo below each. The resolution that its \
      file states, such as 300 dpi, decides how large it is on paper, unless --canvas does; 72 and \
      96 dpi, which drawing programs write for screens, count as none.
      """,
    subcommands: [TemplateShowCommand.self, TemplateNewCommand.self])
}
