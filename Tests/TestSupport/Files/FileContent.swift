package import SystemPackage

/// What one name in a folder stands for.
package enum FileContent: Equatable, Sendable {
  case file([UInt8])
  case folder
  /// A symbolic link with this target, which need not exist.
  case symbolicLink(to: FilePath)
  /// A pipe, socket or device.
  case other

  package var isLink: Bool { if case .symbolicLink = self { true } else { false } }
}

extension FileContent: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let bytes): "\(bytes.count) bytes"
    case .folder: "folder"
    case .symbolicLink(let target): "-> \(target)"
    case .other: "neither file nor folder"
    }
  }
}
