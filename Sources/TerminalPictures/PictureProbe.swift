/// The questions that tell what pictures a terminal can show, asked in two steps.
///
/// A multiplexer may hide behind the name of the terminal around it, and would take the question for kitty graphics, an APC
/// string, for the title of its window. So the terminal's own name comes first. The replies come as if they were typed.
package enum PictureProbe {
  /// The number by which the kitty reply is known.
  package static let kittyID = 31

  /// Who the terminal is (XTVERSION): `ESC P > | name and version ESC \` from many; a cell's pixels: `ESC [ 6 ; height ;
  /// width t` from most; and last what every terminal answers: `ESC [ ? … c`.
  package static let identity = "\u{1B}[>q\u{1B}[16t\u{1B}[c"

  /// A kitty query with one pixel that is not kept: `ESC _ G i=31;OK ESC \` from a terminal with that protocol; and last
  /// what every terminal answers.
  package static let pictures = "\u{1B}_Gi=\(kittyID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
}
