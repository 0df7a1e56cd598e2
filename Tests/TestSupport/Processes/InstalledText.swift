package import PhotoCodecs
package import SystemPackage

/// Whether text can be drawn, for which libraries and a font are needed.
package enum InstalledText {
  package static let reason: String = "needs libharfbuzz0b, libfribidi0 and fonts-dejavu-core"

  /// Makes this process use the built program as its worker for text, too.
  package static let isThere: Bool = {
    SandboxedDecoding.useBuiltProgram()
    return (try? SandboxWorker.describe(.text)) != nil && (try? dejaVu) != nil
  }()

  /// DejaVu Sans.
  package static var dejaVu: FontFile {
    get throws { try font("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf") }
  }

  package static func font(_ path: FilePath, index: Int = 0) throws -> FontFile {
    let file = try FileDescriptor.open(path, .readOnly)
    return FontFile(
      try file.closeAfter { try file.readToEnd() }, name: path.lastComponent!.string, index: index)
  }
}
