import Imaging
import SystemPackage
import TestSupport

/// How near reduced photos are to what a slow reduction in linear light gives: SSIMULACRA2, of
/// which 90 can't be told apart by eye, and 70 is high quality.
struct ReducedQuality {
  /// How many photos are judged.
  private static let count = 8

  let reducing: ReducingCase

  /// A sentence; nil if no interpreter has what it takes.
  func sentence(_ bench: Workbench) throws -> String? {
    let paths = try bench.inputs.paths(of: Array(reducing.photos.prefix(Self.count)))
    let python = bench.tools.pythons.first {
      bench.tools.output(of: $0, ["-c", "import pyvips, ssimulacra2"]) != nil
    }
    guard let python else { return nil }
    let script = """
      import os, statistics, sys, tempfile
      import pyvips
      from ssimulacra2 import compute_ssimulacra2_with_alpha as score
      scores = {"collage": [], "pyvips": []}
      with tempfile.TemporaryDirectory() as folder:
          reference = os.path.join(folder, "reference.png")
          for number, path in enumerate(sys.argv[1:]):
              photo = pyvips.Image.new_from_file(path).thumbnail_image(
                  \(reducing.size.width), height=\(reducing.size.height), size="force", linear=True)
              photo.write_to_file(reference)
              for name in scores:
                  scores[name].append(score(reference, f"{name}-{number}.jpg"))
      print(", ".join(f"{name} {statistics.mean(all):.1f}" for name, all in scores.items()))
      """
    let outcome = try bench.tools.command(
      python, ["-c", script] + paths.map(\.string), in: bench.folder
    ).runToSuccess(as: "SSIMULACRA2")
    return "SSIMULACRA2 of \(paths.count) of them: "
      + outcome.output.filter { $0 != "\n" } + "."
  }
}
