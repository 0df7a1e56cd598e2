internal import Files
internal import PhotoCodecs
internal import SystemPackage

/// A body that is being received into a file. Unless it is finished, nothing of it remains.
///
/// In a cache it has a name and is locked as long as it is written, which distinguishes it from one
/// whose program was killed. Elsewhere it has no name from the beginning.
struct IncomingFile: ~Copyable {
  /// Its name in the cache; nil where it has none.
  private(set) var name: FilePath.Component?
  /// Where it has its name; nil where it has none.
  private let folder: CacheFolder?
  private let descriptor: FileDescriptor
  private var hash = SHA256()
  private(set) var size = 0
  /// Whether `finish` has passed the descriptor on.
  private var isFinished = false

  private init(
    owning descriptor: FileDescriptor, _ name: FilePath.Component? = nil,
    in folder: CacheFolder? = nil
  ) {
    self.descriptor = descriptor
    self.name = name
    self.folder = folder
  }

  deinit {
    if !isFinished { try? descriptor.close() }
    if let name { folder?.remove(name) }
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
      do throws(Errno) {
        let (name, descriptor) = try incoming.createTemporary()
        return IncomingFile(owning: descriptor, name, in: incoming)
      } catch {
        cache?.forgetFolders()
      }
    }
    return try create(in: folder)
  }

  private static func create(in folder: FilePath) throws(FetchError) -> IncomingFile {
    let path = folder.appending(CacheFolder.Names.random())
    do throws(Errno) {
      let descriptor = try FileSystem.opened(
        path, .readWrite, [.create, .exclusiveCreate], permissions: .ownerReadWrite)
      try? FileSystem.remove(path)
      return IncomingFile(owning: descriptor)
    } catch {
      throw .storing(error)
    }
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(FetchError) {
    unsafe hash.update(bytes)
    size += bytes.count
    do throws(Errno) {
      _ = try FileSystem.typed { try unsafe descriptor.writeAll(bytes) }
    } catch {
      throw .storing(error)
    }
  }

  /// The file with what was received. Its name is removed unless `store` gives it another.
  ///
  /// - Parameter store: moves the file with this name to where its digest says.
  consuming func finish(_ store: (FilePath.Component, Digest, _ size: Int) -> Bool)
    -> DownloadedFile
  {
    let digest = Digest(hash)
    if let name, store(name, digest, size) { self.name = nil }
    isFinished = true
    return DownloadedFile(owning: descriptor, digest: digest, size: size)
  }
}
