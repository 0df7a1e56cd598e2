/// Answers of picture search services, in their documented form.
package enum SearchAnswers {
  /// A result.
  package struct Picture {
    /// Titles and the parts of its URLs.
    package let name: String
    /// "jpg".
    package var type: String
    package var licence: String
    package var creator: String

    package init(
      _ name: String, type: String = "jpg", licence: String = "by", creator: String = "Ann"
    ) {
      self.name = name
      self.type = type
      self.licence = licence
      self.creator = creator
    }
  }

  /// A page of Openverse.
  ///
  /// - Parameter base: what the pictures' URLs begin with, such as "http://127.0.0.1:1234/".
  package static func openverse(
    _ pictures: [Picture], page: Int = 1, pages: Int = 1, total: Int? = nil,
    base: String = "https://example.org/"
  ) -> [UInt8] {
    let results = pictures.map { picture in
      """
      {"id": "36537842-b067-4ca0-ad67-e00ff2e06b2d", "title": "\(picture.name)", "indexed_on": "2020-02-06T23:26:45Z",
       "foreign_landing_url": "https://source.example/\(picture.name)", "url": "\(base)\(picture.name).\(picture.type)",
       "creator": "\(picture.creator)", "creator_url": null, "license": "\(picture.licence)", "license_version": "4.0",
       "license_url": "https://creativecommons.org/licenses/\(picture.licence)/4.0/", "provider": "flickr",
       "source": "flickr", "category": null, "filesize": null, "filetype": "\(picture.type)", "tags": [],
       "thumbnail": "\(base)thumb/\(picture.name)", "height": 3000, "width": 4000, "mature": false}
      """
    }
    return Array(
      """
      {"result_count": \(total ?? pictures.count), "page_count": \(pages), "page_size": 20, "page": \(page),
       "results": [\(results.joined(separator: ", "))], "warnings": []}
      """.utf8)
  }

  /// The lines of a header with which Openverse tells its limits.
  package static func limits(burst: Int, sustained: Int) -> [String] {
    [
      "X-RateLimit-Limit-anon_burst: 20/min", "X-RateLimit-Available-anon_burst: \(burst)",
      "X-RateLimit-Limit-anon_sustained: 200/day",
      "X-RateLimit-Available-anon_sustained: \(sustained)",
    ]
  }

  /// A page of MediaWiki's API; the last result comes first, because ids decide the order there.
  ///
  /// - Parameter more: the rest of the object, such as a continuation.
  package static func commons(
    _ pictures: [Picture], base: String = "https://example.org/", more: String = ""
  ) -> [UInt8] {
    let pages = pictures.enumerated().reversed().map { index, picture in
      """
      "\(900 - index)": {"pageid": \(900 - index), "ns": 6, "title": "File:\(picture.name).\(picture.type)",
       "index": \(index + 1), "imagerepository": "local", "imageinfo": [{"size": 1234, "width": 640, "height": 480,
       "thumburl": "\(base)thumb/\(picture.name)", "thumbwidth": 500, "thumbheight": 375,
       "url": "\(base)\(picture.name).\(picture.type)",
       "descriptionurl": "https://commons.example/wiki/File:\(picture.name).\(picture.type)", "mime": "image/\
      \(picture.type == "jpg" ? "jpeg" : picture.type)", "extmetadata": {
       "ObjectName": {"value": "\(picture.name)", "source": "mediawiki-metadata", "hidden": ""},
       "Artist": {"value": "<a href=\\"//commons.example/wiki/User:X\\" title=\\"User:X\\">\(picture.creator)</a> &amp; others"},
       "LicenseShortName": {"value": "\(picture.licence)", "source": "commons-desc-page"},
       "LicenseUrl": {"value": "//creativecommons.org/licenses/by-sa/4.0"}}}]}
      """
    }
    let query =
      pictures.isEmpty ? "" : ", \"query\": {\"pages\": {\(pages.joined(separator: ", "))}}"
    return Array("{\"batchcomplete\": \"\"\(more)\(query)}".utf8)
  }
}
