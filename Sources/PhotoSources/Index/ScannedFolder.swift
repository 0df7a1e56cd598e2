internal import SystemPackage

/// A folder that a scan has reached.
struct ScannedFolder: Sendable {
  let path: FilePath
  /// The path, byte for byte.
  let bytes: [UInt8]
  /// How many of the bytes are the path of the folder that the user named.
  let rootLength: Int

  /// Whether the user named this folder.
  var isRoot: Bool { bytes.count == rootLength }

  init(root: FilePath) {
    path = root
    bytes = root.platformBytes
    rootLength = bytes.count
  }

  private init(path: FilePath, rootLength: Int) {
    self.path = path
    bytes = path.platformBytes
    self.rootLength = rootLength
  }

  /// - Parameter name: closed by a zero byte; nil if it is none that a folder can have.
  func appending(_ name: [UInt8]) -> ScannedFolder? {
    let component = unsafe name.withUnsafeBufferPointer { name in
      unsafe name.withMemoryRebound(to: CInterop.PlatformChar.self) { name in
        unsafe FilePath.Component(platformString: name.baseAddress!)
      }
    }
    return component.map { ScannedFolder(path: path.appending($0), rootLength: rootLength) }
  }
}

extension FilePath {
  /// The path's bytes, without the closing zero.
  fileprivate var platformBytes: [UInt8] {
    unsafe withPlatformString { path in
      unsafe Array(UnsafeBufferPointer(start: path, count: length)).map { UInt8(bitPattern: $0) }
    }
  }
}
