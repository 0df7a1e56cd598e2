/// The keys of JSON answers, by command. `[]` stands for a list's members; a key that ends in `?`
/// is left out where there is nothing to tell.
///
/// Tests hold it against what the program prints.
enum AnswerKeys {
  static let all: [(command: String, keys: [String])] = [
    (
      "make --json",
      ["id", "path", "format", "width", "height", "bytes", "photos", "warnings", "alt?"]
    ),
    (
      "make --dry-run",
      [
        "layout", "title?", "canvas.width", "canvas.height", "tree?", "photos[].path",
        "photos[].format", "photos[].size.width", "photos[].size.height", "photos[].orientation",
        "photos[].turn?", "photos[].cropped", "photos[].focus?", "photos[].caption?",
        "photos[].regions[].kind?", "photos[].regions[].source?",
      ] + rectangle("photos[].frame") + rectangle("photos[].crop")
        + rectangle("photos[].regions[].area").map { $0 + "?" }
    ),
    (
      "pages --json",
      [
        "path?", "bytes?", "sha256?", "warnings", "pages[].page", "pages[].photos",
        "pages[].path?", "pages[].bytes?", "pages[].sha256?",
      ]
    ),
    (
      "next --json",
      [
        "id?", "path?", "photos", "event.folders", "event.from?", "event.to?", "cycle", "left",
        "warnings?",
      ]
    ),
    ("watch", result + ["photos"]),
    ("batch", result),
    ("library remake --json", result),
    (
      "find --json",
      [
        "path", "folder", "name", "format", "width?", "height?", "date?", "offset?", "dateFrom?",
        "rating?", "favourite?", "people?", "keywords?", "title?", "bytes", "standsFor?",
      ]
    ),
    (
      "find --web --json",
      [
        "url", "title?", "creator?", "licence?", "licenceURL?", "sourcePage?", "width?", "height?",
        "format", "thumbnail?", "service",
      ]
    ),
    (
      "formats --json",
      [
        "reads[].format", "reads[].readable", "reads[].libraries?", "reads[].reason?",
        "reads[].gainMaps", "writes[].format", "writes[].writable", "writes[].libraries?",
        "writes[].reason?", "colours", "faces", "optional[].name", "optional[].available",
        "optional[].libraries?", "optional[].reason?", "protections[].name",
        "protections[].active", "protections[].detail",
      ]
    ),
    ("library list --json", asset + ["bytes", "date?", "recipe?"]),
    ("library path --json", asset + ["bytes?"]),
    ("library remove --json", asset + ["bytes?"]),
    ("library undo --json", asset + ["bytes?"]),
    ("library show --json", ["id", "recipe?", "alt?", "needs?", "title?", "photos?"]),
    ("library verify --json", ["state", "path"]),
    ("library cache --json", ["path", "photos", "bytes", "cleared"]),
    ("config show --json", ["setting", "value", "from", "file?", "line?"]),
    (
      "template show --json",
      [
        "path", "width", "height", "openings[].number", "openings[].turn", "openings[].parts?",
      ] + rectangle("openings[]")
    ),
    (
      "--version --json",
      ["version", "picture", "libraries", "protections"]
    ),
  ]

  private static let asset = ["id", "path", "format"]

  /// A line of results; the schema of batches has it as well.
  private static let result = [
    "job", "line", "milliseconds", "status", "id?", "path?", "bytes?", "sha256?", "warnings?",
    "error.code?", "error.messages?",
  ]

  private static func rectangle(_ name: String) -> [String] {
    ["x", "y", "width", "height"].map { "\(name).\($0)" }
  }
}
