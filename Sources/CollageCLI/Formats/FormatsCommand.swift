internal import ArgumentParser
internal import PhotoCodecs

/// `collage formats`: what this installation reads and writes.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "Print which formats can be read and written here, and with which libraries.",
    discussion: """
      HEIC, AVIF and WebP are decoded in a process that may do nothing but that; its protections are listed, as far as \
      this system has them.

      COLLAGE_DECODERS=plain in the environment has libjpeg and libpng decode alone: slower, with the same pixels.
      """)

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    let formats = InstalledFormats.current()
    try StandardOutput.answer(json ? [FormatsReport(formats).json] : FormatsTexts.lines(formats))
  }
}
