/// The structure of a tagged PDF (ISO 32000-1, 14.7), which it has as objects after those of all
/// pages: what is on each page, in reading order.
struct PDFStructure: Sendable {
  private struct Page {
    /// Of its object.
    let number: Int
    let elements: [PDFElement]
  }

  /// The first objects; those of pages follow.
  private enum Object: Int {
    case root, parents, document

    static let last = document.rawValue
  }

  /// Whether each page is a section.
  private let hasSections: Bool
  private var pages: [Page] = []

  init(hasSections: Bool) { self.hasSections = hasSections }

  /// Adds the next page.
  ///
  /// - Parameter number: of its object.
  mutating func add(_ elements: [PDFElement], ofPage number: Int) {
    pages.append(Page(number: number, elements: elements))
  }

  /// The entries of the dictionary of a page with this index, which `add` has got or will get.
  static func entries(ofPage index: Int) -> String { "/StructParents \(index)/Tabs/S" }

  /// The entries of the catalogue.
  ///
  /// - Parameter first: the number of the first of the objects.
  static func entries(of document: PDFDocumentWords, from first: Int) -> String {
    "/Lang\(PDFText.string(document.language))/MarkInfo<</Marked true>>"
      + "/ViewerPreferences<</DisplayDocTitle true>>/StructTreeRoot \(first) 0 R"
  }

  private func count(_ page: Page) -> Int { page.elements.count + (hasSections ? 1 : 0) }

  /// The numbers of the objects of pages, each of which is followed by its elements'.
  ///
  /// - Parameter first: as in `objects`.
  func sections(from first: Int) -> [Int] {
    var next = first + Object.last + 1
    return pages.map { page in
      defer { next += count(page) }
      return next
    }
  }

  /// The values of the objects.
  ///
  /// - Parameter first: the number of the first of them; the others follow it.
  func objects(from first: Int) -> [String] {
    func number(_ object: Object) -> Int { first + object.rawValue }
    func references(_ numbers: some Sequence<Int>) -> String {
      numbers.map { "\($0) 0 R" }.joined(separator: " ")
    }
    let document = number(.document)
    let sections = sections(from: first)
    let elements = zip(pages, sections).map { page, section in
      let start = section + (hasSections ? 1 : 0)
      return start..<start + page.elements.count
    }
    let parents = elements.enumerated().map { "\($0)[\(references($1))]" }
    let kids = hasSections ? references(sections) : references(elements.joined())
    let ofPages = zip(pages, sections).enumerated().flatMap { index, place in
      let (page, section) = place
      let own = elements[index]
      let parent = hasSections ? section : document
      let values = page.elements.enumerated().map {
        $1.value(in: parent, page: page.number, mark: $0)
      }
      guard hasSections else { return values }
      return ["<</Type/StructElem/S/Sect/P \(document) 0 R/K[\(references(own))]>>"] + values
    }
    return [
      "<</Type/StructTreeRoot/K[\(document) 0 R]/ParentTree \(number(.parents)) 0 R"
        + "/ParentTreeNextKey \(pages.count)/RoleMap\(PDFElement.Role.roleMap)>>",
      "<</Nums[\(parents.joined(separator: " "))]>>",
      "<</Type/StructElem/S/Document/P \(first) 0 R/K[\(kids)]>>",
    ] + ofPages
  }
}
