package import PhotoCodecs

/// What tells a file from others between two steps, also after it was renamed or moved.
package struct NextFile: Hashable, Sendable {
  package let inode: UInt64
  /// In bytes.
  package let size: Int
  package let modified: FileTime

  package init(inode: UInt64, size: Int, modified: FileTime) {
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  package init(_ identity: FileIdentity) {
    self.init(inode: identity.file.inode, size: identity.size, modified: identity.modified)
  }
}

/// What `collage next` remembers of a photo.
package struct NextRecord: Hashable, Sendable {
  package var file: NextFile
  /// Of its bytes; nil as long as nobody needed to know it.
  package var digest: Digest?
  /// The step in which it was found, from 1.
  package var found: Int
  /// The last cycle in which it was shown; 0 if it never was.
  package var cycle = 0
  /// The last step in which it was shown; 0 if it never was.
  package var step = 0
  /// The number of the moment that it shows together with others; 0 for none.
  package var moment = 0
  /// Its rank among the photos of that moment, 0 for the best.
  package var rank = 0
  /// Whether it couldn't be decoded.
  package var isDamaged = false

  package init(_ file: NextFile, found: Int, digest: Digest? = nil) {
    self.file = file
    self.found = found
    self.digest = digest
  }
}

/// How far a series of pictures has come.
package struct NextProgress: Hashable, Sendable {
  /// How many pictures were made.
  package var step = 0
  /// The cycle that is being shown, from 1.
  package var cycle = 1
  /// How many of the pictures mixed events.
  package var mixed = 0

  package init() {}
}
