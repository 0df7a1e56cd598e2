internal import CollageKit
internal import PhotoCodecs

/// The JSON Schema of a batch's lines, for validators and editors.
enum BatchSchema {
  private static let layouts = LayoutStyle.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

  private static let colourSpaces = ColourSpace.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

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
              "description": "The photos' paths, in order, from the manifest's folder or --root.",
              "type": "array", "items": { "anyOf": [{ "$ref": "#/$defs/path" }, { "$ref": "#/$defs/photo" }] }
            },
            "output": {
              "description": "The file to write, from the same folder; by default the library.",
              "$ref": "#/$defs/path"
            },
            "layout": { "enum": [\(layouts)] },
            "order": { "description": "Whether photos may change places.", "enum": ["kept", "free"] },
            "pick": { "description": "Which of the layouts, from 1 for the best.", "type": "integer", "minimum": 1 },
            "canvas": {
              "description": "The collage's size in pixels, on paper (15x10cm@300dpi, 4x6in, A4), or auto.",
              "type": "string",
              "pattern": "^([aA][uU][tT][oO]|\\\\+?[0-9]+[xX]\\\\+?[0-9]+|([0-9.]+[xX][0-9.]+(cm|mm|in)|([aA][0-6]|letter|legal)(-landscape)?)(@[0-9]+(dpi)?)?)$"
            },
            "long-side": {
              "description": "The longer side, in pixels, of a canvas that is as the layout wants it.",
              "type": "integer", "minimum": 1, "maximum": 1000000
            },
            "background": {
              "description": "A CSS colour name, #rgb[a], #rrggbb[aa], transparent (PNG only) or blur.",
              "type": "string", "minLength": 1
            },
            "gap": { "description": "Between photos.", "$ref": "#/$defs/length" },
            "margin": { "description": "Around all photos.", "$ref": "#/$defs/length" },
            "corner-radius": { "description": "Of each photo.", "$ref": "#/$defs/length" },
            "border": { "description": "Around each photo; a colour may follow.", "$ref": "#/$defs/outline" },
            "shadow": { "description": "Of each photo; a colour may follow.", "$ref": "#/$defs/outline" },
            "format": { "type": "string", "pattern": "^([jJ][pP][eE]?[gG]|[pP][nN][gG])$" },
            "quality": { "description": "Of a JPEG.", "type": "integer", "minimum": 1, "maximum": 100 },
            "compression": { "description": "Of a PNG.", "type": "integer", "minimum": 1, "maximum": 9 },
            "max": { "description": "The most photos.", "type": "integer", "minimum": 1 },
            "any-count": { "description": "Whether their number may be odd.", "type": "boolean" },
            "allow-damaged": { "description": "Whether photos that lost pixels are taken.", "type": "boolean" },
            "colour-space": { "enum": [\(colourSpaces)] },
            "exact": { "description": "Whether photos are decoded whole.", "type": "boolean" },
            "max-scans": { "description": "The most scans of a progressive JPEG.", "type": "integer", "minimum": 1 },
            "max-pixels": { "description": "The most pixels of one photo.", "type": "integer", "minimum": 1 }
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
          "title": "A photo with wishes of its own.",
          "type": "object",
          "required": ["path"],
          "additionalProperties": false,
          "properties": {
            "path": { "$ref": "#/$defs/path" },
            "focus": {
              "description": "What a crop keeps near the middle: x and y, from 0 to 1 of the photo.",
              "type": "array", "items": { "type": "number", "minimum": 0, "maximum": 1 }, "minItems": 2, "maxItems": 2
            },
            "weight": {
              "description": "The area that it should have, compared with the others'.",
              "type": "number", "minimum": 0.01, "maximum": 100
            },
            "keep-whole": { "description": "Whether nothing of it may be cropped.", "type": "boolean" }
          }
        },
        "path": { "type": "string", "minLength": 1, "not": { "pattern": "\\\\u0000" } }
      }
    }
    """
}
