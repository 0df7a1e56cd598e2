package import PhotoCodecs

/// What a `PhotoWriter` saves as one file: a collage, a sheet, whatever can be encoded.
package protocol Savable: Sendable {
  /// Decides the file's name in a library.
  var format: OutputFormat { get }
  /// The files that it was made of, none of which may be overwritten.
  var inputs: [FileIdentity] { get }
  /// Of these files.
  var inputDigests: Set<Digest> { get }

  /// An encoder for the whole file, which carries a recipe if it is a collage's. Ask for one each
  /// time it is saved: each gives the same bytes.
  ///
  /// - Throws: `outOfMemory`, and what such a file can't hold.
  func encoder() throws(CodecError) -> any FileEncoder
}
