/// The structure of a tagged PDF of which everything fits together: each element is in the tree of
/// its parents, has its content marked on its page, and lies on that, and all content of pages is
/// marked as that of one element, or as an artifact.
package struct PDFTags {
  /// An element that has content.
  package struct Element: Equatable {
    /// Its structure type.
    package let type: String
    /// What takes the place of its content: a description of a picture, or the same as text.
    package let text: String
    /// Of the text, where that isn't the document's.
    package let language: String?
    /// The page that it is on, from 0.
    package let page: Int
    /// In units of the page.
    package let box: [Double]

    package init(
      type: String, text: String, language: String? = nil, page: Int, box: [Double]
    ) {
      (self.type, self.text, self.page, self.box) = (type, text, page, box)
      self.language = language
    }
  }

  package typealias Fault = PDFObjects.Fault

  /// The catalogue.
  package let catalogue: PDFValue
  /// In reading order.
  package private(set) var elements: [Element] = []
  /// The types of all elements that have no content, in order.
  package private(set) var groups: [String] = []
  /// The kinds of artifacts, "" for no special one, in the order of the pages.
  package private(set) var artifacts: [String] = []

  private let objects: PDFObjects
  /// The numbers of the pages' objects.
  private let pages: [Int]
  /// The lines of each page's content.
  private var contents: [[Substring]] = []
  /// For each page, the numbers of the elements of its marks.
  private var parents: [[Int]] = []
  /// The marks that are met in the structure, by page.
  private var marks: [[Int]]

  package init(_ bytes: [UInt8]) throws(Fault) {
    objects = try PDFObjects(bytes)
    catalogue = try Self.value(objects.number(containing: "/Type/Catalog"), objects)
    let list = try Self.value(objects.number(containing: "/Type/Pages/"), objects)
    pages = list["Kids"]?.array?.compactMap(\.reference) ?? []
    marks = Array(repeating: [], count: pages.count)
    guard let number = catalogue["StructTreeRoot"]?.reference,
      case let root = try Self.value(number, objects), let tree = root["ParentTree"]?.reference,
      let nums = try Self.value(tree, objects)["Nums"]?.array, nums.count == 2 * pages.count,
      root["ParentTreeNextKey"]?.number == Double(pages.count)
    else { throw Fault(reason: "no structure, or no tree of parents") }
    for (index, page) in pages.enumerated() {
      guard nums[2 * index].number == Double(index),
        let numbers = nums[2 * index + 1].array?.compactMap(\.reference),
        try Self.value(page, objects)["StructParents"]?.number == Double(index)
      else { throw Fault(reason: "the elements of page \(index) can't be found") }
      parents.append(numbers)
      contents.append(try Self.content(of: page, objects))
    }
    guard let kids = root["K"]?.array, kids.count == 1 else {
      throw Fault(reason: "not one document")
    }
    try add(kids, of: number)
    for index in pages.indices {
      let content = try marked(index)
      guard content.sorted() == marks[index].sorted(), content == Array(content.indices),
        content.count == parents[index].count
      else { throw Fault(reason: "page \(index) has the marks \(content)") }
    }
  }

  private static func value(_ number: Int, _ objects: PDFObjects) throws(Fault) -> PDFValue {
    let text = objects.value(number)
    guard text.hasPrefix("\(number) 0 obj\n"),
      let value = PDFValue(text.dropFirst("\(number) 0 obj\n".count))
    else { throw Fault(reason: "object \(number) isn't whole") }
    return value
  }

  private mutating func add(_ kids: [PDFValue], of parent: Int) throws(Fault) {
    for kid in kids {
      guard let number = kid.reference, case let element = try Self.value(number, objects),
        element["Type"]?.name == "StructElem", element["P"]?.reference == parent,
        let type = element["S"]?.name
      else { throw Fault(reason: "a child of \(parent) is none") }
      if let kids = element["K"]?.array {
        groups.append(type)
        try add(kids, of: number)
      } else {
        try add(element, type, number)
      }
    }
  }

  private mutating func add(
    _ element: PDFValue, _ type: String, _ number: Int
  ) throws(Fault) {
    guard let page = element["Pg"]?.reference.flatMap(pages.firstIndex),
      let mark = element["K"]?.number.map({ Int($0) }), parents[page].indices.contains(mark),
      parents[page][mark] == number,
      let text = (element["Alt"] ?? element["ActualText"])?.string, !text.isEmpty,
      let box = try box(of: element, type, page, mark), box.count == 4,
      let paper = try Self.value(pages[page], objects)["MediaBox"]?.array?.compactMap(\.number),
      box[0] < box[2], box[1] < box[3], box[0] >= -1, box[1] >= -1, box[2] <= paper[2] + 1,
      box[3] <= paper[3] + 1
    else { throw Fault(reason: "element \(number), \(type), isn't as it should be") }
    marks[page].append(mark)
    elements.append(
      Element(
        type: type, text: text, language: element["Lang"]?.string, page: page, box: box))
  }

  /// Where a picture says that it lies; of another element, where its mark is.
  private func box(
    of element: PDFValue, _ type: String, _ page: Int, _ mark: Int
  ) throws(Fault) -> [Double]? {
    if ["Collage", "Figure"].contains(type) {
      guard element["A"]?["O"]?.name == "Layout" else { return nil }
      return element["A"]?["BBox"]?.array?.compactMap(\.number)
    }
    let lines = contents[page]
    guard element["A"] == nil,
      let line = lines.firstIndex(of: "/\(type)<</MCID \(mark)>>BDC").map({ lines[$0 + 1] }),
      case let numbers = line.split(separator: " ").compactMap({ Double($0) }), numbers.count == 4
    else { return nil }
    let corners = [numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3]]
    return corners.map { ($0 * 100_000).rounded() / 100_000 }
  }

  private static func content(of page: Int, _ objects: PDFObjects) throws(Fault) -> [Substring] {
    guard let contents = try value(page, objects)["Contents"]?.reference else {
      throw Fault(reason: "a page without content")
    }
    return String(decoding: try objects.stream(contents), as: UTF8.self).split(separator: "\n")
  }

  /// The marks in the content of a page, in order. Each has a line for its beginning and its end.
  private mutating func marked(_ page: Int) throws(Fault) -> [Int] {
    var found: [Int] = []
    var isInside = false
    for line in contents[page] {
      let begins = line.hasSuffix("BDC") || line.hasSuffix("BMC")
      guard begins != isInside || line == "EMC" || !begins else {
        throw Fault(reason: "a mark within a mark: \(line)")
      }
      guard begins || isInside else { throw Fault(reason: "\(line) is not marked") }
      if line == "EMC" { isInside = false }
      guard begins else { continue }
      isInside = true
      let entries = PDFValue(line.drop { $0 != "<" })
      if line.hasPrefix("/Artifact") {
        let kinds = [entries?["Type"]?.name, entries?["Subtype"]?.name].compactMap(\.self)
        artifacts.append(kinds.joined(separator: " "))
      } else if let mark = entries?["MCID"]?.number {
        found.append(Int(mark))
      } else {
        throw Fault(reason: "\(line) marks nothing")
      }
    }
    guard !isInside else { throw Fault(reason: "a mark without its end") }
    return found
  }
}
