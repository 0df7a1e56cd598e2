internal import CollageKit
internal import PhotoCodecs

/// The JSON Schema of a batch's lines, for validators and editors.
enum BatchSchema {
  /// One line for each setting.
  private static func properties<Options>(_ settings: [Setting<Options>], indent: Int) -> String {
    settings.map { setting in
      let description = setting.summary.replacing("\"", with: "\\\"")
      return String(repeating: " ", count: indent)
        + "\"\(setting.name)\": { \"description\": \"\(description)\", \(setting.form.schema) }"
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
          "title": "A line of a manifest: one collage. What is left out, the command line decides; order and pick are kept and 1 then.",
          "type": "object",
          "required": ["photos"],
          "additionalProperties": false,
          "properties": {
            "id": {
              "description": "The job's name, unique in the manifest; by default the line's number.",
              "type": "string", "minLength": 1
            },
            "photos": {
              "description": "The photos' paths or URLs, in order; paths from the manifest's folder or --root.",
              "type": "array", "items": { "anyOf": [{ "$ref": "#/$defs/path" }, { "$ref": "#/$defs/photo" }] }
            },
            "output": {
              "description": "The file to write, from the same folder; by default the library.",
              "$ref": "#/$defs/path"
            },
            "album": {
              "description": "The album of the library that it goes into, by name or id; a new name makes an album. Not with an output.",
              "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[^./][^/]*$"
            },
            "tree": {
              "description": "The layout as make --dry-run prints it under this key; in place of layout.",
              "type": "object"
            },
    \(properties(Setting<CollageOptions>.all, indent: 8))
          }
        },
        "result": {
          "title": "A line of results: what became of one job.",
          "type": "object",
          "required": ["job", "line", "milliseconds", "status"],
          "additionalProperties": false,
          "properties": {
            "job": { "description": "The job's name.", "type": "string" },
            "line": { "description": "Its line in the manifest, from 1.", "type": "integer", "minimum": 1 },
            "milliseconds": { "type": "integer", "minimum": 0 },
            "status": { "enum": ["saved", "unchanged", "failed"] },
            "id": { "description": "The asset id.", "type": "string", "pattern": "^[0-9a-f]{32}$" },
            "path": { "description": "Where the collage is.", "type": "string" },
            "bytes": { "description": "Its size.", "type": "integer", "minimum": 0 },
            "sha256": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
            "warnings": { "type": "array", "items": { "type": "string" } },
            "error": {
              "type": "object",
              "required": ["code", "messages"],
              "additionalProperties": false,
              "properties": {
                "code": { "description": "What collage make would exit with.", "enum": [64, 65, 66, 73, 74] },
                "messages": { "type": "array", "minItems": 1, "items": { "type": "string" } }
              }
            }
          },
          "if": { "properties": { "status": { "const": "failed" } } },
          "then": { "required": ["error"], "not": { "required": ["id"] } },
          "else": { "required": ["id", "path", "bytes", "sha256", "warnings"], "not": { "required": ["error"] } }
        },
        "length": {
          "description": "Pixels, or a percentage of the canvas's short side.",
          "anyOf": [
            { "type": "integer", "minimum": 0, "maximum": 100000 },
            { "type": "string", "pattern": "^[0-9.]+(px|%)?$" }
          ]
        },
        "outline": {
          "description": "A length, then maybe a comma and a colour.",
          "anyOf": [
            { "type": "integer", "minimum": 0, "maximum": 100000 },
            { "type": "string", "pattern": "^[0-9.]+(px|%)?(,.+)?$" }
          ]
        },
        "photo": {
          "title": "A photo with options of its own.",
          "type": "object",
          "required": ["path"],
          "additionalProperties": false,
          "properties": {
            "path": { "$ref": "#/$defs/path" },
    \(properties(Setting<PhotoOptions>.all, indent: 8))
          }
        },
        "path": { "type": "string", "minLength": 1, "not": { "pattern": "\\\\u0000" } }
      }
    }
    """
}
