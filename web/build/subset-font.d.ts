declare module 'subset-font' {
  /** Keeps only the glyphs of `text`; axes and layout features stay. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2' },
  ): Promise<Uint8Array>
}
