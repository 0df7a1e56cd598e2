internal import ArgumentParser

/// The options that most people use, in the order in which short help shows them.
enum UsualOptions {
  struct Row {
    /// The long name without its dashes; of a section, what is written or pressed.
    let name: String
    /// At most 50 characters.
    let text: String

    init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }

  struct Section {
    let heading: String
    let rows: [Row]
  }

  private static let layout = [
    Row("look", "several settings at once: film, polaroid, story"),
    Row("layout", "mosaic, grid, rows, columns, strip or strips"),
    Row("canvas", "the size: 3000x2000, 16:9, A4, 10x15cm or auto"),
    Row("gap", "the space between photos: 12, 2mm or 2%"),
    Row("margin", "the space around all of them"),
    Row("background", "a colour, transparent or blur"),
    Row("border", "a border around each photo: 1% or 4,navy"),
    Row("corner-radius", "round corners: 12, 2mm or 2%"),
    Row("title", "a title for the collage"),
    Row("captions", "below all photos: name, date, title or place"),
  ]

  private static let photos = [
    Row("caption", "a caption of photo 2: 2=Rome"),
    Row("order", "the photos' order, such as 2,1,3,4"),
    Row("weight", "photo 1 about three times as large: 1=3"),
    Row("keep-whole", "don't crop these photos: 2, or 1,3, or all"),
    Row("focus", "what a crop of photo 2 keeps: 2=.3,.5 or 2=left"),
    Row("zoom", "show photo 2 larger in its frame: 2=1.5"),
    Row("turn", "rotate photo 2: 2=right"),
  ]

  private static let ofMake =
    [
      Row("output", "write this file instead of the library"),
      Row("album", "add it to this album of the library"),
      Row("best", "take the n best photos, also of folders"),
      Row("all", "take all photos of folders"),
    ] + layout + photos + [
      Row("overlay", "a logo above it: logo.png,top-left,10%"),
      Row("template", "a picture with openings for the photos"),
      Row("cells", "1x4: four below each other; 4x1: beside"),
      Row("alternatives", "draw the k best layouts, numbered for --pick"),
      Row("pick", "use the nth best layout"),
      Row("any-count", "allow an odd number of photos"),
      Row("max", "allow up to n photos instead of six"),
      Row("force", "replace a file that collage didn't make"),
      Row("dry-run", "print the layout, and save nothing"),
    ]

  private static let ofPages =
    [
      Row("output", "book.pdf, or page-{n}.jpg for pictures"),
      Row("per-page", "up to n photos on a page"),
      Row("by", "date, or event: each begins a page"),
      Row("columns", "a contact sheet of n columns"),
      Row("cover", "a first page: title, best photo, dates"),
      Row("page-numbers", "number the pages"),
      Row("headings", "day or folder: new pages for each, named above"),
      Row("header", "a line above: {folder}, {date}, {page}, {pages}"),
      Row("footer", "the same below"),
    ] + layout + photos + [
      Row("bleed", "what is cut off: 3mm, or a print shop's name"),
      Row("binding", "the edge where pages are bound"),
      Row("force", "replace files that collage didn't make"),
    ]

  private static let ofPrompt =
    [
      Row("reopen", "start from a saved collage: its id or file"),
      Row("accessible", "plain lines for screen readers"),
      Row("in", "look for its photos in this folder, too"),
      Row("output", "save to this file instead of the library"),
      Row("album", "add collages to this album of the library"),
      Row("preview", "how pictures are shown: kitty, sixel, blocks"),
    ] + layout + [Row("any-count", "allow an odd number of photos"), Row("max", "allow n photos")]

  private static let ofBatch =
    [
      Row("from-folders", "a collage of each folder below this one"),
      Row("best", "with it: of the n best photos of each"),
      Row("output", "with it: into this folder, named by the folders"),
      Row("books", "with it: a book of each, in this folder"),
      Row("missing", "print the lines still to be done"),
      Row("schema", "describe the lines of manifests and results"),
      Row("library", "the folder in which collages are saved"),
      Row("root", "where a manifest's relative paths begin"),
      Row("force", "make again what is done already"),
    ] + layout + [
      Row("format", "jpeg, png, pdf, webp, avif or jxl"), Row("quality", "1 to 100; 90 by default"),
      Row("any-count", "allow odd numbers of photos"),
      Row("max", "allow up to n photos instead of six"),
      Row("shard", "do only part i of n"), Row("fail-fast", "stop after a failure"),
      Row("jobs", "how many threads to use"), Row("memory", "how much memory to use"),
    ]

  /// What pictures of frames and screens mostly have.
  private static let ofScreens =
    layout + [
      Row("tone", "grey or sepia"), Row("template", "a picture with openings for the photos"),
    ]

  private static let ofNext =
    [
      Row("output", "write this file instead of the library"),
      Row("per", "up to n photos a picture, from 2 to 6"),
      Row("best-first", "those with most stars first"),
      Row("back", "the picture before the last one again"),
      Row("keep", "save the last picture in the library"),
      Row("series", "its own memory of what was shown: its name"),
      Row("state", "the same in this file"),
      Row("dry-run", "say what the next three would be"),
      Row("json", "print a JSON object"),
      Row("print-units", "print units for systemd, and make nothing"),
    ] + ofScreens + [
      Row("palette", "the colours of e-ink: spectra6, acep or grey4"),
      Row("exclude", "leave out names such as '*_edited*'"),
    ]

  private static let ofWatch =
    [
      Row("output", "the folder for the collages"),
      Row("every", "how many photos a collage has: 4"),
      Row("idle", "make one of the rest after 30s, or 2min"),
      Row("group-by", "folder: only photos of one folder go together"),
      Row("latest", "also write the newest collage to this file"),
      Row("print", "run this for each, as 'lp {file}'"),
      Row("poll", "look every second, as network folders need it"),
      Row("once", "end when all that is there is done"),
      Row("print-units", "print a unit for systemd, and watch nothing"),
    ] + ofScreens + [
      Row("qr", "a code: https://example.org/{id8},bottom-right"),
      Row("overlay", "a logo above it: logo.png,top-left,10%"),
      Row("force", "replace files that collage didn't make"),
    ]

  private static let ofRemake =
    [
      Row("replace", "move the old collage to the trash"),
      Row("in", "look for photos in this folder, too"),
      Row("library", "the folder of saved collages"),
      Row("allow-other-fonts", "use other fonts than the old ones"),
      Row("json", "print a JSON object for each"),
      Row("long-side", "the longer side in pixels"),
    ] + layout + photos + [Row("format", "jpeg, png, pdf, webp, avif or jxl")]

  private static let ofFind = [
    Row("in", "search this folder, and all below it"),
    Row("best", "the n best, none of the same moment"),
    Row("distinct", "of each burst only the best"),
    Row("explain", "why these were chosen"),
    Row("sort", "name, folder, date or rating"),
    Row("limit", "only the first n"),
    Row("exclude", "leave out names such as '*_edited*'"),
    Row("collages", "take collages of this program, too"),
    Row("null", "for make --files0-from -, and xargs -0"),
    Row("json", "a JSON object for each photo"),
    Row("web", "search the web instead of folders"),
    Row("service", "openverse or commons"),
    Row("licence", "on the web: any, commercial or modify"),
    Row("page", "on the web: this page of results"),
    Row("offline", "use only what was fetched before"),
    Row("library", "the folder of saved collages"),
  ]

  private static let ofPick = [
    Row("null", "for make --files0-from -, and xargs -0"),
    Row("max", "allow up to n photos instead of six"),
    Row("preview", "how pictures are shown: kitty, sixel, blocks"),
    Row("exclude", "leave out names such as '*_edited*'"),
    Row("collages", "show collages of this program, too"),
    Row("service", "openverse or commons"),
    Row("licence", "on the web: any, commercial or modify"),
    Row("offline", "use only what was fetched before"),
    Row("refresh", "ask servers again for what was fetched"),
    Row("max-download", "the most per photo from the web"),
    Row("web-cache", "how much is kept of the web"),
    Row("ca-file", "trust the certificates in this file"),
    Row("library", "the folder of saved collages"),
    Row("memory", "how much memory to use"), Row("jobs", "how many threads to use"),
  ]

  /// What is searched for, in short help.
  private static let searchWords = [
    Row("rome", "the path contains it; -rome: it doesn't"),
    Row("date:2024-07", "taken then; also 2023..2024, 2024.., ..2024"),
    Row("portrait, landscape, square", "of this shape"),
    Row("rating:4, favourite:", "stars, or more; favourites"),
    Row("person:lena, keyword:beach", "named in the photo, or beside it"),
    Row("like:PHOTO", "the same view as this file"),
  ]

  /// Keys of the picker, in short help.
  private static let keys = [
    Row("Tab, Enter", "select a photo; finish"), Row("F1", "all keys"),
    Row("letters", "search, with words as of 'collage find'"),
    Row("Alt-B", "select the best of what is shown"),
  ]

  /// What stands before the options: words or keys with their meanings. Nil for nothing.
  static func words(of command: any ParsableCommand.Type) -> Section? {
    switch command {
    case is FindCommand.Type, is NextCommand.Type:
      Section(heading: "WORDS", rows: searchWords)
    case is PickCommand.Type: Section(heading: "KEYS", rows: keys)
    default: nil
    }
  }

  /// Those of a command; nil for one whose help is short.
  static func rows(of command: any ParsableCommand.Type) -> [Row]? {
    switch command {
    case is MakeCommand.Type: ofMake
    case is PagesCommand.Type: ofPages
    case is PromptCommand.Type: ofPrompt
    case is BatchCommand.Type: ofBatch
    case is LibraryRemakeCommand.Type: ofRemake
    case is NextCommand.Type: ofNext
    case is WatchCommand.Type: ofWatch
    case is FindCommand.Type: ofFind
    case is PickCommand.Type: ofPick
    default: nil
    }
  }
}
