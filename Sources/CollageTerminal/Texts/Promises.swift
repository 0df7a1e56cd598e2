/// What users can rely on from one version to the next, in plain words. `.github/STABILITY.md` says
/// it in full.
package enum Promises {
  package typealias Row = (name: String, text: String)

  package static let stable: [Row] = [
    ("options", "commands, their options, and what their values mean"),
    ("prompt", "its commands in scripts, and which of them fail"),
    ("exit codes", "what each means"),
    (
      "JSON",
      "keys of answers and manifests, with the types and units of their values; new keys come"
    ),
    ("output", "what is printed for scripts: ids and paths, one a line"),
    ("searches", "the words, and what they find"),
    ("environment", "the variables, and their values"),
    ("files", "collages, library, albums, trash and configuration: later versions read them"),
    (
      "the picture",
      "same photos, options and picture version: the same bytes and the same id, with "
        + "any number of threads, on any processor, in any time zone and language"
    ),
    (
      "old collages",
      "they open, and are made again with the same frames, if their photos are there"
    ),
  ]

  package static let free: [Row] = [
    ("words", "of messages, help and the manual"),
    ("screens", "colours and keys of the prompt, the picker and the library"),
    (
      "defaults",
      "the picture that they make, with a new picture version only; --version --json "
        + "prints it, recipes name it"
    ),
    ("order", "of keys in JSON, and of lines where nothing says how they are ordered"),
    ("caches", "they may be removed at any time"),
  ]

  package static let leaving = """
    What leaves is warned of for a year at least, once a run, with what to use instead; both ways \
    work meanwhile. Only a security problem may be mended at once.
    """

  package static let limits = """
    WebP, AVIF and JPEG XL files depend on their encoder's version, which they name; photos in \
    HEIC, AVIF, WebP, JPEG XL and TIFF on the libraries that decode them; titles and captions on \
    fonts. Your own defaults count, unless --no-config is given.
    """
}
