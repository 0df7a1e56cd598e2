import FoundationEssentials
import SafeText
import SystemPackage

@testable import CollageKit

/// A line is a job or has faults, and the settings of a job come back from the form in which a
/// manifest writes them.
func checkManifest(_ bytes: [UInt8]) throws {
  let parser = ManifestParser(root: "/photos")
  let entry = parser.entry(bytes, number: 7)
  try expect(entry.line == 7 && !entry.name.isEmpty, "an entry has its line and a name")
  switch entry.job {
  case .failure(.manifest(let fault)):
    try expect(!fault.messages.isEmpty, "a fault is told")
  case .failure(let error):
    throw BrokenPromise(description: "a line is wrong in no other way: \(error)")
  case .success(let job):
    try expect(
      job.photoOptions.isEmpty || job.photoOptions.count == job.photos.count,
      "options belong to photos")
    var options = CollageOptions()
    job.overrides.apply(to: &options)
    var object: [String: JSONValue] = ["photos": .list([])]
    for setting in Setting<CollageOptions>.all { object[setting.name] = setting.json(options) }
    let line = try JSONEncoder().encode(JSONValue.object(object))
    guard case .success(let again) = parser.entry(Array(line), number: 7).job else {
      throw BrokenPromise(
        description: "settings can be written: \(String(decoding: line, as: UTF8.self))")
    }
    var restored = CollageOptions()
    again.overrides.apply(to: &restored)
    for setting in Setting<CollageOptions>.all {
      let (one, other) = (setting.text(options), setting.text(restored))
      try expect(one == other, "\(setting.name) comes back: \(one ?? "nil"), \(other ?? "nil")")
    }
  }
}
