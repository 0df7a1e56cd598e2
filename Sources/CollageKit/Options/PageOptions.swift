internal import PhotoLayouts

/// How photos are divided among pages.
package struct PageOptions: Hashable, Sendable {
  /// The most photos on a page; nil for as many as its cells or its template have room for, else
  /// `defaultPerPage`.
  package var perPage: Int?
  /// In which order photos come, and where pages break; nil for as they were named.
  package var order: PageOrder?
  /// How many cells stand beside each other, in as many rows as the page has room for; nil if
  /// photos are not put into cells.
  package var columns: Int?
  /// Whether the first page shows the title, the dates and the best photo; nil for no.
  package var hasCover: Bool?
  /// Whether a number stands in each page's lower margin; nil for no.
  package var hasPageNumbers: Bool?
  /// What begins new pages and stands above them; nil for nothing.
  package var headings: PageHeadings?

  package static let defaultPerPage = 6
  /// The columns of the contact sheet, unless something else is said.
  static let contactColumns = 5
  package static let maxColumns = 100

  package init() {}

  /// These, and where something isn't said what others say.
  package func over(_ others: PageOptions) -> PageOptions {
    var options = self
    options.perPage = perPage ?? others.perPage
    options.order = order ?? others.order
    options.columns = columns ?? others.columns
    options.hasCover = hasCover ?? others.hasCover
    options.hasPageNumbers = hasPageNumbers ?? others.hasPageNumbers
    options.headings = headings ?? others.headings
    return options
  }

  /// Whether photos come in the order in which they were taken.
  var goesByDate: Bool {
    switch order {
    case .date, .event: true
    case .name: false
    case nil: headings == .day
    }
  }

  /// Whether there are words on pages beside those that the collage's options ask for.
  package var hasText: Bool { hasCover == true || hasPageNumbers == true || headings != nil }

  /// What was chosen that makes no sense beside a template, which has no room for text.
  package var templateConflicts: [TemplateConflict] {
    [
      columns == nil ? nil : .columns, hasCover == true ? .cover : nil,
      hasPageNumbers == true ? .pageNumbers : nil, headings == nil ? nil : .headings,
    ].compactMap(\.self)
  }

  /// What holds where nothing else is chosen: an A4 page, and with columns the contact sheet.
  package var basis: CollageOptions {
    var options = CollageOptions()
    options.layout.canvas = Canvas("A4@300dpi")!
    if columns != nil { Look.contact?.apply(to: &options) }
    return options
  }

  /// The columns that are asked for, by the number or by the look of the contact sheet.
  func columns(beside options: CollageOptions) -> Int? {
    if columns != nil || perPage != nil || options.layout.cells != nil { return columns }
    return isContactSheet(options) ? Self.contactColumns : nil
  }

  /// Whether folders follow each other on a page: on contact sheets, unless headings part them.
  func flowsOn(beside options: CollageOptions) -> Bool {
    headings == nil && (columns != nil || isContactSheet(options))
  }

  private func isContactSheet(_ options: CollageOptions) -> Bool {
    options.look != nil && options.look == Look.contact
  }
}

extension SettingOverrides<CollageOptions> {
  /// The name of the first choice that says otherwise than columns how photos lie; nil if there is
  /// none.
  package var againstColumns: String? {
    if choice("cells") != nil { return "cells" }
    guard let layout = choice("layout"), layout != LayoutStyle.grid.rawValue else { return nil }
    return "layout"
  }
}

/// In which order photos come onto pages.
package enum PageOrder: String, Hashable, Sendable, CaseIterable {
  /// As they were named, on pages that are alike full.
  case name
  /// By the time they were taken, on pages that break where much time passes.
  case date
  /// By the time they were taken, and each event begins a page.
  case event
}

/// What stands above the first page of photos that belong together.
package enum PageHeadings: String, Hashable, Sendable, CaseIterable {
  /// The day on which they were taken.
  case day
  /// The name of their folder.
  case folder
}

extension Look {
  /// That of contact sheets.
  static var contact: Look? { named("contact") }
}
