import { readFileSync } from 'node:fs'

export type Triple = readonly [number, number, number]

const css = readFileSync(new URL('../web/src/styles/tokens.css', import.meta.url), 'utf8')

/** Returns lightness, chroma and hue of the tokens of a theme. */
export function tokensOf(theme: 'dark' | 'light'): (token: string) => Triple {
  const [block = ''] = css.slice(css.indexOf(`[data-theme="${theme}"] {`)).split('}')
  return (token) => {
    const found = new RegExp(`--${token}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(block)
    if (!found) throw new Error(`${theme} has no --${token}`)
    return [Number(found[1]), Number(found[2]), Number(found[3])]
  }
}

export const times = (rows: readonly Triple[], [x, y, z]: Triple): Triple => {
  const [a = 0, b = 0, c = 0] = rows.map(([p, q, r]) => p * x + q * y + r * z)
  return [a, b, c]
}

export const clamp = (rgb: Triple): Triple => rgb.map((part) => Math.min(1, Math.max(0, part))) as unknown as Triple

/**
 * OKLCH in linear sRGB, by Björn Ottosson's matrices as in CSS Color 4. Colours outside sRGB are clipped, as by a
 * canvas.
 */
export function linearOf([l, chroma, hue]: Triple): Triple {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const cones: Triple = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ]
  const rows: readonly Triple[] = [
    [4.0767416621, -3.3077115913, 0.2309699292],
    [-1.2684380046, 2.6097574011, -0.3413193965],
    [-0.0041960863, -0.7034186147, 1.707614701],
  ]
  return clamp(times(rows, cones))
}
