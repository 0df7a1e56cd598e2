internal import PhotoCodecs

extension Setting<CollageOptions> {
  /// Every setting of a collage, in the order in which they are shown and applied.
  package static let all: [Self] = [
    Self(
      "canvas", \.layout.canvas, .canvas, in: .layout,
      "The collage's size: pixels, paper such as 15x10cm@300dpi, 4x6in or A4, a ratio such as 16:9, or auto: as the layout "
        + "needs it, so that nothing is cropped.", recording: .canvas),
    Self(
      "long-side", \.layout.longSide, .wholeNumber(1...1_000_000), in: .layout,
      "The longer side of a canvas that is auto or a ratio, in pixels.",
      also: { if !$0.layout.canvas.needsLongSide { $0.layout.canvas = .auto } }, recording: .longSide),
    Self(
      "layout", \.layout.style, .choice("name"), in: .layout,
      "How photos are laid out: mosaic (crops least), grid (equal frames), rows, columns (justified) or strip.",
      also: { $0.layout.tree = nil }, recording: .layout),
    Self(
      "order", \.layout.order, .choice("kept|free"), in: .layout,
      "Whether photos keep their order (kept) or may change places where that crops less (free)."),
    Self(
      "balance", \.layout.balance, .number(0...1, placeholder: "share"), in: .layout,
      "How much alike sizes count: from 0 (crop least) to 1 (sizes as even as can be)."),
    Self(
      "pick", \.layout.pick, .wholeNumber(), in: .layout,
      "Which of the possible layouts to take, 1 being the best."),
    Self(
      "focus", \.layout.focus, .choice("auto|centre"), in: .layout,
      "What crops keep: faces, which are declared in the files or looked for (auto), or the centre."),
    Self("gap", \.layout.gap, .length, in: .layout, "The room between photos: 12 (pixels) or 2% (of the short side)."),
    Self(
      "margin", \.layout.margin, .length, in: .layout,
      "The room around all photos: 12 (pixels) or 2% (of the short side)."),

    Self(
      "background", \.decoration.background, .background, in: .look,
      "What shows where no photo does: a CSS colour name, #rgb[a], #rrggbb[aa], transparent (PNG only), or blur (of the photos).",
      recording: .background),
    Self(
      "corner-radius", \.decoration.cornerRadius, .length, in: .look,
      "How round the photos' corners are: 12 (pixels) or 2% (of the short side).", recording: .cornerRadius),
    Self(
      "border", \.decoration.border, .outline(Outline.borderColour), in: .look,
      "A border around each photo, such as 1% or 4,navy; white by default.",
      recording: .border),
    Self(
      "shadow", \.decoration.shadow, .outline(Outline.shadowColour), in: .look,
      "A soft shadow of each photo, such as 2% or 12,#0008.",
      recording: .shadow),
    Self(
      "colour-space", \.colour.space, .choice("name"), in: .look, aliases: ["color-space"],
      "The colours that the collage is written in, with their profile: srgb or display-p3.",
      recording: .colourSpace),
    Self(
      "exact", \.colour.isExact, .flag, in: .look,
      "Decode photos whole and reduce them in linear light only: slower, and exact.",
      recording: .exact),

    Self("title", \.text.title, .text, in: .text, "A title of the whole collage."),
    Self("title-place", \.text.titlePlace, .choice("place"), in: .text, "Where the title stands: above or below."),
    Self(
      "captions", \.text.captions, .captionFormat, in: .text,
      "Captions of all photos: their name, date, title, place or number, or a text with fields such as "
        + "{n}. {title}, {date:d MMMM yyyy}."),
    Self(
      "caption-place", \.text.captionPlace, .choice("place"), in: .text,
      "Where captions stand: below the photos, which covers nothing of them, or inside."),
    Self(
      "font", \.text.font, .font, in: .text,
      "The font, by its name or its file; other fonts are taken for what it lacks.", recording: .font),
    Self(
      "text-size", \.text.size, .length, in: .text,
      "The size of captions: 24 (pixels) or 3% (of the short side); a title is larger."),
    Self(
      "text-colour", \.text.colour, .textColour, in: .text, aliases: ["text-color"],
      "The text's colour; black or white by default, whatever is easier to read."),

    Self(
      "format", \.encoding.format, .format, in: .encoding,
      "The collage's format; by default what the output's name says, else jpeg.", recording: .format),
    Self(
      "quality", \.encoding.quality, .quality, in: .encoding,
      "The quality of a JPEG; above 90 colour is kept at full size.", recording: .quality),
    Self(
      "compression", \.encoding.compression, .compression, in: .encoding,
      "How hard a PNG is compressed; no pixel depends on it.", recording: .compression),

    Self(
      "max", \.rules.maxCount, .wholeNumber(), in: .photos,
      "The largest number of photos in one collage.", recording: .maxCount),
    Self(
      "any-count", \.rules.allowsAnyCount, .flag, in: .photos,
      "Allow an odd number of photos.", recording: .anyCount),
    Self(
      "allow-damaged", \.decoding.allowsDamage, .flag, in: .photos,
      "Take photos that lost pixels, with a warning."),
    Self(
      "max-pixels", \.decoding.limits.pixels, .wholeNumber(), in: .photos,
      "The largest number of pixels in one photo.", recording: .maxPixels),
    Self(
      "max-scans", \.decoding.limits.scans, .wholeNumber(), in: .photos,
      "The largest number of scans in one progressive JPEG.", recording: .maxScans),
  ]

  /// Whether it only makes sense for one collage's photos, so that `batch` has no such option.
  package var isForOneCollage: Bool { name == "order" || name == "pick" }

  /// Whether single photos have a setting of this name, too.
  package var isAlsoOfPhotos: Bool { Setting<PhotoOptions>.all.contains { $0.name == name } }
}

extension Setting<PhotoOptions> {
  /// Every setting of one photo, in the order in which they are shown.
  package static let all: [Self] = [
    Self(
      "turn", \.turn, .choice("right|left|180"), in: .layout,
      "Turn the photo before it is cropped: a focus is a point of the turned photo."),
    Self(
      "focus", \.focus, .focus, in: .layout,
      "Keep a point of the photo as near to the middle of its frame as can be, or its centre.", recording: .focus),
    Self(
      "weight", \.weight, .number(0.01...100), in: .layout,
      "The area that the photo should have, compared with the others'."),
    Self("keep-whole", \.keepsWhole, .flag, in: .layout, "Crop nothing of the photo."),
    Self("caption", \.caption, .text, in: .text, "A caption for the photo; an empty one for none."),
  ]

  /// The setting of the same name for all photos that don't have their own value; nil if there is none.
  package var ofAllPhotos: Setting<CollageOptions>? { Setting<CollageOptions>.all.first { $0.name == name } }
}
