internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

extension Setting<CollageOptions> {
  /// Every setting of a collage, in the order in which they are shown and applied.
  package static let all: [Self] = [
    Self(
      "canvas", \.layout.canvas, Coding.canvas, in: .layout,
      "The size of the collage: pixels, paper such as 15x10cm@300dpi, 4x6in or A4, a ratio such as "
        + "16:9, or auto, which fits the layout so that hardly anything is cropped."),
    Self(
      "long-side", \.layout.longSide, Coding.longSide, in: .layout,
      "The longer side in pixels if the canvas is auto or a ratio; auto means "
        + "\(LayoutOptions.defaultLongSide), or less if small photos would look soft.",
      also: { if !$0.layout.canvas.needsLongSide { $0.layout.canvas = .auto } },
      recorded: .where { $0.layout.canvas.needsLongSide }),
    Self(
      "layout", \.layout.style, Coding.choice("name"), in: .layout,
      "The layout: "
        + LayoutStyle.allCases.map { "\($0.rawValue) (\($0.note))" }.joined(separator: ", ")
        + "; the setting cells puts photos below or beside each other.",
      also: { $0.layout.tree = nil }, recorded: .where { $0.layout.tree == nil },
      besideTemplate: .decided),
    Self(
      "cells", \.layout.cells, Coding.cells, in: .layout,
      "Put photos into equal cells, such as 5x6: columns and rows, of which the last may stay "
        + "empty; 1x4 puts four photos below each other, 4x1 beside each other.",
      also: {
        $0.layout.style = .grid
        $0.layout.tree = nil
      },
      besideTemplate: .decided),
    Self(
      "order", \.layout.order, Coding.choice("kept|free"), in: .layout,
      "Keep photos in the order given (kept), apart from what weights and a lead need, or "
        + "rearrange them to crop less and, in a template's openings, to hide no face (free)."),
    Self(
      "balance", \.layout.balance, Coding.number(0...1, placeholder: "share"), in: .layout,
      "How strongly to favour equal sizes, from 0 (crop least) to 1 (sizes as equal as possible).",
      besideTemplate: .decided),
    Self(
      "pick", \.layout.pick, Coding.count(), in: .layout,
      "Use the nth best of the possible layouts.",
      besideTemplate: .decided),
    Self(
      "focus", \.layout.focus, Coding.choice("auto|centre"), in: .layout,
      "What to keep when cropping: faces, tagged in the file or detected (auto), or the centre."
    ),
    Self(
      "trim", \.trimsBars, Coding.flag, in: .layout,
      "Leave out the plain bars along photos' sides: letterboxes, margins of scans and "
        + "screenshots.",
      recorded: .unlessDefault),
    Self(
      "fit", \.layout.fit, Coding.choice("fill|whole"), in: .layout,
      "Crop photos so that they fill their frames (fill), or keep all photos whole (whole).",
      recorded: .unlessDefault, besideTemplate: .decided),
    Self(
      "lead", \.layout.lead, Coding.number(1...100), in: .layout,
      "How many times as large as the others one photo is: the first that shows a person, else "
        + "the first. A weight of its own wins.",
      recorded: .unlessDefault, besideTemplate: .decided),
    Self(
      "weight", \.layout.weighting, Coding.choice("equal|rating"), in: .layout,
      "What the sizes of photos without a weight of their own follow: nothing (equal), or the "
        + "stars that their owner gave them (rating): with five stars, three times the area.",
      recorded: .unlessDefault, besideTemplate: .decided),
    Self(
      "gap", \.layout.gap, Coding.length, in: .layout,
      "The space between photos: 12 (pixels), 2mm (or cm, in, pt) or 2% (of the short side).",
      besideTemplate: .decided),
    Self(
      "margin", \.layout.givenMargin, Coding.margin, in: .layout,
      "The space around the edge of the collage: 12 (pixels), 2mm (or cm, in, pt) or 2% (of the "
        + "short side).",
      besideTemplate: .decided),

    Self(
      "template", \.pictures.template, Coding.template, in: .layout,
      "A PNG, WebP or AVIF with transparent openings; a photo is put below each, and its size is "
        + "the collage's.",
      recorded: .never),
    Self(
      "openings", \.pictures.openings, Coding.choice("auto|separate"), in: .layout,
      "Give one photo to the parts of a template's opening that a ribbon or another band divides, "
        + "where their outline shows that they belong together (auto), or one to each (separate).",
      // Older recipes, which don't say it, have a photo in each part.
      recorded: .where { $0.pictures.template?.template?.hasParts ?? false }),
    Self(
      "repeat", \.pictures.repeatsPhotos, Coding.flag, in: .layout,
      "Fill a template's openings again from the first photo, where their number is a multiple of "
        + "the photos'.",
      recorded: .never),

    Self(
      "background", \.decoration.background, Coding.background, in: .look,
      "The colour behind the photos: a CSS colour name, #rgb[a], #rrggbb[aa], transparent (PNG "
        + "only), blur (blurred photos), or blur,40% (the same, darker).",
      besideTemplate: .decided { $0.decoration.background.isBlurred }),
    Self(
      "corner-radius", \.decoration.cornerRadius, Coding.length, in: .look,
      "The radius of the photos' corners: 12 (pixels), 2mm (or cm, in, pt) or 2% (of the short "
        + "side).",
      besideTemplate: .decided),
    Self(
      "border", \.decoration.border, Coding.outline(Outline.borderColour), in: .look,
      "A border around each photo, such as 1% or 4,navy; white by default.",
      // One without a width still gives its lower side the colour.
      recorded: .where {
        $0.decoration.border?.width.isZero == false || !$0.decoration.borderBottom.isZero
      },
      besideTemplate: .decided),
    Self(
      "border-bottom", \.decoration.borderBottom, Coding.length, in: .look,
      "The height of the border's lower side, if it is more than the border's width, as on an "
        + "instant picture: 24 (pixels), 5mm (or cm, in, pt) or 6% (of the short side).",
      recorded: .unlessDefault, besideTemplate: .decided),
    Self(
      "shadow", \.decoration.shadow, Coding.outline(Outline.shadowColour), in: .look,
      "A soft shadow behind each photo, such as 2% or 12,#0008.",
      recorded: .where { $0.decoration.shadow?.width.isZero == false },
      besideTemplate: .decided),
    Self(
      "hairline", \.decoration.hairline, Coding.choice("when"), in: .look,
      "Draw a fine line inside the edges of photos that melt into a plain background, as snow does "
        + "into white (auto), of all photos (always), or of none (never).",
      recorded: .unlessDefault, besideTemplate: .decided),
    Self(
      "overlay", \.pictures.overlay, Coding.overlay, in: .look,
      "A picture above the collage, such as logo.png,top-left,20%: a place ("
        + OverlayPlace.allCases.map(\.rawValue).joined(separator: ", ")
        + ", or auto: bottom-right, or another corner where a face is there) and a width, as a "
        + "percentage of the canvas's or a length; \(OverlayChoice.standard) if left out.",
      recorded: .never),
    Self(
      "qr", \.pictures.code, Coding.code, in: .look,
      "A QR code with a text, such as 'https://example.org/{id8},top-left,20mm': its fields are "
        + "\(CodeChoice.fieldsText); auto is the corner where no face is; as large as it "
        + "needs to be read. 'library path' finds a collage by its id8."),
    Self(
      "perforated", \.decoration.isPerforated, Coding.flag, in: .look,
      "Draw holes along the longer edges of the collage, in its margin, as on film.",
      recorded: .unlessDefault, besideTemplate: .decided),
    Self(
      "tone", \.colour.tone, Coding.choice("name", synonyms: Tone.synonyms), in: .look,
      "Show photos in shades of grey (grey) or brown (sepia), or in their colours (none).",
      recorded: .unlessDefault),
    Self(
      "colour-space", \.colour.space, Coding.choice("name"), in: .look, aliases: ["color-space"],
      "The collage's colour space, whose profile is embedded: srgb or display-p3."),
    Self(
      "exact", \.colour.isExact, Coding.flag, in: .look,
      "Decode photos at full size and scale them only in linear light: slower but exact."),

    Self(
      "title", \.text.title, Coding.text, in: .text, "A title for the collage.",
      besideTemplate: .noRoom),
    Self(
      "title-place", \.text.titlePlace,
      Coding.choice("place", synonyms: TitlePlace.synonyms), in: .text,
      "Where to put the title: above or below.",
      besideTemplate: .noRoom),
    Self(
      "header", \.text.header, Coding.text, in: .text,
      "A small line in the upper margin; 'pages' fills in \(PageText.fieldsText).",
      recorded: .unlessDefault, besideTemplate: .noRoom),
    Self(
      "footer", \.text.footer, Coding.text, in: .text,
      "A small line in the lower margin, as the header.", recorded: .unlessDefault,
      besideTemplate: .noRoom),
    Self(
      "captions", \.text.captions, Coding.captionFormat, in: .text,
      "Captions for all photos: name, date, title, place, number, people, keywords or camera, or "
        + "text with fields such as '{n}. {title}' or '{date:d MMMM yyyy}', also {lens}, "
        + "{aperture}, {shutter}, {iso} and {focal}. A field that a photo lacks takes the "
        + "separators beside it along.",
      besideTemplate: .noRoom),
    Self(
      "lang", \.text.language, Coding.language, in: .text,
      "The language of the texts, which the file states for screen readers, and of months and days "
        + "in dates: en, auto (that of LC_TIME), or a language such as de or pt-BR; its names of "
        + "months need a locale that the system has.",
      // Of the user's own language as the locale that it is now.
      recorded: .as { $0.text.language.recordedName }),
    Self(
      "alt", \.text.alt, Coding.altText, in: .text,
      "What the file says to people who don't see the picture: how many photos there are, how they "
        + "lie and what is drawn (layout), also what the photos' owners wrote of each (auto), "
        + "nothing (none), or this text.",
      recorded: .unlessDefault),
    Self(
      "caption-place", \.text.captionPlace,
      Coding.choice("place", synonyms: CaptionPlace.synonyms), in: .text,
      "Where to put captions: below the photos, inside, on top of them, or in the lower side of "
        + "their border.",
      besideTemplate: .noRoom),
    Self(
      "font", \.text.font, Coding.font, in: .text,
      "The font, by name or file; missing characters come from other fonts.",
      // Its file without the folder.
      recorded: .as { $0.text.font?.recordedName },
      besideTemplate: .noRoom),
    Self(
      "text-size", \.text.size, Coding.textSize, in: .text,
      "The size of captions: 24 (pixels), 3% (of the short side), 9pt (points on paper) or auto, "
        + "to suit the frames; the title is larger.",
      besideTemplate: .noRoom),
    Self(
      "text-colour", \.text.colour, Coding.textColour, in: .text, aliases: ["text-color"],
      "The text's colour; black or white by default, whichever is easier to read.",
      besideTemplate: .noRoom),

    Self(
      "bleed", \.print.bleed, Coding.bleed, in: .print,
      "What goes on beyond the edge of a canvas on paper, to be cut off: 3mm (or cm, in, 2% of the "
        + "short side), or what a print shop needs: "
        + PrintShop.allCases.map { "\($0.rawValue) (\($0.note))" }.joined(separator: ", ") + ".",
      // Of a shop as the length that it is now.
      recorded: .as { $0.print.bleed.length.isZero ? nil : $0.print.bleed.length.text },
      besideTemplate: .decided),
    Self(
      "safe", \.print.safe, Coding.automaticLength, in: .print,
      "How far from the edge captions, the title and, where crops allow, faces stay; auto is the "
        + "bleed, and at least 1% of the short side.",
      recorded: .unlessDefault, besideTemplate: .decided),
    Self(
      "binding", \.print.binding, Coding.choice("edge"), in: .print,
      "Where pages on paper are bound: left, right or none; there the margin is at least "
        + "\(Binding.width.text) wide, and faces and captions stay away. On even pages it is the "
        + "other edge. auto is left for a PDF of several pages, else none.",
      recorded: .unlessDefault, besideTemplate: .decided),
    Self(
      "sheet", \.print.sheet, Coding.sheet, in: .print,
      "Repeat the finished collage on paper of this size, such as A4 or 4x6in, as often as it "
        + "fits.",
      recorded: .unlessDefault),
    Self(
      "copies", \.print.copies, Coding.copies, in: .print,
      "How many copies are on the sheet; auto is as many as fit.", recorded: .unlessDefault),
    Self(
      "sheet-gap", \.print.sheetGap, Coding.automaticLength, in: .print,
      "The space between copies; auto is none, or with cut marks up to "
        + "\(PrintOptions.widestGapForMarks.text), if as many fit.",
      recorded: .unlessDefault),
    Self(
      "sheet-margin", \.print.sheetMargin, Coding.automaticLength, in: .print,
      "The border of the sheet that your printer leaves white; auto is "
        + "\(PrintOptions.unreachableMargin.text), or none if fewer copies would fit.",
      recorded: .unlessDefault),
    Self(
      "cut-marks", \.print.hasCutMarks, Coding.flag, in: .print,
      "Draw lines on the sheet that show where to cut.", recorded: .unlessDefault),

    Self(
      "format", \.encoding.format, Coding.format, in: .encoding,
      "The file format; by default taken from the output's name, otherwise jpeg, or png if the "
        + "background is transparent or there is a palette."
    ),
    Self(
      "quality", \.encoding.quality, Coding.quality, in: .encoding,
      "Quality of a JPEG, WebP, AVIF or JPEG XL, on one scale; above 90, chroma of JPEGs and AVIFs "
        + "is not subsampled.",
      recorded: .where { $0.encoding.isLossy }),
    Self(
      "compression", \.encoding.compression, Coding.compression, in: .encoding,
      "How hard to compress a PNG or a lossless PDF; pixels stay the same.",
      recorded: .where { $0.encoding.isDeflated }),
    Self(
      "hdr", \.colour.hdr, Coding.choice("auto|never"), in: .encoding,
      "Keep in a JPEG, AVIF or JPEG XL how much brighter than white photos with HDR are (auto), or "
        + "never.",
      // The maker records whether photos have any, and whether the file has it.
      recorded: .never),
    Self(
      "palette", \.colour.palette, Coding.palette, in: .encoding,
      "Use only the colours of an e-ink screen, dithered, in a PNG: spectra6 (six), acep (seven), "
        + "grey4 (four greys), or any (none).",
      recorded: .unlessDefault),
    Self(
      "lossless", \.encoding.isLossless, Coding.flag, in: .encoding,
      "Write every pixel as it is, in a WebP, JPEG XL or PDF: larger but exact.",
      recorded: .unlessDefault),

    Self(
      "max", \.rules.maxCount, Coding.count(), in: .photos,
      "Allow up to n photos in a collage.", recorded: .never),
    Self(
      "any-count", \.rules.allowsAnyCount, Coding.flag, in: .photos,
      "Allow an odd number of photos.", recorded: .never),
    Self(
      "allow-damaged", \.decoding.allowsDamage, Coding.flag, in: .photos,
      "Accept partly damaged photos, with a warning.",
      recorded: .unlessDefault),
    Self(
      "require-sandbox", \.decoding.limits.requiresSandbox, Coding.flag, in: .photos,
      "Refuse photos whose decoder can't have all protections; 'collage formats' lists them.",
      recorded: .never),
    Self(
      "max-pixels", \.decoding.limits.pixels, Coding.count(max: DecodeLimits.maxPixels),
      in: .photos,
      "Refuse photos with more than n pixels.", recorded: .never),
    Self(
      "max-scans", \.decoding.limits.scans, Coding.count(), in: .photos,
      "Refuse progressive JPEGs with more than n scans.",
      // Nothing else tells how many the photos have.
      recorded: .unlessDefault),
  ]

  /// Whether it only makes sense for one collage's photos, so that `batch` has no such option.
  package var isForOneCollage: Bool { name == "order" || name == "pick" }

  /// Whether single photos have a setting of this name, too.
  package var isAlsoOfPhotos: Bool { Setting<PhotoOptions>.all.contains { $0.name == name } }
}

extension Turn {
  /// As degrees clockwise, which other programs take.
  fileprivate static let inDegrees: [String: Self] = [
    "0": .none, "90": .right, "-90": .left, "270": .left, "-270": .right, "-180": .half,
  ]
}

extension Setting<PhotoOptions> {
  /// Every setting of one photo, in the order in which they are shown.
  package static let all: [Self] = [
    Self(
      "turn", \.turn, Coding.choice("right|left|180", synonyms: Turn.inDegrees), in: .layout,
      "Rotate the photo, before its focus and crop apply.",
      recorded: .unlessDefault),
    Self(
      "focus", \.focus, Coding.focus, in: .layout,
      "Keep a point x,y of the photo, or its left, right, top, bottom or centre, as close to the "
        + "middle of its frame as possible."),
    Self(
      "zoom", \.zoom, Coding.number(PhotoOptions.zoomRange), in: .layout,
      "Show the photo so many times as large in its frame, from 1 to 10, around its focus; less of "
        + "it is seen.",
      recorded: .unlessDefault),
    Self(
      "weight", \.weight, Coding.number(0.01...100), in: .layout,
      "The photo's area relative to the others, as far as crops allow.", recorded: .unlessDefault,
      besideTemplate: .decided),
    Self(
      "keep-whole", \.keepsWhole, Coding.flag, in: .layout, "Don't crop the photo.",
      recorded: .unlessDefault, besideTemplate: .decided),
    Self(
      "caption", \.caption, Coding.text, in: .text,
      "A caption for the photo; empty for none.",
      besideTemplate: .noRoom),
    Self(
      "alt", \.alt, Coding.altTextOfPhoto, in: .text,
      "What the file says of the photo to people who don't see it; none for nothing.",
      recorded: .unlessDefault),
  ]

  /// The setting of the same name for all photos that don't have their own value; nil if there is
  /// none.
  package var ofAllPhotos: Setting<CollageOptions>? {
    Setting<CollageOptions>.all.first { $0.name == name }
  }
}
