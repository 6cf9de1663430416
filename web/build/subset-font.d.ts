declare module 'subset-font' {
  /** Keeps only the glyphs of `text`; layout features stay, and axes that are not pinned. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2'; variationAxes?: Record<string, number> },
  ): Promise<Uint8Array>
}
