internal import Glibc
package import PhotoCodecs
package import SystemPackage

/// A downloaded body on the disk. It stays readable for as long as this object lives, even if its
/// file is removed meanwhile.
package final class DownloadedFile: Sendable {
  /// The path to open it by: the descriptor's entry in /proc, which leads to these very bytes.
  package let path: FilePath
  /// SHA-256.
  package let digest: Digest
  /// In bytes.
  package let size: Int
  private let descriptor: FileDescriptor

  /// - Parameter descriptor: closed when the object is released.
  init(owning descriptor: FileDescriptor, digest: Digest, size: Int) {
    self.descriptor = descriptor
    self.digest = digest
    self.size = size
    path = FilePath("/proc/self/fd/\(descriptor.rawValue)")
  }

  deinit { try? descriptor.close() }

  /// Whether its first bytes are those of a photo.
  var isPicture: Bool { PhotoFormat(of: descriptor, size: size) != nil }
}

extension DownloadedFile: Hashable {
  package static func == (first: DownloadedFile, second: DownloadedFile) -> Bool {
    first === second
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
