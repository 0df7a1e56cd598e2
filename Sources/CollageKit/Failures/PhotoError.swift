internal import Files
package import Imaging
package import PhotoCodecs
package import PhotoSources
package import SystemPackage

/// A problem with one photo.
package struct PhotoError: Error, Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// The file can't be opened.
    case file(PhotoFileError)
    /// It is a folder with so many pictures.
    case folder(pictures: Int)
    /// It is a folder whose pictures are all in folders below it.
    case picturesBelow(PicturesBelow)
    /// It is a folder in which there are only so many collages of this program.
    case onlyCollages(Int)
    /// It is a folder, and was given as such a picture beside the photos.
    case folderAsPicture(PictureRole)
    /// A recipe names it, but no file with its bytes was found.
    case notFound
    /// It was given as a template, but has no transparent opening.
    case noOpening
    /// It is a URL, but not of http or https.
    case url(PhotoURL)
    /// It can't be fetched from the web.
    case web(FetchError)
    /// It can't be decoded.
    case codec(CodecError)
  }

  /// What a picture beside the photos is for.
  package enum PictureRole: String, Sendable {
    case template
    case overlay
  }

  package let address: PhotoAddress
  package let cause: Cause

  package init(_ address: PhotoAddress, cause: Cause) {
    self.address = address
    self.cause = cause
  }

  package init(path: FilePath, cause: Cause) { self.init(.file(path), cause: cause) }

  /// The same where there may be any number of photos, as on pages.
  var takingAnyNumber: PhotoError {
    guard case .picturesBelow(var pictures) = cause else { return self }
    pictures.takesAnyNumber = true
    return PhotoError(address, cause: .picturesBelow(pictures))
  }

  /// Whether the photo can be used if damage is allowed.
  package var isAllowable: Bool {
    if case .codec(.damaged(_, allowable: true)) = cause { true } else { false }
  }

  /// A sentence for the user.
  package func message(_ remedies: Remedies) -> String {
    let reason = reason(remedies)
    return if case .url = cause { reason } else { "\(address.displayed): \(reason)" }
  }

  /// The sentence without the path.
  package func reason(_ remedies: Remedies) -> String {
    switch cause {
    case .file(.missing) where address.isPattern: "no file matches it here"
    case .file(let error): "\(error)"
    case .folder(pictures: 0):
      "this folder contains no pictures itself; choose another, or name picture files"
    case .picturesBelow(let pictures):
      "this folder contains no pictures itself, but \(pictures.text); "
        + "\(remedies(.picturesBelow(anyNumber: pictures.takesAnyNumber)))"
    case .onlyCollages(let count):
      (count == 1 ? "the only picture" : "all \(count) pictures") + " in this folder "
        + (count == 1 ? "is a collage" : "are collages") + "; \(remedies(.onlyCollages))"
    case .folder(let count):
      "this is a folder with \(count == 1 ? "one photo" : "\(count) photos"); "
        + "\(remedies(.folderOfPhotos))"
    case .folderAsPicture(let role):
      "this is a folder; the \(role.rawValue) is one picture, so name its file"
    case .notFound where address.url != nil:
      "this photo can't be fetched from there any more (the query of its URL isn't kept); "
        + "\(remedies(.missingPhoto))"
    case .notFound: "no file with this photo's content was found; \(remedies(.missingPhoto))"
    case .noOpening:
      "has no transparent opening, so it is no template; use a PNG, WebP or AVIF that is "
        + "transparent where photos go"
    case .url(let url): "\(url)"
    case .web(let error): "\(error)"
    case .codec(let error): "\(error)" + (error.remedy(remedies).map { "; \($0)" } ?? "")
    }
  }
}

extension PhotoAddress {
  /// Whether it is a path that looks like a shell's pattern for several.
  package var isPattern: Bool {
    file?.bytes.contains { [UInt8(ascii: "*"), UInt8(ascii: "?")].contains($0) } ?? false
  }
}

extension CodecError {
  /// What the user can do; nil if the error's own text says so.
  fileprivate func remedy(_ remedies: Remedies) -> String? {
    switch self {
    case .damaged(_, allowable: true): remedies(.damagedPhoto)
    case .tooManyPixels: remedies(.tooManyPixels)
    case .tooManyScans: remedies(.tooManyScans)
    case .needsMemory: remedies(.photoNeedsMemory)
    default: nil
    }
  }
}

/// A problem with a photo that was used all the same, or with a text.
package struct PhotoWarning: Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// A few words, without the path.
    case note(String)
    /// A setting that changes nothing, and why: a sentence.
    case idle(String)
    /// No photo has any of these fields of captions, by their names; whether captions show nothing
    /// else.
    case lackingFields([String], areAll: Bool)
    /// EXIF says that the photo with this number, from 1, must be rotated, but it is ignored in
    /// this format.
    case ignoredOrientation(Orientation, PhotoFormat, number: Int)
    /// So many faces in the photo with this number, from 1, are cut; what would keep them, if that
    /// is known.
    case cutFaces(Int, number: Int, FaceRescue?)
    /// The photo has too few pixels for its place.
    case enlarged(Enlargement)
    /// So many photos have, of which one is enlarged most.
    ///
    /// - Parameter names: of their files; empty where they are too many to be told.
    case manyEnlarged(Int, most: Enlargement, names: [String])
    /// The title, if so, and the captions of photos with these numbers, from 1, are too long for
    /// their places.
    case cutTexts(title: Bool, captions: [Int])
    /// The captions of photos with these numbers, from 1, lie on faces.
    case coveredFaces([Int])
    /// These texts that belong to no photo, the captions of photos with these numbers, from 1, and
    /// faces in others may be cut off with the edges of the print.
    case outsideSafeZone([TextRole], captions: [Int], faces: [Int])
    /// The page is so large that its PDF counts in units of so many points, which not every program
    /// knows.
    case largeUnits(Int)
    /// Photos have HDR, which a collage in this tone can't have.
    case hdrWithoutColours(Tone)
    /// So many photos stand in an order of time, but don't say when they were taken.
    case undated(Int)
    /// So many events of a book take several pages each; how many photos a page must have for one
    /// to be enough, nil where that can't be chosen.
    case dividedEvents(Int, keptBy: Int?)
  }

  /// Nil if it isn't about a single photo.
  package let address: PhotoAddress?
  let cause: Cause

  /// Whether it is about settings, so that it is the same for all pages of a book.
  var isOfSettings: Bool {
    switch cause {
    case .idle, .lackingFields: true
    default: false
    }
  }

  /// Whether it is told once in a run, whatever number of collages it is about.
  package var isToldOnce: Bool {
    switch cause {
    case .largeUnits, .hdrWithoutColours: true
    default: false
    }
  }

  /// A sentence for the user.
  package func message(_ remedies: Remedies) -> String {
    (address.map { "\($0.displayed): " } ?? "") + "warning: \(reason(remedies))"
  }

  /// "the captions of photos 2, 3".
  private static func named(_ captions: [Int]) -> String {
    "the caption\(captions.count == 1 ? "" : "s") of \(photos(captions))"
  }

  private static let placeMeaning =
    "a place is a city or spot whose name a program has written into the photo, and coordinates "
    + "are not looked up"

  /// "photos 2, 3".
  private static func photos(_ numbers: [Int]) -> String {
    "photo\(numbers.count == 1 ? "" : "s") \(numbers.map { "\($0)" }.listed)"
  }

  private static func outsideSafeZone(
    _ texts: [TextRole], _ captions: [Int], _ faces: [Int], _ remedies: Remedies
  ) -> String {
    let parts =
      texts.map { "the \($0.rawValue)" } + (captions.isEmpty ? [] : [named(captions)])
      + (faces.isEmpty ? [] : ["faces in \(photos(faces))"])
    let verb = texts.count + captions.count == 1 && faces.isEmpty ? "lies" : "lie"
    let hasTexts = !(texts.isEmpty && captions.isEmpty)
    return
      "\(parts.joined(separator: " and ")) \(verb) outside the safe zone, where the print is "
      + "cut; \(remedies(hasTexts ? .outsideSafeZone : .facesOutsideSafeZone))"
  }

  private func reason(_ remedies: Remedies) -> String {
    switch cause {
    case .note(let note), .idle(let note): return note
    case .lackingFields(let fields, let areAll):
      let names = fields.map { "{\($0)}" }.joined(separator: " or ")
      return "no photo has \(names), so "
        + (areAll ? "there are no captions" : "captions leave that out")
        + (fields.contains("place") ? "; \(Self.placeMeaning)" : "")
    case .cutFaces(let count, let number, let rescue):
      return (count == 1 ? "a face is cut" : "\(count) faces are cut")
        + "; \(remedies(.cutFaces(number, rescue)))"
    case .enlarged(let enlargement):
      return "enlarged \(enlargement.text)"
        + (enlargement.dots.map { ": prints at \($0.shown) dpi, not \($0.wanted)" }
          ?? ", so it will look soft")
    case .manyEnlarged(let count, let most, let names):
      return "\(count) photos are enlarged, up to \(most.text)"
        + (most.dots.map { ": they print at \($0.shown) dpi or more, not \($0.wanted)" }
          ?? ", so they will look soft")
        + (names.isEmpty ? "" : ": \(names.listed)")
    case .cutTexts(let title, let captions):
      let texts = (title ? ["the title"] : []) + (captions.isEmpty ? [] : [Self.named(captions)])
      let verb = (title ? 1 : 0) + captions.count == 1 ? "is" : "are"
      return "\(texts.joined(separator: " and ")) \(verb) cut; \(remedies(.cutText))"
    case .coveredFaces(let captions):
      return "\(Self.named(captions)) \(captions.count == 1 ? "covers" : "cover") a face; "
        + remedies(.coveredFaces)
    case .outsideSafeZone(let texts, let captions, let faces):
      return Self.outsideSafeZone(texts, captions, faces, remedies)
    case .largeUnits(let points):
      return
        "a PDF's page of more than 5.08 m has larger units (UserUnit), which Acrobat knows; "
        + "poppler and CUPS don't, so they show and print this one at 1/\(points) of its size"
    case .undated(let count):
      return count == 1
        ? "1 photo doesn't say when it was taken; it follows the one that was named before it"
        : "\(count) photos don't say when they were taken; each follows the one that was named "
          + "before it"
    case .dividedEvents(let count, let perPage):
      let remedy = perPage.map { perPage in
        "; \(remedies.name(of: "per-page")) \(perPage) gives \(count == 1 ? "it" : "each") one page"
      }
      return (count == 1 ? "one event takes" : "\(count) events take") + " several pages"
        + (remedy ?? "")
    case .hdrWithoutColours(let tone):
      return "photos have HDR, which is left out: the tone \(tone.rawValue) has none"
    case .ignoredOrientation(let orientation, let format, let number):
      let turn = Turn(orientation)
      let help =
        turn == .none
        ? "it may be shown mirrored"
        : "if it looks wrong, \(remedies(.unturnedPhoto(number, turn)))"
      return
        "its EXIF orientation, \(orientation.rawValue), is ignored in "
        + "\(format.rawValue.uppercased()) files; \(help)"
    }
  }
}
