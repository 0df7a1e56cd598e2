package import CollageKit

extension Remedies {
  /// Remedies by options of the command line.
  package static let commandLine = Remedies(prefix: "--") { remedy in
    switch remedy {
    case .damagedPhoto: "use --allow-damaged to keep the intact part"
    case .tooManyPixels: "raise it with --max-pixels"
    case .tooManyScans: "save it again, or raise it with --max-scans"
    case .photoNeedsMemory: "raise it with --memory"
    case .missingPhoto: "give its folder with --in"
    case .folderOfPhotos:
      "add --best 6 for its best photos, or --all for all of them, or choose with 'collage pick'"
    case .picturesBelow(anyNumber: true): "add --recursive to take them"
    case .picturesBelow(anyNumber: false):
      "add --best 6 for the best of them, or --recursive --all for all of them"
    case .onlyCollages: "add --collages to take them, or name another folder"
    case .unturnedPhoto(let number, let turn): "use --turn \(number)=\(turn)"
    case .cutFaces(let number, nil): "use --keep-whole \(number) or another --canvas"
    case .cutFaces(let number, .point(let point)):
      "use --keep-whole \(number), --focus \(number)=\(point) for this face, or another --canvas"
    case .cutFaces(let number, .focus(let point?)):
      "--focus \(number)=\(point) shows it"
    case .cutFaces(_, .focus(nil)):
      "no crop of this photo shows it in this opening; put another photo there, with --order, or "
        + "use another template"
    case .cutFaces(let number, .withoutZoom): "a smaller --zoom \(number)=N shows more"
    case .cutFaces(_, .pick(let rank)): "--pick \(rank) keeps everyone"
    case .cutFaces(_, .mosaic): "--layout mosaic keeps everyone"
    case .cutFaces(_, .freeCanvas): "--canvas auto keeps everyone"
    case .cutFaces(_, .mosaicOnFreeCanvas): "--layout mosaic --canvas auto keeps everyone"
    case .cutText: "use fewer words, or use a smaller --text-size"
    case .coveredFaces: "use --caption-place below, or a smaller --text-size"
    case .outsideSafeZone: "choose a wider --margin, a smaller --text-size, or a smaller --safe"
    case .facesOutsideSafeZone: "choose a wider --margin, or a smaller --safe"
    case .noPaper: "give one with --canvas, such as 15x10cm@300dpi, A4 or 2400x1600px@300dpi"
    case .noSheet: "choose its paper, as large as the collage or larger, with --sheet"
    case .noSheetNorPaper: "add both papers, such as --sheet A4 --canvas 10x15cm"
    case .sheetTooSmall: "choose a larger --sheet, or a smaller --canvas"
    case .sheetGapTooWide: "choose a smaller --sheet-gap"
    case .sheetMarginTooWide:
      "choose a smaller --sheet-margin, a larger --sheet, or a smaller --canvas"
    case .canvasTooSmall:
      "choose a larger one with --canvas, a smaller --margin, or another --layout"
    case .longSideTooSmall:
      "choose a larger one with --long-side, a smaller --margin, or another --layout"
    case .canvasTooLarge: "choose a smaller one with --canvas or --long-side"
    case .canvasNeedsMemory: "raise it with --memory"
    case .layoutNeedsMemory: "raise it with --memory, or use --layout grid"
    case .hdrNeedsMemory: "use --hdr never, or raise it with --memory"
    case .hdrTooLarge:
      "use --hdr never, or choose a smaller one with --canvas or --long-side"
    case .templateShape: "leave it out, or scale the template with --long-side"
    case .otherPhotosInLayout: "it must use each photo once"
    case .transparency(byName: true):
      "write a PNG, whose name ends in .png, or choose an opaque background"
    case .transparency(byName: false): "use --format png, or choose an opaque background"
    case .lossless: "write a PNG, WebP or JPEG XL, or leave out --lossless"
    case .foreignOutput: "choose another name, or use --force to replace it"
    case .foreignAsset: "move it away, or use --force to replace it"
    case .noLibrary: "give a folder with --library"
    }
  }

  /// Remedies by options of `batch`, and by keys of its manifest.
  package static let manifest = Remedies { remedy in
    switch remedy {
    case .folderOfPhotos, .picturesBelow, .onlyCollages: "name those you want"
    case .unturnedPhoto(let number, let turn):
      "set \"turn\" of photo \(number) to \"\(turn)\""
    case .cutFaces(let number, nil):
      "set \"keep-whole\" of photo \(number), or another \"canvas\""
    case .cutFaces(let number, .point(let point)):
      "set \"keep-whole\" of photo \(number), its \"focus\" to [\(point)] for this face, or "
        + "another \"canvas\""
    case .cutFaces(let number, .focus(let point?)):
      "\"focus\": [\(point)] of photo \(number) shows it"
    case .cutFaces(_, .focus(nil)):
      "no crop of this photo shows it in this opening; put another photo there, or use another "
        + "template"
    case .cutFaces(let number, .withoutZoom): "set a smaller \"zoom\" of photo \(number)"
    case .cutFaces(_, .pick(let rank)): "\"pick\": \(rank) keeps everyone"
    case .cutFaces(_, .mosaic): "\"layout\": \"mosaic\" keeps everyone"
    case .cutFaces(_, .freeCanvas): "\"canvas\": \"auto\" keeps everyone"
    case .cutFaces(_, .mosaicOnFreeCanvas):
      "\"layout\": \"mosaic\", \"canvas\": \"auto\" keeps everyone"
    case .cutText: "use fewer words, or set a smaller \"text-size\""
    case .templateShape: "leave it out, or scale the template with \"long-side\""
    case .coveredFaces:
      "set \"caption-place\" to \"below\", or a smaller \"text-size\""
    case .outsideSafeZone: "set a wider \"margin\", a smaller \"text-size\" or a smaller \"safe\""
    case .facesOutsideSafeZone: "set a wider \"margin\", or a smaller \"safe\""
    case .noPaper: "set \"canvas\", for example to \"15x10cm@300dpi\" or \"A4\""
    case .noSheet: "set \"sheet\" to a paper as large as the collage or larger"
    case .noSheetNorPaper:
      "set both papers, for example \"sheet\" to \"A4\" and \"canvas\" to \"10x15cm\""
    case .transparency(byName: false):
      "set \"format\" to \"png\", or choose an opaque background"
    case .hdrNeedsMemory: "set \"hdr\" to \"never\", or raise it with --memory"
    case .hdrTooLarge:
      "set \"hdr\" to \"never\", or a smaller \"canvas\" or \"long-side\""
    case .sheetTooSmall: "set a larger \"sheet\", or a smaller \"canvas\""
    case .sheetGapTooWide: "set a smaller \"sheet-gap\""
    case .sheetMarginTooWide:
      "set a smaller \"sheet-margin\", a larger \"sheet\", or a smaller \"canvas\""
    default: commandLine(remedy)
    }
  }

  /// Remedies by commands of the prompt. For what no command changes, by options to start the
  /// prompt with.
  package static let prompt = Remedies { remedy in
    switch remedy {
    case .damagedPhoto:
      "remove or replace it, or enter 'allow-damaged on' to keep the intact part"
    case .tooManyPixels:
      "choose another, or enter 'max-pixels' with a higher number and add it again"
    case .tooManyScans: "choose another, save it again, or enter 'max-scans' with a higher number"
    case .photoNeedsMemory: "remove or replace it, or restart with more --memory"
    case .missingPhoto: "supply it with 'replace', its number and a file"
    case .folderOfPhotos: "name one of them, or enter 'pick' to choose"
    case .picturesBelow:
      "enter 'add --best 6' with the folder for the best of them, or 'pick' with it to choose"
    case .onlyCollages: "name those you want one by one"
    case .unturnedPhoto(let number, let turn): "undo, and enter 'turn \(number) \(turn)'"
    case .cutFaces(let number, nil):
      "undo, and enter 'keep-whole \(number)' or another 'canvas'"
    case .cutFaces(let number, .point(let point)):
      "undo, and enter 'keep-whole \(number)', 'focus \(number) \(point)' for this face, or "
        + "another 'canvas'"
    case .cutFaces(let number, .focus(let point?)):
      "'focus \(number) \(point)' shows it"
    case .cutFaces(_, .focus(nil)):
      "no crop of this photo shows it in this opening; 'swap' it with another"
    case .cutFaces(let number, .withoutZoom): "undo, or enter a smaller 'zoom' of photo \(number)"
    case .cutFaces(_, .pick(let rank)): "undo, and enter 'pick \(rank)', which keeps everyone"
    case .cutFaces(_, .mosaic): "undo, and enter 'layout mosaic', which keeps everyone"
    case .cutFaces(_, .freeCanvas): "undo, and enter 'canvas auto', which keeps everyone"
    case .cutFaces(_, .mosaicOnFreeCanvas):
      "undo, and enter 'layout mosaic' and 'canvas auto', which keep everyone"
    case .cutText: "undo, and use fewer words, or enter 'text-size' with a smaller size"
    case .coveredFaces:
      "undo, and enter 'caption-place below', or 'text-size' with a smaller size"
    case .outsideSafeZone:
      "undo, or enter 'margin' with a larger, 'text-size' or 'safe' with a smaller size"
    case .facesOutsideSafeZone:
      "undo, or enter 'margin' with a larger or 'safe' with a smaller size"
    case .noPaper: "enter 'canvas' with one first, such as 'canvas 15x10cm@300dpi' or 'canvas A4'"
    case .noSheet: "enter 'sheet' first, with a paper as large as the collage or larger"
    case .noSheetNorPaper: "enter both papers first, such as 'canvas 10x15cm' and 'sheet A4'"
    case .sheetTooSmall: "enter 'sheet' with a larger, or 'canvas' with a smaller size"
    case .sheetGapTooWide: "enter 'sheet-gap' with a smaller one"
    case .sheetMarginTooWide:
      "enter 'sheet-margin' or 'canvas' with a smaller, or 'sheet' with a larger size"
    case .canvasTooSmall: "enter 'canvas' with a larger size, or 'layout' with another name"
    case .longSideTooSmall: "enter 'long-side' with a larger number, or 'layout' with another name"
    case .canvasTooLarge: "enter 'canvas' or 'long-side' with a smaller size"
    case .canvasNeedsMemory:
      "enter 'canvas' or 'long-side' with a smaller size, or restart with more --memory"
    case .layoutNeedsMemory: "enter 'layout grid', or restart with more --memory"
    case .hdrNeedsMemory: "enter 'hdr never', or restart with more --memory"
    case .hdrTooLarge: "enter 'hdr never', or 'canvas' or 'long-side' with a smaller size"
    case .templateShape: "enter 'canvas auto', and scale the template with 'long-side'"
    case .otherPhotosInLayout:
      "it must use each photo once; enter 'layout' with a name to drop it"
    case .transparency:
      "enter 'save' with a name ending in .png, or 'background' with an opaque colour"
    case .lossless: "enter 'save' with a name ending in .png or .jxl, or 'lossless off'"
    case .foreignOutput: "choose another name"
    case .foreignAsset: "move it away, or enter 'save' with another name"
    case .noLibrary: "enter 'save' with a file name"
    }
  }
}
