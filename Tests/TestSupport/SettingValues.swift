/// Values of every setting, as a manifest writes them, for tests that go through the table of
/// settings. The first one is the default or has no effect.
package enum SettingValues {
  /// By the name of a collage's setting.
  package static let ofCollages: [String: [String]] = [
    "canvas": [
      "\"60x40px\"", "\"90x90\"", "\"auto\"", "\"3:2\"", "\"2x3cm@90dpi\"", "\"A6@20\"",
      "\"80x120\"",
    ],
    "long-side": ["90", "77", "120"],
    "layout": ["\"mosaic\"", "\"rows\""],
    "cells": ["\"3x2\"", "\"2x5\""],
    "balance": ["0.5", "0", "0.8"], "order": ["\"kept\"", "\"free\""], "pick": ["1", "2"],
    "gap": ["0", "2", "\"1.5%\"", "\"2px\"", "\"0.3%\""],
    "margin": ["0", "1", "\"2.5%\""],
    "template": ["\"frame.png\"", "\"a b/frame, 2.webp\""], "repeat": ["false", "true"],
    "openings": ["\"auto\"", "\"separate\""],
    "overlay": ["\"logo.png\"", "\"logo.png,top-left,20%\"", "\"a,b.png,cover\""],
    "qr": ["\"https://example.org/{id8}\"", "\"a,b,top-left\"", "\"x {n},auto,20mm\""],
    "trim": ["false", "true"], "fit": ["\"fill\"", "\"whole\""], "lead": ["1", "3", "1.5"],
    "weight": ["\"equal\"", "\"rating\""], "lang": ["\"en\"", "\"de\"", "\"pt_BR\""],
    "bleed": ["0", "\"3mm\"", "\"saal\"", "\"2%\"", "\"Pixum\"", "5"],
    "binding": ["\"auto\"", "\"left\"", "\"right\"", "\"none\""],
    "safe": ["\"auto\"", "\"5mm\"", "\"1.5%\""],
    "sheet": ["\"none\"", "\"A4\"", "\"4x6in\"", "\"a5-landscape\""],
    "copies": ["\"auto\"", "1", "12"], "sheet-gap": ["\"auto\"", "0", "\"4mm\""],
    "sheet-margin": ["0", "\"5mm\""], "cut-marks": ["false", "true"],
    "background": ["\"white\"", "\"navy\"", "\"blur\"", "\"#123\"", "\"blur,40%\""],
    "corner-radius": ["0", "2", "\"3%\""],
    "border": ["0", "1", "\"1%,navy\"", "\"0,red\""],
    "border-bottom": ["0", "4", "\"3%\""], "perforated": ["false", "true"],
    "hairline": ["\"auto\"", "\"never\"", "\"always\""],
    "shadow": ["0", "\"1.5,#0008\"", "\"2%\""], "colour-space": ["\"srgb\"", "\"display-p3\""],
    "tone": ["\"none\"", "\"grey\"", "\"sepia\""],
    "palette": ["\"none\"", "\"spectra6\"", "\"acep\"", "\"grey4\""],
    "exact": ["false", "true"],
    "format": ["\"jpeg\"", "\"png\"", "\"pdf\"", "\"webp\"", "\"avif\"", "\"jxl\""],
    "quality": ["90", "61", "95"],
    "compression": ["4", "1", "9"], "hdr": ["\"auto\"", "\"never\""],
    "lossless": ["false", "true"], "max": ["6", "40"],
    "any-count": ["false", "true"],
    "title": ["\"\"", "\"Rome, in the rain\""], "title-place": ["\"above\"", "\"below\""],
    "header": ["\"\"", "\"Rome, 1\""], "footer": ["\"\"", "\"1 / 12\""],
    "alt": ["\"layout\"", "\"auto\"", "\"none\"", "\"Rome, in the rain\""],
    "captions": ["\"title\"", "\"{n}. {name}\""],
    "caption-place": ["\"below\"", "\"inside\"", "\"border\""],
    "font": ["\"DejaVu Sans\""], "text-size": ["\"3%\"", "2"],
    "text-colour": ["\"black\"", "\"navy\""], "focus": ["\"auto\"", "\"centre\""],
    "allow-damaged": ["false", "true"], "require-sandbox": ["false", "true"],
    "max-pixels": ["100000", "900000000"],
    "max-scans": ["100", "7", "300"],
  ]

  /// By the name of a photo's setting.
  package static let ofPhotos: [String: [String]] = [
    "turn": ["\"none\"", "\"right\"", "\"left\"", "\"180\"", "180"],
    "focus": ["[0.5,0.5]", "[0.1,0.93]"],
    "weight": ["1", "3", "0.37"], "keep-whole": ["false", "true"],
    "zoom": ["1", "1.5", "10"],
    "caption": ["\"\"", "\"a, b\""],
    "alt": ["\"auto\"", "\"none\"", "\"a, b\""],
  ]
}
