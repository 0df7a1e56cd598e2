internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// Writes pages to one PDF, as they come.
final class BookAssembly: PageAssembly {
  private let writer: FileWriter
  private let inputs: [FileIdentity]
  /// Where the file really is.
  private let place: FilePath
  private let state: Locked<State>

  private struct State: ~Copyable {
    var file: PendingFile
    var book: PDFBook
  }

  /// - Parameters:
  ///   - folder: whose book it is, for the recipe; nil if that is nobody's.
  ///   - words: what the book says to those who don't see it; nil for nothing.
  ///   - document: what its tags say of the whole; nil for none, and then its pages must say
  ///     nothing, too.
  ///   - inputs: the files of all pictures, none of which is replaced.
  /// - Throws: when what has the name may not be replaced.
  init(
    _ writer: FileWriter, pages count: Int, of folder: String?, _ space: ColourSpace,
    saying words: PictureWords?, _ document: PDFDocumentWords?,
    protecting inputs: [FileIdentity]
  ) throws(PhotoWriterError) {
    self.writer = writer
    self.inputs = inputs
    place = try writer.place(protecting: inputs)
    state = Locked(
      State(
        file: try writer.pendingFile(at: place),
        book: PDFBook(
          pages: count, space, recipe: Self.recipe(pages: count, of: folder, saying: words),
          document)))
  }

  /// By which a book is known as one of ours. What its pages were made of they tell themselves.
  private static func recipe(
    pages count: Int, of folder: String?, saying words: PictureWords?
  ) -> RecipeRecord {
    let owner = folder.map { #""folder":"\#($0)","# } ?? ""
    return RecipeRecord(
      json: #"{\#(owner)"pages":\#(count),"version":"\#(Version.picture)"}"#, words: words)
  }

  func encode(
    _ collage: Collage, index: Int, _ cancellation: Cancellation
  ) throws(PhotoWriterError) -> PDFBookPage {
    try rethrowing(collage.bookPage()) { (error: CodecError) in
      PhotoWriterError.encoding(writer.target, "\(error)")
    }
  }

  func add(_ page: PDFBookPage) throws(PhotoWriterError) {
    try state.withLock { state throws(PhotoWriterError) in
      try state.file.write(state.book.bytes(adding: page), for: writer.target)
    }
  }

  func publish(
    _ proof: PagesProof, protecting digests: Set<Digest>, _ cancellation: Cancellation
  ) throws(PhotoWriterError) -> [SavedAsset] {
    try state.withLock { state throws(PhotoWriterError) in
      let end = state.book.end(proof: proof.digest)
      try state.file.write(end.bytes, for: writer.target)
      return [
        try writer.publish(
          &state.file, AssetID(end.digest), as: place, protecting: inputs, digests, cancellation)
      ]
    }
  }
}
