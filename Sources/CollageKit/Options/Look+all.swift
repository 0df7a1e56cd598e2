extension Look {
  /// Every look, in the order in which they are shown.
  package static let all: [Look] = [
    Look("plain", "no space between photos", ["gap": "0", "margin": "0"]),
    Look(
      "gallery", "a wide margin in off-white",
      ["gap": "3%", "margin": "8%", "background": "#f6f3ec", "shadow": "1%,#0003"]),
    Look(
      "polaroid", "instant pictures, captions in the border",
      [
        "gap": "3%", "margin": "5%", "background": "#d9d4c7", "border": "1.5%",
        "border-bottom": "7%", "shadow": "1%,#0004", "caption-place": "border",
      ]),
    Look(
      "story", "upright, whole photos on a dark blur",
      [
        "canvas": "9:16", "fit": "whole", "gap": "3%", "margin": "5%", "background": "blur,60%",
        "corner-radius": "2%",
      ]),
    Look(
      "magazine", "a photo with a person large, titles with serifs",
      [
        "canvas": "3:4", "lead": "6", "gap": "1%", "margin": "5%", "font": "DejaVu Serif",
        "text-size": "5%",
      ]),
    Look(
      "film", "a black strip with holes, rounded frames",
      [
        "layout": "strips", "gap": "2%", "margin": "12%", "background": "#111",
        "corner-radius": "2%", "perforated": "on",
      ]),
    Look(
      "noir", "photos in grey on black",
      ["tone": "grey", "gap": "1%", "margin": "4%", "background": "black"]),
    Look(
      "contact", "equal cells, whole photos, numbers and names",
      [
        "layout": "grid", "fit": "whole", "gap": "3%", "margin": "4%", "captions": "{n}  {name}",
      ]),
  ]
}
