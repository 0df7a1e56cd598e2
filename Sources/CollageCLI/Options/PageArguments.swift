internal import ArgumentParser
internal import CollageKit

/// How photos are divided among pages.
struct PageArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Put up to n photos on a page; \(PageOptions.defaultPerPage) by default, or as many as there "
        + "are cells, or openings in the template.",
      valueName: "n"), transform: Count.argument)
  var perPage: Count?

  @Option(
    help: ArgumentHelp(
      "The photos' order: name (as given, on pages that are alike full), date (as taken, and pages "
        + "break where much time passes) or event (as taken, and each event begins a page).",
      valueName: "order"))
  var by: PageOrder?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Put whole photos into equal cells, n beside each other, in as many rows as the page has "
        + "room for: a contact sheet.",
      valueName: "n"), transform: Self.columns)
  var columns: Count?

  @Flag(
    help: """
      Begin with a cover: the title, the best photo, and when the photos were taken. It shows one \
      photo that a page has, too.
      """)
  var cover = false

  @Flag(help: "Number the pages at their lower edge; the cover has no number.")
  var pageNumbers = false

  @Option(
    help: ArgumentHelp(
      "Begin a new page for each day or each folder, and put it above: day or folder.",
      valueName: "what"))
  var headings: PageHeadings?

  var options: PageOptions {
    var options = PageOptions()
    options.hasCover = cover ? true : nil
    options.hasPageNumbers = pageNumbers ? true : nil
    options.headings = headings
    options.perPage = perPage?.value
    options.order = by
    options.columns = columns?.value
    return options
  }

  private static func columns(_ text: String) throws -> Count {
    guard let count = try? Count.argument(text), count.value <= PageOptions.maxColumns else {
      throw ValidationError("it must be a whole number from 1 to \(PageOptions.maxColumns)")
    }
    return count
  }
}

extension PageOrder: ExpressibleByArgument {}

extension PageHeadings: ExpressibleByArgument {}
