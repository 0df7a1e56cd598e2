internal import CollageKit

/// The JSON Schema of a batch's lines, for validators and editors.
enum BatchSchema {
  /// A key of an object.
  struct Key {
    let name: String
    /// One sentence.
    let description: String
    /// The JSON Schema of its value, without braces.
    let schema: String

    init(_ name: String, _ description: String, _ schema: String) {
      self.name = name
      self.description = description
      self.schema = schema
    }

    init<Options>(_ setting: Setting<Options>) {
      self.init(setting.name, setting.summary, setting.form.schema)
    }
  }

  /// The keys of a manifest's line.
  static let job: [Key] =
    [
      Key(
        "id", "The job's name, unique in the manifest; by default the line number.",
        ##""type": "string", "minLength": 1"##
      ),
      Key(
        "photos",
        "The photos' paths or URLs, in order; relative paths are resolved from the manifest's "
          + "folder or --root.",
        ##""type": "array", "items": { "anyOf": "##
          + ##"[{ "$ref": "#/$defs/path" }, { "$ref": "#/$defs/photo" }] }"##
      ),
      Key(
        "output", "The file to write, relative to the same folder; by default the library.",
        ##""$ref": "#/$defs/path""##
      ),
      Key(
        "album",
        "The album of the library to add it to, by name or id; a new name creates an album. Not "
          + "with an output.",
        ##""type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[^./][^/]*$""##
      ),
      Key(
        "tree", "The layout, as make --dry-run prints it under this key; replaces layout.",
        ##""type": "object""##
      ),
      Key(
        "frames",
        "Where the photos lie, in pixels of a canvas with a size: for collages of earlier "
          + "versions, whose layout no longer follows from their settings.",
        ##""type": "array", "items": { "type": "object", "##
          + ##""required": ["x", "y", "width", "height"] }"##
      ),
      Key(
        "look",
        "A look, which sets several of the following keys; those given beside it win: "
          + "\(Look.notes).",
        "\"enum\": [\(Look.names.map { "\"\($0)\"" }.joined(separator: ", "))]"
      ),
      Key(
        "config",
        "Whether the user's own defaults hold for this job, see 'collage config'; true by default.",
        ##""type": "boolean""##
      ),
      Key(
        "pages",
        "Make a book of all photos, a page after the other: the output is a PDF, and photos may be "
          + "folders.",
        ##""type": "boolean""##
      ),
      Key(
        "per-page",
        "With pages, the most photos on a page; \(PageOptions.defaultPerPage) by default.",
        ##""type": "integer", "minimum": 1"##
      ),
      Key(
        "by",
        "With pages, the photos' order: name (as given), date (as taken, and pages break where "
          + "much time passes) or event (as taken, and each event begins a page).",
        "\"enum\": [\(PageOrder.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]"
      ),
      Key(
        "columns", "With pages, how many equal cells stand beside each other.",
        "\"type\": \"integer\", \"minimum\": 1, \"maximum\": \(PageOptions.maxColumns)"
      ),
      Key(
        "cover",
        "With pages, whether the first one is a cover: the title, the best photo and the dates.",
        ##""type": "boolean""##
      ),
      Key(
        "page-numbers", "With pages, whether they are numbered at their lower edge.",
        ##""type": "boolean""##
      ),
      Key(
        "headings", "With pages, begin a new one for each day or folder, and put it above.",
        "\"enum\": [\(PageHeadings.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]"
      ),
    ] + Setting<CollageOptions>.all.map(Key.init)

  /// The keys of a photo that is written as an object.
  static let photo: [Key] =
    [Key("path", "The photo's path or URL.", ##""$ref": "#/$defs/path""##)]
    + Setting<PhotoOptions>.all.map(Key.init)

  /// The keys of a line of results.
  static let result: [Key] = [
    Key("job", "The job's name.", ##""type": "string""##),
    Key("line", "Its line in the manifest, from 1.", ##""type": "integer", "minimum": 1"##),
    Key("milliseconds", "How long it took.", ##""type": "integer", "minimum": 0"##),
    Key(
      "status", "The outcome: saved, unchanged or failed.",
      ##""enum": ["saved", "unchanged", "failed"]"##
    ),
    Key("id", "The asset id.", ##""type": "string", "pattern": "^[0-9a-f]{32}$""##),
    Key("path", "Where the collage is.", ##""type": "string""##),
    Key("bytes", "Its size.", ##""type": "integer", "minimum": 0"##),
    Key(
      "sha256", "Its SHA-256, whose first half is the id.",
      ##""type": "string", "pattern": "^[0-9a-f]{64}$""##
    ),
    Key(
      "warnings", "Warnings about the photos.",
      ##""type": "array", "items": { "type": "string" }"##
    ),
    Key(
      "error", "Why it failed: messages, and the exit code that collage make would give.",
      """
      "type": "object",
              "required": ["code", "messages"],
              "additionalProperties": false,
              "properties": {
                "code": { "description": "The exit code that collage make would give.", \
      "enum": [64, 65, 66, 68, 69, 73, 74, 75, 76, 77, 78] },
                "messages": { "type": "array", "minItems": 1, "items": { "type": "string" } }
              }
      """
    ),
  ]

  /// One line for each key.
  private static func properties(_ keys: [Key]) -> String {
    keys.map { key in
      let description = key.description.replacing("\"", with: "\\\"")
      return "        \"\(key.name)\": { \"description\": \"\(description)\", \(key.schema) }"
    }.joined(separator: ",\n")
  }

  static let text = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:collage:1.0/batch",
      "title": "The lines of collage batch",
      "anyOf": [{ "$ref": "#/$defs/job" }, { "$ref": "#/$defs/result" }],
      "$defs": {
        "job": {
          "title": "A line of a manifest: one collage. Command-line options apply unless a key \
    overrides them; order and pick default to kept and 1.",
          "type": "object",
          "required": ["photos"],
          "additionalProperties": false,
          "properties": {
    \(properties(job))
          }
        },
        "result": {
          "title": "A line of results: the outcome of one job.",
          "type": "object",
          "required": ["job", "line", "milliseconds", "status"],
          "additionalProperties": false,
          "properties": {
    \(properties(result))
          },
          "if": { "properties": { "status": { "const": "failed" } } },
          "then": { "required": ["error"], "not": { "required": ["id"] } },
          "else": { "required": ["id", "path", "bytes", "sha256", "warnings"], \
    "not": { "required": ["error"] } }
        },
        "length": {
          "description": "Pixels, a percentage of the canvas's short side, or a length on paper \
    such as 2mm, at the canvas's dots per inch, else 300.",
          "anyOf": [
            { "type": "integer", "minimum": 0, "maximum": 100000 },
            { "type": "string", "pattern": "^[0-9.]+(px|%|mm|cm|in|pt)?$" }
          ]
        },
        "outline": {
          "description": "A length, optionally followed by a comma and a colour.",
          "anyOf": [
            { "type": "integer", "minimum": 0, "maximum": 100000 },
            { "type": "string", "pattern": "^[0-9.]+(px|%|mm|cm|in|pt)?(,.+)?$" }
          ]
        },
        "photo": {
          "title": "A photo with options of its own.",
          "type": "object",
          "required": ["path"],
          "additionalProperties": false,
          "properties": {
    \(properties(photo))
          }
        },
        "path": { "type": "string", "minLength": 1, "not": { "pattern": "\\\\u0000" } }
      }
    }
    """
}
