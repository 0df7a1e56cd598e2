internal import PhotoCodecs
internal import PhotoLayouts

extension Setting<CollageOptions> {
  /// Every setting of a collage, in the order in which they are shown and applied.
  package static let all: [Self] = [
    Self(
      "canvas", \.layout.canvas, Coding.canvas, in: .layout,
      "The collage's size: pixels, paper such as 15x10cm@300dpi, 4x6in or A4, a ratio such as 16:9, or auto: as the layout "
        + "needs it, so that nothing is cropped."),
    Self(
      "long-side", \.layout.longSide, Coding.longSide, in: .layout,
      "The longer side of a canvas that is auto or a ratio, in pixels, or auto: \(LayoutOptions.defaultLongSide), or less if "
        + "photos are so small that they would look soft.",
      also: { if !$0.layout.canvas.needsLongSide { $0.layout.canvas = .auto } },
      recorded: .where { $0.layout.canvas.needsLongSide }),
    Self(
      "layout", \.layout.style, Coding.choice("name"), in: .layout,
      "How photos are laid out: "
        + LayoutStyle.allCases.map { "\($0.rawValue) (\($0.note))" }.joined(separator: ", ") + ".",
      also: { $0.layout.tree = nil }, recorded: .where { $0.layout.tree == nil }),
    Self(
      "order", \.layout.order, Coding.choice("kept|free"), in: .layout,
      "Whether photos keep their order (kept) or may change places where that crops less (free)."),
    Self(
      "balance", \.layout.balance, Coding.number(0...1, placeholder: "share"), in: .layout,
      "How much alike sizes count: from 0 (crop least) to 1 (sizes as even as can be)."),
    Self(
      "pick", \.layout.pick, Coding.wholeNumber(), in: .layout,
      "Which of the possible layouts to take, 1 being the best."),
    Self(
      "focus", \.layout.focus, Coding.choice("auto|centre"), in: .layout,
      "What crops keep: faces, which are declared in the files or looked for (auto), or the centre."
    ),
    Self(
      "gap", \.layout.gap, Coding.length, in: .layout,
      "The room between photos: 12 (pixels), 2mm (or cm, in, pt) or 2% (of the short side)."),
    Self(
      "margin", \.layout.margin, Coding.length, in: .layout,
      "The room around all photos: 12 (pixels), 2mm (or cm, in, pt) or 2% (of the short side)."),

    Self(
      "background", \.decoration.background, Coding.background, in: .look,
      "What shows where no photo does: a CSS colour name, #rgb[a], #rrggbb[aa], transparent (PNG only), or blur (of the photos)."
    ),
    Self(
      "corner-radius", \.decoration.cornerRadius, Coding.length, in: .look,
      "How round the photos' corners are: 12 (pixels), 2mm (or cm, in, pt) or 2% (of the short side)."
    ),
    Self(
      "border", \.decoration.border, Coding.outline(Outline.borderColour), in: .look,
      "A border around each photo, such as 1% or 4,navy; white by default.",
      recorded: .where { $0.decoration.border?.width.isZero == false }),
    Self(
      "shadow", \.decoration.shadow, Coding.outline(Outline.shadowColour), in: .look,
      "A soft shadow of each photo, such as 2% or 12,#0008.",
      recorded: .where { $0.decoration.shadow?.width.isZero == false }),
    Self(
      "colour-space", \.colour.space, Coding.choice("name"), in: .look, aliases: ["color-space"],
      "The colours that the collage is written in, with their profile: srgb or display-p3."),
    Self(
      "exact", \.colour.isExact, Coding.flag, in: .look,
      "Decode photos whole and reduce them in linear light only: slower, and exact."),

    Self("title", \.text.title, Coding.text, in: .text, "A title of the whole collage."),
    Self(
      "title-place", \.text.titlePlace, Coding.choice("place"), in: .text,
      "Where the title stands: above or below."),
    Self(
      "captions", \.text.captions, Coding.captionFormat, in: .text,
      "Captions of all photos: their name, date, title, place or number, or a text with fields such as "
        + "{n}. {title}, {date:d MMMM yyyy}."),
    Self(
      "caption-place", \.text.captionPlace, Coding.choice("place"), in: .text,
      "Where captions stand: below the photos, which covers nothing of them, or inside."),
    Self(
      "font", \.text.font, Coding.font, in: .text,
      "The font, by its name or its file; other fonts are taken for what it lacks.",
      // Its file without the folder.
      recorded: .as { $0.text.font?.recordedName }),
    Self(
      "text-size", \.text.size, Coding.textSize, in: .text,
      "The size of captions: 24 (pixels), 3% (of the short side), 9pt (points on paper) or auto: as suits the frames; "
        + "a title is larger."),
    Self(
      "text-colour", \.text.colour, Coding.textColour, in: .text, aliases: ["text-color"],
      "The text's colour; black or white by default, whatever is easier to read."),

    Self(
      "format", \.encoding.format, Coding.format, in: .encoding,
      "The collage's format; by default what the output's name says, else jpeg, or png if the background is transparent."
    ),
    Self(
      "quality", \.encoding.quality, Coding.quality, in: .encoding,
      "The quality of a JPEG; above 90 colour is kept at full size.",
      recorded: .where { $0.encoding.format != .png }),
    Self(
      "compression", \.encoding.compression, Coding.compression, in: .encoding,
      "How hard a PNG is compressed; no pixel depends on it.",
      recorded: .where { $0.encoding.format == .png }),

    Self(
      "max", \.rules.maxCount, Coding.wholeNumber(), in: .photos,
      "The largest number of photos in one collage.", recorded: .never),
    Self(
      "any-count", \.rules.allowsAnyCount, Coding.flag, in: .photos,
      "Allow an odd number of photos.", recorded: .never),
    Self(
      "allow-damaged", \.decoding.allowsDamage, Coding.flag, in: .photos,
      "Take photos that lost pixels, with a warning.",
      recorded: .unlessDefault),
    Self(
      "max-pixels", \.decoding.limits.pixels, Coding.wholeNumber(), in: .photos,
      "The largest number of pixels in one photo.", recorded: .never),
    Self(
      "max-scans", \.decoding.limits.scans, Coding.wholeNumber(), in: .photos,
      "The largest number of scans in one progressive JPEG.",
      // Nothing else tells how many the photos have.
      recorded: .unlessDefault),
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
      "turn", \.turn, Coding.choice("right|left|180"), in: .layout,
      "Turn the photo before it is cropped: a focus is a point of the turned photo.",
      recorded: .unlessDefault),
    Self(
      "focus", \.focus, Coding.focus, in: .layout,
      "Keep a point of the photo as near to the middle of its frame as can be, or its centre."),
    Self(
      "weight", \.weight, Coding.number(0.01...100), in: .layout,
      "The area that the photo should have, compared with the others'.", recorded: .unlessDefault),
    Self(
      "keep-whole", \.keepsWhole, Coding.flag, in: .layout, "Crop nothing of the photo.",
      recorded: .unlessDefault),
    Self(
      "caption", \.caption, Coding.text, in: .text,
      "A caption for the photo; an empty one for none."),
  ]

  /// The setting of the same name for all photos that don't have their own value; nil if there is
  /// none.
  package var ofAllPhotos: Setting<CollageOptions>? {
    Setting<CollageOptions>.all.first { $0.name == name }
  }
}
