/** Metrics relative to the font size, and text widths relative to Arial's. */
interface Family {
  name: string
  ascent: number
  descent: number
  /** Relative to Arial and Arial Bold, for each `font-stretch` range; measured with a sentence and the digits. */
  widths: { stretch: string; regular: number; bold: number }[]
}

const FAMILIES: Family[] = [
  {
    name: 'Science Gothic Fallback',
    ascent: 1.088,
    descent: 0.388,
    widths: [
      { stretch: '50% 62%', regular: 0.68, bold: 1 },
      { stretch: '63% 81%', regular: 0.98, bold: 1.11 },
      { stretch: '82% 94%', regular: 1.13, bold: 1.2 },
      { stretch: '95% 106%', regular: 1.27, bold: 1.29 },
      { stretch: '107% 130%', regular: 1.35, bold: 1.38 },
      { stretch: '131% 174%', regular: 1.61, bold: 1.63 },
      { stretch: '175% 200%', regular: 1.95, bold: 1.97 },
    ],
  },
  {
    name: 'Atkinson Hyperlegible Next Fallback',
    ascent: 0.984,
    descent: 0.316,
    widths: [{ stretch: '100%', regular: 0.985, bold: 0.975 }],
  },
]

const REGULAR = "local('Arial'), local('ArialMT'), local('Liberation Sans'), local('Roboto')"
const BOLD = "local('Arial Bold'), local('Arial-BoldMT'), local('Liberation Sans Bold'), local('Roboto Bold')"

/** Returns fallback fonts with our fonts' metrics, so that swapping them in causes no layout shift. */
export function fallbackFaces(): string {
  return FAMILIES.flatMap((family) =>
    family.widths.flatMap(({ stretch, regular, bold }) => [
      face(family, stretch, '100 599', REGULAR, regular),
      face(family, stretch, '600 900', BOLD, bold),
    ]),
  ).join('\n')
}

function face({ name, ascent, descent }: Family, stretch: string, weight: string, src: string, width: number): string {
  const percent = (part: number) => `${(part * 100).toFixed(1)}%`
  return `@font-face {
  font-family: '${name}';
  font-weight: ${weight};
  font-stretch: ${stretch};
  src: ${src};
  size-adjust: ${percent(width)};
  ascent-override: ${percent(ascent / width)};
  descent-override: ${percent(descent / width)};
  line-gap-override: 0%;
}`
}
