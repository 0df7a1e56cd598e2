internal import Glibc
package import PhotoCodecs
package import SystemPackage

/// A body on the disk that stays readable as long as this object lives, even if its file is removed meanwhile.
package final class DownloadedFile: Sendable {
  /// Where it can be opened: the descriptor's own place in /proc, so that it is these bytes and no others.
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

  /// Whether its first bytes are those of a picture.
  var isPicture: Bool {
    var bytes = [UInt8](repeating: 0, count: PhotoFormat.shortSignatureLength)
    let count = unsafe bytes.withUnsafeMutableBytes { try? unsafe descriptor.read(fromAbsoluteOffset: 0, into: $0) }
    return PhotoFormat(firstBytes: bytes.prefix(count ?? 0)) != nil
  }
}

extension DownloadedFile: Hashable {
  package static func == (first: DownloadedFile, second: DownloadedFile) -> Bool { first === second }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
