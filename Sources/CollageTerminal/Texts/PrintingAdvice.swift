/// What the manual says about paper: each kind of printing, and the options that it needs.
package enum PrintingAdvice {
  package static let kinds: [(name: String, advice: String)] = [
    (
      "At home",
      "Make the canvas as large as the paper, and print it in its own size: 'collage make *.jpg "
        + "--canvas A4 --margin 6mm -o wall.pdf', then 'lp -o media=A4 -o print-scaling=none "
        + "wall.pdf'. 'lpoptions -l' lists a printer's media. The margin is what most printers "
        + "leave white."
    ),
    (
      "On photo paper",
      "'--canvas 10x15cm', 13x18cm or 4x6in, and a borderless medium of the printer."
    ),
    (
      "At a photo shop",
      "Order the size of the canvas. Shops enlarge a little and trim: '--bleed 3mm', or the shop's "
        + "name, lets the outer photos go on beyond the edge, and keeps words and faces away from "
        + "it; a margin that you didn't ask for and that is narrower gives way to it. Shops that "
        + "take no PDF want a JPEG, '-o print.jpg', which says its dots per inch, too."
    ),
    (
      "Banners",
      "A page of more than 5.08 m has larger units, which poppler and CUPS don't know: they print "
        + "it smaller. Print it with a program that does, such as Acrobat, or as a JPEG."
    ),
    (
      "Several copies",
      "'--sheet A4' repeats a collage on the sheet, '--copies 4' as often as you say; with "
        + "'--cut-marks' you can cut them with a knife and a ruler. Photo strips: '--canvas 2x6in "
        + "--sheet 4x6in'."
    ),
    (
      "Passport photos",
      "'collage make me.jpg --canvas 35x45mm --margin 0 --sheet 10x15cm --cut-marks -o id.jpg' "
        + "repeats one photo as often as it fits; '--focus 1=top' shows more of its upper part."
    ),
    (
      "A book",
      "'collage pages FOLDER --bleed 3mm -o book.pdf'. Each page says where it is trimmed, and in "
        + "which colours it is. Keep captions 5mm from the edge: '--margin 5mm'. It claims no "
        + "PDF/X: choose your shop's printing condition in its own program, if it asks for one."
    ),
    ("A contact sheet", "'collage pages FOLDER --columns 5 --header \"{folder}\" -o sheet.pdf'."),
    (
      "Sharpness",
      "A warning names the photos that have too few pixels for the paper. 300 dots per inch are "
        + "for prints in the hand; posters are fine with 150: '--canvas A2@150dpi'."
    ),
  ]
}
