import FoundationEssentials
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@Suite(.waiting, .timeLimit(.minutes(20)))
struct BatchSchemaTests {
  /// Reads the schema, the name of one of its definitions, and lines; tells of each line whether it
  /// is valid.
  private static let check = """
    import json, sys, jsonschema
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    schema["$ref"] = "#/$defs/" + sys.argv[2]
    del schema["anyOf"]
    validator = jsonschema.Draft202012Validator(schema)
    for line in sys.stdin:
        print("valid" if validator.is_valid(json.loads(line)) else "invalid")
    """

  @Test func `the schema is JSON`() throws {
    let outcome = try BuiltProgram.run("batch", "--schema", in: TemporaryFolder())
    #expect(outcome.exitCode == 0)
    #expect(
      (try? JSONDecoder().decode([String: AnyValue].self, from: Data(outcome.outputBytes))) != nil)
  }

  private struct AnyValue: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  private static let python = Installed.python(with: "jsonschema")

  @Test(.enabled(if: python != nil, "needs Python with jsonschema"))
  func `real lines are valid, and the schema turns down what the program turns down`() throws {
    let batch = try BatchFolder(photos: 2)
    let schema = try BuiltProgram.run("batch", "--schema", in: batch.folder).outputBytes
    try batch.folder.write(schema, to: "schema.json")
    let photos = "\"photos\": [\"photos/0.jpg\", \"photos/1.jpg\"]"
    let lines = [
      "{\(photos)}",
      "{\(photos), \"id\": \"b\", \"canvas\": \"16:9\", \"background\": \"#fff\", \"quality\": 70, \"compression\": 9}",
      "{\(photos), \"format\": \"JPG\", \"layout\": \"grid\", \"max\": 2, \"max-pixels\": 10000000}",
      "{\(photos), \"output\": \"o.png\", \"any-count\": false, \"allow-damaged\": true}",
      "{}", "{\"photos\": [1]}", "{\(photos), \"id\": \"\"}", "{\(photos), \"canvas\": \"big\"}",
      "{\(photos), \"x\": 1}",
      "{\(photos), \"compression\": 0}", "{\(photos), \"quality\": 0}",
      "{\(photos), \"quality\": \"90\"}",
      "{\(photos), \"format\": \"gif\"}",
      "{\(photos), \"layout\": \"pile\"}", "{\(photos), \"max\": 0}", "{\(photos), \"output\": 5}",
      "[]", "7",
    ]
    let results = try batch.run(standardInput: .text(lines.joined(separator: "\n")))
    let statuses = try ResultLine.lines(results.outputBytes).map {
      $0.status == "failed" ? "invalid" : "valid"
    }
    #expect(
      statuses == Array(repeating: "valid", count: 4) + Array(repeating: "invalid", count: 14))
    #expect(try verdicts("job", lines.map { $0 + "\n" }.joined(), batch) == statuses)
    let again = try batch.run(standardInput: .text(lines.joined(separator: "\n")))
    #expect(again.output.contains("\"unchanged\""))
    let output = results.output + again.output
    #expect(try verdicts("result", output, batch) == Array(repeating: "valid", count: 36))
  }

  private func verdicts(_ definition: String, _ lines: String, _ batch: BatchFolder) throws
    -> [String]
  {
    let python = try #require(Self.python)
    let outcome = try ChildProcess(
      python, ["-W", "ignore", "-c", Self.check, batch.folder.string + "/schema.json", definition],
      in: "/",
      environment: Installed.inherited, standardInput: .text(lines)
    ).run()
    #expect(outcome.exitCode == 0, "\(outcome)")
    return outcome.output.split(separator: "\n").map(String.init)
  }
}
