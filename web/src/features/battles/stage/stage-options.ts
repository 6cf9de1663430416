import { AURA_LEVELS, type LevelKey } from '@aura/api/levels'
import type { Theme } from '#lib/theme'

/** `sides`: an alert has the colour of the side it is about; `none`: the theme's ink. */
export type AlertColor = 'sides' | 'none' | LevelKey

export interface StageOptions {
  theme: Theme
  /** Factor of all sizes; 1 fits faces, names and scores to the frame. */
  scale: number
  hasField: boolean
  hasBanners: boolean
  hasAlerts: boolean
  /** Factor of the alerts' sizes, on top of `scale`. */
  alertScale: number
  alertColor: AlertColor
  hasSound: boolean
}

const SCALES = { min: 0.5, max: 3 } as const

export const ALERT_COLORS: readonly AlertColor[] = ['sides', 'none', ...AURA_LEVELS.map(({ key }) => key)]

const DEFAULTS: StageOptions = {
  theme: 'dark',
  scale: 1,
  hasField: true,
  hasBanners: true,
  hasAlerts: false,
  alertScale: 1,
  alertColor: 'sides',
  hasSound: false,
}

/** Reads the query of an overlay's or embed's address. Unknown and impossible values count as absent. */
export function readStageOptions(search: string): StageOptions {
  const query = new URLSearchParams(search)
  const scaleOf = (name: string) => {
    const scale = Number(query.get(name) ?? 1)
    return scale >= SCALES.min && scale <= SCALES.max ? scale : 1
  }
  return {
    theme: query.get('theme') === 'light' ? 'light' : DEFAULTS.theme,
    scale: scaleOf('scale'),
    hasField: query.get('field') !== 'off',
    hasBanners: query.get('banners') !== 'off',
    hasAlerts: query.get('alerts') === 'on',
    alertScale: scaleOf('alert-scale'),
    alertColor: ALERT_COLORS.find((color) => color === query.get('alert-color')) ?? DEFAULTS.alertColor,
    hasSound: query.get('sound') === 'on',
  }
}

/** Returns the query that `readStageOptions` reads back, with a `?`; empty for the defaults. Without alerts, none of their options. */
export function stageQuery(options: StageOptions): string {
  const { theme, scale, hasField, hasBanners, hasAlerts, alertScale, alertColor, hasSound } = options
  const query = new URLSearchParams()
  if (theme !== DEFAULTS.theme) query.set('theme', theme)
  if (scale !== DEFAULTS.scale) query.set('scale', String(scale))
  if (!hasField) query.set('field', 'off')
  if (!hasBanners) query.set('banners', 'off')
  if (hasAlerts) {
    query.set('alerts', 'on')
    if (alertScale !== DEFAULTS.alertScale) query.set('alert-scale', String(alertScale))
    if (alertColor !== DEFAULTS.alertColor) query.set('alert-color', alertColor)
    if (hasSound) query.set('sound', 'on')
  }
  const text = query.toString()
  return text && `?${text}`
}
