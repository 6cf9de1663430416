import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** Width of the quiet zone around the code in cells; cameras need it to find the code. */
const QUIET = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      className={styles.code}
      viewBox={`${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}

/** Returns an SVG path of the dark cells, with adjacent cells joined into one bar. */
function draw(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 0 })
  const bars = data.flatMap((row, y) => {
    const cells = row.map((isDark) => (isDark ? '1' : '0')).join('')
    return Array.from(cells.matchAll(/1+/g), ({ index, 0: bar }) => `M${index} ${y}h${bar.length}v1h-${bar.length}z`)
  })
  return { size, path: bars.join('') }
}
