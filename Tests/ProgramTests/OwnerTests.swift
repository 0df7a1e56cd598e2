import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What owners said of their photos, in them and beside them: dates, stars, names, keywords, titles.
@Suite(.waiting) struct OwnerTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 3) }

  private func xmp(_ attributes: String, _ elements: String = "") -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
    xmlns:xap="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \
    xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/" \
    \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
    """
  }

  private func write(_ text: String, to name: FilePath) throws {
    try place.folder.write(Array(text.utf8), to: name)
  }

  private func writeSidecars() throws {
    try write(
      xmp(
        #"xap:Rating="4" photoshop:DateCreated="1955-06""#,
        "<dc:title><rdf:Alt><rdf:li xml:lang=\"de\">Rom</rdf:li>"
          + "<rdf:li xml:lang=\"x-default\">Rome &amp; rain</rdf:li></rdf:Alt></dc:title>"
          + "<dc:subject><rdf:Bag><rdf:li>beach</rdf:li></rdf:Bag></dc:subject>"
          + "<r:Regions rdf:parseType=\"Resource\"><r:RegionList><rdf:Bag>"
          + "<rdf:li><rdf:Description r:Name=\"Jörg\" r:Type=\"Face\"/></rdf:li>"
          + "<rdf:li rdf:parseType=\"Resource\"><r:Name>Rex</r:Name><r:Type>Pet</r:Type></rdf:li>"
          + "</rdf:Bag></r:RegionList></r:Regions>"), to: "1.jpg.xmp")
    try write(xmp(#"xap:Rating="-1""#), to: "2.xmp")
    try write(
      """
      {"title":"3.jpg","description":"Taken out","photoTakenTime":{"timestamp":"1588448998"},\
      "people":[{"name":"Lena"}],"favorited":true}
      """, to: "3.jpg.supplemental-metadata.json")
  }

  @Test func `sidecars are found by search words, and told as JSON`() throws {
    try writeSidecars()
    for (word, names) in [
      ("rating:4", "./1.jpg\n"), ("rating:rejected", "./2.jpg\n"), ("favourite:", "./3.jpg\n"),
      ("person:jorg", "./1.jpg\n"), ("person:lena", "./3.jpg\n"), ("keyword:BEACH", "./1.jpg\n"),
      ("title:rome", "./1.jpg\n"), ("date:1955", "./1.jpg\n"), ("date:1955-06", "./1.jpg\n"),
      ("before:1956", "./1.jpg\n"), ("-rating:rejected", "./1.jpg\n./3.jpg\n"),
    ] {
      #expect(try place.run("find", word).answer == .done(names), "\(word)")
    }
    #expect(try place.run("find", "date:1955-06-01").exitCode == 1)
    #expect(
      try place.run("find", "--sort", "rating").answer == .done("./1.jpg\n./3.jpg\n./2.jpg\n"))
    let first = try place.run("find", "--json", "1.jpg").output
    for part in [
      #""date":"1955-06""#, #""dateFrom":"sidecar""#, #""rating":4"#, #""people":["Jörg"]"#,
      #""keywords":["beach"]"#, #""title":"Rome & rain""#,
    ] {
      #expect(first.contains(part), "\(part)")
    }
    let last = try place.run("find", "--json", "3.jpg").output
    #expect(
      last.contains(#""dateFrom":"takeout""#) && last.contains(#""favourite":true"#)
        && last.contains(#""title":"Taken out""#))
  }

  @Test(
    arguments: [
      ("lena", "person:lena finds 1"), ("BEACH", "keyword:BEACH finds 1"),
      ("Rome", "title:Rome finds 1"), ("e", "person:e finds 1, keyword:e 1, title:e 2"),
      ("rome & rain", "\"title:rome & rain\" finds 1"),
      ("nobody", nil), ("name:lena", nil),
    ] as [(String, String?)])
  func `words that no path has are looked for in people, keywords and titles`(
    word: String, found: String?
  ) throws {
    try writeSidecars()
    let answer = Answer.failed(
      1,
      "nothing found among 3 photos in this folder\(found.map { "; \($0)" } ?? ""); --in searches "
        + "another folder")
    #expect(try place.run("find", word).answer == answer)
    // What was read is known the next time.
    #expect(try place.run("find", word).answer == answer)
  }

  @Test func `what photos have in common is counted`() throws {
    try writeSidecars()
    let none = "2 photos have no keyword"
    #expect(
      try place.run("find", "--count-by", "keyword").answer == .done("1\tbeach\n", saying: none))
    #expect(
      try place.run("find", "--count-by", "keyword", "--json").output
        == "{\"photos\":1,\"value\":\"beach\"}\n")
    #expect(try place.run("find", "--count-by", "format").answer == .done("3\tjpeg\n"))
    let years = try place.run("find", "--count-by", "year").output.split(separator: "\n")
    #expect(years.first == "1\t1955" && years == years.sorted { $0.suffix(4) < $1.suffix(4) })
    let month = try place.run("find", "--count-by", "month", "person:Jörg")
    #expect(month.answer == .done("1\t1955-06\n"))
    #expect(
      try place.run("find", "keyword:zzz").answer
        == .failed(
          1,
          "nothing found among 3 photos in this folder; --count-by keyword lists those there are; "
            + "--in searches another folder"))
    #expect(
      try place.run("find", "rating:rejected", "--count-by", "person").answer
        == .failed(1, "the photo found has no person"))
    for options in [["-0"], ["--web", "x"], ["--sort", "name"], ["--best", "2"]] {
      #expect(try place.run(["find", "--count-by", "year"] + options).exitCode == 64)
    }
  }

  @Test func `what only a word hides is told beside what it would find`() throws {
    try writeSidecars()
    #expect(
      try place.run("find", "lena", "jpg").answer
        == .failed(
          1,
          "nothing found among 3 photos in this folder; 3 match without lena; person:lena finds 1; "
            + "--in searches another folder"))
    #expect(
      try place.run("find", "lena", "date:1999").answer
        == .failed(
          1,
          "nothing found among 3 photos in this folder, not even without one of the words; "
            + "person:lena finds 1; --in searches another folder"))
  }

  @Test func `the picker says what words would find, too`() throws {
    try writeSidecars()
    let picker = try PickerTerminal(in: place.folder, photos: 3)
    try picker.send("lena")
    try picker.wait {
      $0.pickerList == ["nothing found among 3 photos; person:lena finds 1"]
    }
    try picker.send("\u{15}person:lena")
    try picker.wait { $0.rows[0].contains("1 of 3 photos") }
    for (word, message) in [
      ("dat:", "dat: no key dat; did you mean date:?"),
      ("people:lena", "people:lena: no key people; did you mean person:?"),
    ] {
      try picker.send("\u{15}\(word)")
      try picker.wait { $0.pickerFacts.hasPrefix(message) }
    }
    try picker.send("\u{3}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test(arguments: [
    ("rating:x", "write rating:1 to rating:5 for so many stars or more, or rating:rejected"),
    ("rating:9", "write rating:1 to rating:5 for so many stars or more, or rating:rejected"),
    (
      "person:",
      "write what it contains, such as person:rome; 'collage find --count-by person' lists those "
        + "there are"
    ),
    ("favourite:x", "write favourite: alone"),
  ])
  func `wrong search words say how to write them`(word: String, advice: String) throws {
    // A key that nothing follows ends with its own colon.
    let start = word.hasSuffix(":") ? word : "\(word):"
    #expect(try place.run("find", word).answer == .failed(64, "\(start) \(advice)"))
  }

  @Test func `captions have what is known, and separators only between that`() throws {
    try writeSidecars()
    func captions(_ format: String) throws -> [String] {
      let plan = try place.run(
        "make", "1.jpg", "2.jpg", "3.jpg", "1.jpg", "--captions", format, "--dry-run")
      return plan.output.split(separator: "\n").compactMap { line in
        line.contains("\"caption\" : ")
          ? line.split(separator: "\"").dropFirst(3).first.map(String.init) : nil
      }.prefix(3).map { $0 }
    }
    #expect(try captions("{title}, {date:yyyy}").first == "Rome & rain, 1955")
    #expect(try captions("{title} ({date:yyyy-MM-dd})").first == "Rome & rain (1955-06)")
    #expect(try captions("{people} – {keywords} – {place}").first == "Jörg – beach")
    // A date is as precise as it is known.
    #expect(try captions("date").first == "June 1955")
    #expect(try captions("none").isEmpty)
    // The second has neither, and no text at all; the third has a date.
    #expect(try captions("{title}, {date:yyyy}").last == "Rome & rain, 1955")
  }

  @Test func `best takes stars first and no rejected photo, unless it is named`() throws {
    try write(xmp(#"xap:Rating="5""#), to: "2.jpg.xmp")
    #expect(try place.run("find", "--best", "1").answer == .done("./2.jpg\n"))
    try write(xmp(#"xap:Rating="-1""#), to: "2.jpg.xmp")
    let best = try place.run("find", "--best", "3").output
    #expect(!best.contains("2.jpg") && best.contains("1.jpg"))
    let named = try place.run(
      "make", "1.jpg", "2.jpg", "3.jpg", "--best", "2", "--dry-run")
    #expect(named.exitCode == 0)
    #expect(try place.run("find").output.contains("2.jpg"))
  }

  @Test func `with weights by rating, photos with more stars are larger`() throws {
    try write(xmp(#"xap:Rating="5""#), to: "3.jpg.xmp")
    func frames(_ arguments: String...) throws -> [Report.Frame] {
      let plan = try place.run(
        ["make", "1.jpg", "2.jpg", "3.jpg", "1.jpg", "--canvas", "900x300px", "--dry-run"]
          + arguments)
      return try Report.Layout(plan.output).photos.map(\.frame)
    }
    let rated = try frames("--weight", "rating")
    let given = try frames("--weight", "3=3")
    let equal = try frames()
    #expect(rated == given && rated != equal)
    #expect(rated[2].width * rated[2].height > equal[2].width * equal[2].height)
    // A weight of its own wins.
    let own = try frames("--weight", "rating", "--weight", "3=0.5")
    let alone = try frames("--weight", "3=0.5")
    #expect(own == alone)
    #expect(
      try place.run("make", "1.jpg", "2.jpg", "--weight", "stars").error
        .contains("equal or rating"))
  }

  @Test func `weights by rating are kept in the recipe, and in a batch`() throws {
    try write(xmp(#"xap:Rating="5""#), to: "2.jpg.xmp")
    let job = #"{"photos":["1.jpg","2.jpg"],"weight":"rating","canvas":"60x40px","output":"a.jpg"}"#
    try write(job + "\n", to: "jobs.jsonl")
    #expect(try place.run("batch", "jobs.jsonl").exitCode == 0)
    #expect(
      try place.run(
        "make", "1.jpg", "2.jpg", "--weight", "rating", "--canvas", "60x40px", "-o", "b.jpg"
      ).exitCode == 0)
    #expect(try place.folder.read("a.jpg") == place.folder.read("b.jpg"))
    let kept = try place.run(
      "make", "1.jpg", "2.jpg", "--weight", "rating", "--canvas", "60x40px")
    #expect(try place.run("library", "show", kept.id).output.contains(", weight rating"))
  }
}
