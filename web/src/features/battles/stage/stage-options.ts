import type { Theme } from '#lib/theme'

export interface StageOptions {
  theme: Theme
  /** Factor of all sizes; 1 fits faces, names and scores to the frame. */
  scale: number
  hasField: boolean
  hasBanners: boolean
}

const SCALES = { min: 0.5, max: 3 } as const

const DEFAULTS: StageOptions = { theme: 'dark', scale: 1, hasField: true, hasBanners: true }

/** Reads the query of an overlay's or embed's address. Unknown and impossible values count as absent. */
export function readStageOptions(search: string): StageOptions {
  const query = new URLSearchParams(search)
  const scale = Number(query.get('scale') ?? DEFAULTS.scale)
  return {
    theme: query.get('theme') === 'light' ? 'light' : DEFAULTS.theme,
    scale: scale >= SCALES.min && scale <= SCALES.max ? scale : DEFAULTS.scale,
    hasField: query.get('field') !== 'off',
    hasBanners: query.get('banners') !== 'off',
  }
}

/** Returns the query that `readStageOptions` reads back, with a `?`; empty for the defaults. */
export function stageQuery({ theme, scale, hasField, hasBanners }: StageOptions): string {
  const query = new URLSearchParams()
  if (theme !== DEFAULTS.theme) query.set('theme', theme)
  if (scale !== DEFAULTS.scale) query.set('scale', String(scale))
  if (!hasField) query.set('field', 'off')
  if (!hasBanners) query.set('banners', 'off')
  const text = query.toString()
  return text && `?${text}`
}
