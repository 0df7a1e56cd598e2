internal import Glibc
internal import PhotoCodecs
internal import SystemPackage

/// A body that is being received into a file. Unless it is finished, nothing of it remains.
///
/// In a cache it has a name and is locked as long as it is written, which distinguishes it from one whose program was
/// killed. Elsewhere it has no name from the beginning.
struct IncomingFile: ~Copyable {
  /// Its name in the cache; nil where it has none.
  private(set) var path: FilePath?
  private let descriptor: FileDescriptor
  private var hash = SHA256()
  private(set) var size = 0
  /// Whether `finish` has passed the descriptor on.
  private var isFinished = false

  private init(owning descriptor: FileDescriptor, path: FilePath?) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    if !isFinished { try? descriptor.close() }
    if let path { _ = unsafe path.withPlatformString { unsafe unlink($0) } }
  }

  /// Creates a file that nobody else may read.
  ///
  /// - Parameters:
  ///   - cache: nil for a file without a name.
  ///   - folder: where a file without a name is created, also when the cache can't be used.
  static func create(in cache: WebCache?, or folder: FilePath) throws(FetchError) -> IncomingFile {
    // The second time the cache has made its folders anew.
    for _ in 0..<2 {
      guard let incoming = cache?.incomingFolder() else { break }
      do throws(FetchError) {
        return try create(in: incoming).locked()
      } catch {
        cache?.forgetFolders()
      }
    }
    return try create(in: folder).withoutName()
  }

  private static func create(in folder: FilePath) throws(FetchError) -> IncomingFile {
    let path = folder.appending(randomName)
    do {
      let descriptor = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
      return IncomingFile(owning: descriptor, path: path)
    } catch {
      throw .storing(error as? Errno ?? .ioError)
    }
  }

  /// A name that no other file has.
  static var randomName: String { String(UInt64.random(in: .min ... .max), radix: 16) + ".tmp" }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(FetchError) {
    unsafe hash.update(bytes)
    size += bytes.count
    do {
      _ = try unsafe descriptor.writeAll(bytes)
    } catch {
      throw .storing(error as? Errno ?? .ioError)
    }
  }

  /// The file with what was received. Its name is removed unless `store` gives it another.
  ///
  /// - Parameter store: moves the file at the path to where its digest says.
  consuming func finish(_ store: (FilePath, Digest, _ size: Int) -> Bool) -> DownloadedFile {
    let digest = Digest(hash)
    if let path, store(path, digest, size) { self.path = nil }
    isFinished = true
    return DownloadedFile(owning: descriptor, digest: digest, size: size)
  }

  private consuming func withoutName() -> IncomingFile {
    if let path { _ = unsafe path.withPlatformString { unsafe unlink($0) } }
    path = nil
    return self
  }

  private consuming func locked() -> IncomingFile {
    flock(descriptor.rawValue, LOCK_EX | LOCK_NB)
    return self
  }
}
