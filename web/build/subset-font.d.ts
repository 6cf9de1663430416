declare module 'subset-font' {
  /** The font with the glyphs of `text` only; its axes and layout features are kept. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2' },
  ): Promise<Uint8Array>
}
