import PhotoCodecs

extension GainMapCorpusTests {
  /// The figures of an independent reader.
  static let entries: [Entry] = [
    Entry(
      name: "files/AppleJPEGGainMap_reference.HEIC", kind: .apple, width: 1512, height: 2016,
      full: 2.221417, mean: [132.81],
      quarter: [132.12]),
    Entry(
      name: "files/Hdr-Gainmap_output_uhdr_1.jpg", kind: .iso, width: 800, height: 533,
      full: 3.793792, min: [-0.32193, -0.32193, -0.32193], offset: 0.015625,
      mean: [43.09, 47.03, 45.41],
      quarter: [52.08, 56.48, 53.63]),
    Entry(
      name: "files/UltraHDRViewer__HDR-blue-text_800x800_U_0_P3_Original-ratio_gainMap.jpg",
      kind: .iso, width: 800, height: 800, full: 4.050197, min: [-2, -2, -2],
      max: [5.1903, 5.1903, 5.1903], offset: 1e-07, mean: [67.63, 74.33, 85.67],
      quarter: [71.17, 75.24, 82.51]),
    Entry(
      name: "files/UltraHdrBlurEdit_result-image13.jpg", kind: .iso, width: 758, height: 566,
      full: 1.898438, mean: [20.21],
      quarter: [21.63]),
    Entry(
      name: "files/Ultra_HDR_Samples_Originals_05.jpg", kind: .ultraHDR, width: 1020, height: 768,
      full: 2.205275, mean: [18.29],
      quarter: [52.20]),
    Entry(
      name: "files/gainmap-js_03.jpg", kind: .ultraHDR, width: 3000, height: 2075, full: 4,
      min: [1.7e-05, -3e-06, 1.2e-05], max: [0.84951, 0.74856, 0.7531], gamma: [0.25, 0.25, 0.25],
      offset: 10.30896, mean: [62.42, 62.81, 55.82],
      quarter: [57.34, 58.52, 51.63]),
    Entry(
      name: "files/gainmap-js_08.jpg", kind: .ultraHDR, width: 3000, height: 1687, full: 4,
      min: [-0.012107, -0.028537, -0.071069], max: [2.6689, 2.581, 2.4573],
      gamma: [0.26082, 0.35458, 0.47235], offset: 0.09302, mean: [126.55, 121.61, 118.50],
      quarter: [125.00, 128.51, 130.88]),
    Entry(
      name: "files/gainmap-js_memorial.jpg", kind: .ultraHDR, width: 512, height: 768, full: 7.6145,
      offset: 0.015625, mean: [2.15, 1.89, 1.80],
      quarter: [4.99, 4.83, 4.97]),
    Entry(
      name: "files/gainmap-spec-status_gain_mapped-text-sphinx_01.jpg", kind: .ultraHDR, width: 600,
      height: 400, full: 2.58496, mean: [0.78],
      quarter: [0.00]),
    Entry(
      name: "files/glide_small_gainmap_image.jpg", kind: .iso, width: 264, height: 469,
      full: 2.321777, mean: [47.94],
      quarter: [43.71]),
    Entry(
      name: "files/libavif_paris_exif_xmp_gainmap_littleendian.jpg", kind: .ultraHDR, width: 512,
      height: 384, full: 3.5, max: [3.5, 3.6, 3.7], mean: [82.33],
      quarter: [113.48]),
    Entry(
      name: "files/libavif_seine_sdr_gainmap_big_srgb.avif", kind: .iso, width: 800, height: 600,
      full: 1.3, min: [-0.25691, -0.26137, -0.28028], max: [1.2772, 1.2772, 1.278],
      gamma: [0.95378, 0.9411, 0.91942], offset: 0.015625, mean: [134.22, 137.32, 141.48],
      quarter: [188.49, 193.22, 198.08]),
    Entry(
      name: "files/libavif_seine_sdr_gainmap_srgb.jpg", kind: .ultraHDR, width: 400, height: 300,
      full: 1.3, min: [-0.25691, -0.26137, -0.28028], max: [1.2772, 1.2772, 1.278],
      gamma: [0.95378, 0.9411, 0.91942], offset: 0.015625, mean: [134.04, 137.18, 141.24],
      quarter: [188.34, 193.09, 197.92]),
    Entry(
      name: "files/libavif_seine_sdr_gainmap_srgb_icc.avif", kind: .iso, width: 400, height: 300,
      full: 1.3, min: [-0.25691, -0.26137, -0.28028], max: [1.2772, 1.2772, 1.278],
      gamma: [0.95378, 0.9411, 0.91942], offset: 0.015625, mean: [134.12, 137.23, 141.38],
      quarter: [188.41, 193.15, 198.02]),
    Entry(
      name: "files/libultrahdr_apple_gainmap_new.jpg", kind: .apple, width: 192, height: 256,
      full: 2.180397, mean: [14.49],
      quarter: [28.46]),
    Entry(
      name: "files/pillow_heif_aux_YCbCr.heic", kind: .iso, width: 1000, height: 462, full: 2.3,
      mean: [99.54],
      quarter: [100.64]),
    Entry(
      name: "files/pillow_heif_pug.heic", kind: .apple, width: 2016, height: 1512, full: 1.8,
      mean: [39.50],
      quarter: [56.89]),
    Entry(
      name: "files/pyultrahdr_demo_ultrahdr.jpg", kind: .ultraHDR, width: 1402, height: 1122,
      full: 2.300448, max: [2.2647, 2.2647, 2.2647], mean: [65.18],
      quarter: [67.77]),
    Entry(
      name: "files/ultrahdr_s01.vipsth.jpg", kind: .iso, width: 133, height: 100, full: 2.656715,
      mean: [115.88],
      quarter: [158.45]),
    Entry(
      name: "files/ultrahdr_small_uhdr.jpg", kind: .iso, width: 600, height: 400, full: 3.947876,
      min: [-3.8354, -1.4859, -1.4445], max: [3.8396, 3.8228, 3.9479],
      gamma: [1.1149, 0.63092, 0.61017], offset: 0.015625, mean: [127.00, 126.64, 126.68],
      quarter: [128.52, 128.57, 128.62]),
    Entry(
      name: "files/ultrajpeg_hdr-jpeg-apple-gain-map.jpg", kind: .apple, width: 200, height: 150,
      full: 1.865949, mean: [91.27],
      quarter: [84.02]),
    Entry(
      name: "files/ultrajpeg_hdr-jpeg-iso-21496-1.jpg", kind: .iso, width: 200, height: 150,
      full: 1.886452, min: [-0.72022, -0.72022, -0.72022], gamma: [1.1113, 1.1113, 1.1113],
      offset: 1e-05, mean: [146.27],
      quarter: [138.66]),
    Entry(
      name: "odd/motion-photo.jpg", kind: .iso, width: 133, height: 100, full: 2.656715,
      mean: [115.88],
      quarter: [158.45]),
    Entry(
      name: "odd/mpf-ifd.jpg", kind: .iso, width: 133, height: 100, full: 2.656715, mean: [115.88],
      quarter: [158.45]),
    Entry(
      name: "odd/mpf-offset.jpg", kind: .iso, width: 133, height: 100, full: 2.656715,
      mean: [115.88],
      quarter: [158.45]),
    Entry(
      name: "odd/mpf-self.jpg", kind: .iso, width: 133, height: 100, full: 2.656715, mean: [115.88],
      quarter: [158.45]),
    Entry(
      name: "odd/turned.jpg", kind: .iso, width: 100, height: 133, full: 2.656715, mean: [115.88],
      quarter: [55.99]),
  ]
}
