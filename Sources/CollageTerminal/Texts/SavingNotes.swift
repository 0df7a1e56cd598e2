package import CollageKit
package import PhotoCodecs
package import SystemPackage
internal import ThreadPool

/// Notes about saving that may be the same for every collage of a run, and are then given only
/// once.
package final class SavingNotes: Sendable {
  private let told = Locked(Set<String>())

  package init() {}

  /// That so many photos, at least one, have HDR that a format can't hold.
  package static func withoutHDR(_ count: Int, _ format: OutputFormat) -> String {
    "note: \(count == 1 ? "1 photo has" : "\(count.grouped) photos have") HDR, which a "
      + "\(format.name) can't hold; write .jpg, .avif or .jxl to keep it"
  }

  /// Which format a file has whose name says another one, or nothing; a line, or nothing.
  ///
  /// - Parameter chosen: the format that was asked for; nil for none.
  package static func format(
    of file: FilePath?, _ format: OutputFormat, chosen: OutputFormat?
  ) -> [String] {
    guard let file, chosen == nil, Encoding.isMisleading(file) else { return [] }
    return [
      "note: \(file.displayed) is a \(format.name); "
        + "end its name in .\(format == .jpeg ? "jpg" : format.rawValue)"
    ]
  }

  /// The note, unless it was given before.
  package func new(of asset: SavedAsset) -> [String] {
    guard let note = asset.note else { return [] }
    return told.withLock { $0.insert(note).inserted } ? [note] : []
  }

  /// The warnings' sentences, without what is told once and was told before.
  package func sentences(of warnings: [PhotoWarning], _ remedies: Remedies) -> [String] {
    warnings.filter { warning in
      !warning.isToldOnce || told.withLock { $0.insert("").inserted }
    }
    .map { $0.message(remedies) }
  }
}
