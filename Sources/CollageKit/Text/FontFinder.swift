internal import CFontconfig
internal import Files
internal import PhotoCodecs
internal import SystemPackage
internal import ThreadPool

/// Finds fonts' files. fontconfig is asked only if the default font isn't enough.
package enum FontFinder {
  /// If this process was started in order to ask fontconfig, does so and doesn't return. The
  /// program must call this before anything else.
  package static func becomeFinderIfAsked() {
    unsafe cfont_run_finder_if_asked(CommandLine.argc, CommandLine.unsafeArgv)
  }

  /// DejaVu Sans, from Debian's fonts-dejavu-core.
  private static let standardFile = FilePath("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
  /// Larger than any font, in bytes.
  private static let maxBytes = 256 << 20

  /// A chosen font; nil if none is chosen, or if one isn't installed that isn't required.
  static func chosen(
    _ choice: FontChoice?, isCancelled: @escaping () -> Bool
  ) throws(TextError) -> FontFile? {
    guard let choice else { return nil }
    if let file = choice.file { return try read(file) }
    do throws(TextError) {
      if let font = try installed(choice.text, isCancelled) { return font }
    } catch {
      if choice.isRequired || isCancelled() || !error.meansNoFont { throw error }
    }
    if choice.isRequired {
      throw .noFont(choice.text, instead: usualFonts.first { isFound($0, isCancelled) })
    }
    return nil
  }

  /// Fonts that most systems have some of.
  private static let usualFonts = [
    "DejaVu Sans", "DejaVu Serif", "Liberation Sans", "Liberation Serif", "Noto Sans", "Noto Serif",
  ]

  private static func isFound(_ family: String, _ isCancelled: @escaping () -> Bool) -> Bool {
    let font = try? installed(family, isCancelled)
    return font != nil
  }

  /// DejaVu Sans, else the desktop's default font.
  static func standard(isCancelled: @escaping () -> Bool) throws(TextError) -> FontFile {
    do throws(TextError) {
      return try read(standardFile)
    } catch {
      guard error.meansNoFont else { throw error }
    }
    guard let font = try installed("sans-serif", isCancelled) else { throw .noFonts }
    return font
  }

  /// Fails if a chosen font can't be found or read.
  static func check(
    _ choice: FontChoice, isCancelled: @escaping () -> Bool
  ) throws(TextError) {
    _ = try chosen(choice, isCancelled: isCancelled)
  }

  /// Whether a chosen font can be found and read.
  static func isInstalled(_ choice: FontChoice) -> Bool {
    // One that can't be read fails when the collage is made.
    let font = try? chosen(choice) { false }
    return font != nil
  }

  /// A font for one character, as users see them; nil if no font has it.
  static func font(
    for character: Character, isCancelled: @escaping () -> Bool
  ) throws(TextError) -> FontFile? {
    if character.isEmoji, let font = try installed("emoji", with: character, isCancelled) {
      return font
    }
    return try installed("sans-serif", with: character, isCancelled)
  }

  private static func installed(
    _ family: String, with character: Character? = nil, _ isCancelled: @escaping () -> Bool
  ) throws(TextError) -> FontFile? {
    let scalars =
      character?.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }.map(\.value)
      ?? []
    let question = Question(family: family, scalars: scalars)
    if let place = found.withLock({ $0[question] }),
      let font = try? read(place.path, index: place.index)
    {
      return font
    }
    let check = CancellationCheck(isCancelled)
    let answer = FontAnswer { answer, text in
      unsafe cfont_find(
        SandboxWorker.program, family, scalars, scalars.count, CancellationCheck.callback,
        check.context, &answer, &text)
    }
    withExtendedLifetime(check) {}
    guard try answer.isFound() else { return nil }
    let place = FontPlace(path: FilePath(bytes: answer.text), index: Int(answer.answer.index))
    found.withLock { found in
      if found.count >= maxFound { found = [:] }
      found[question] = place
    }
    return try read(place.path, index: place.index)
  }

  private struct Question: Hashable {
    let family: String
    let scalars: [UInt32]
  }

  private struct FontPlace {
    let path: FilePath
    let index: Int
  }

  /// The answers of fontconfig, so that a batch doesn't start a process for each job. After
  /// `maxFound` answers all are forgotten.
  private static let found = Locked<[Question: FontPlace]>([:])
  private static let maxFound = 1000

  /// The library that finds fonts by their names, such as "fontconfig 2.14.1".
  ///
  /// - Cost: a process, some milliseconds.
  package static func library() throws(TextError) -> String {
    let check = CancellationCheck { false }
    let answer = FontAnswer { answer, text in
      unsafe cfont_find_version(
        SandboxWorker.program, CancellationCheck.callback, check.context, &answer, &text)
    }
    withExtendedLifetime(check) {}
    _ = try answer.isFound()
    return "fontconfig \(answer.message)"
  }

  private static func read(_ path: FilePath, index: Int = 0) throws(TextError) -> FontFile {
    let file = try rethrowing(FileSystem.opened(path, .readOnly, .nonBlocking)) {
      TextError.unreadableFont(path, $0)
    }
    defer { try? file.close() }
    let bytes = try rethrowing(file.readToEnd(limit: maxBytes)) {
      TextError.unreadableFont(path, $0)
    }
    return FontFile(bytes, name: path.lastComponent?.string ?? "", index: index)
  }
}

/// What fontconfig says of a font.
private struct FontAnswer {
  let answer: cfont_answer
  /// The font's path if it was found, else a message, without the NUL at its end.
  let text: [UInt8]

  init(asking ask: (_ answer: inout cfont_answer, _ text: inout [CChar]) -> Void) {
    var answer = cfont_answer()
    var text = [CChar](repeating: 0, count: Int(cfont_text_size))
    ask(&answer, &text)
    self.answer = answer
    self.text = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  }

  /// Whether it names a font.
  func isFound() throws(TextError) -> Bool {
    switch answer.status {
    case .found: return true
    case .none: return false
    case .libraryMissing: throw .noFontconfig
    case .libraryUnusable: throw .fontconfig(.unusable(reason: message))
    case .notStarted: throw .fontconfig(.notStarted(Errno(rawValue: answer.errnum)))
    case .crashed: throw .fontconfig(.crashed)
    case .stuck: throw .fontconfig(.stuck)
    case .cancelled: throw .fontconfig(.cancelled)
    }
  }

  var message: String { MetadataLine.text(text[...]) ?? "" }
}
