internal import Glibc
package import SystemPackage

extension FilePath {
  /// The path's bytes, without the terminating NUL.
  package var bytes: [UInt8] {
    unsafe withPlatformString { path in
      unsafe Array(UnsafeBufferPointer(start: path, count: length)).map { UInt8(bitPattern: $0) }
    }
  }

  /// The path with exactly these bytes, UTF-8 or not; they must not contain NUL.
  package init(bytes: some Collection<UInt8>) {
    precondition(!bytes.contains(0), "a path can't contain a NUL byte")
    self = unsafe (Array(bytes) + [0]).withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: CInterop.PlatformChar.self) { text in
        unsafe FilePath(platformString: text.baseAddress!)
      }
    }
  }

  /// The folder that relative paths start from; nil when it is unknown.
  package static var workingFolder: FilePath? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe FilePath(platformString: path)
  }

  /// The folder that contains it; "." for a bare name.
  package var folder: FilePath {
    let parent = removingLastComponent()
    return parent.isEmpty ? "." : parent
  }

  /// The same path without components that stand for the folder before them: "a/b.jpg" for
  /// "a/./b.jpg". A path of nothing else stays as it is.
  package var withoutDots: FilePath {
    let kept = components.filter { $0.kind != .currentDirectory }
    return kept.count == components.count || kept.isEmpty && root == nil
      ? self : FilePath(root: root, kept)
  }
}

extension FilePath.Component {
  package var bytes: [UInt8] { FilePath(root: nil, [self]).bytes }

  /// The name with exactly these bytes, UTF-8 or not; nil if they are no name.
  package init?(_ bytes: Span<UInt8>) {
    guard let name = FilePath(bytes: Array(copying: bytes)).lastComponent else { return nil }
    self = name
  }
}

extension Array where Element == UInt8 {
  package init(copying bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
  }
}

extension Span where Element == UInt8 {
  package func starts(with prefix: [UInt8]) -> Bool {
    count >= prefix.count && prefix.indices.allSatisfy { self[$0] == prefix[$0] }
  }
}
