import { initialOf } from '@aura/api/letters'
import { type AuraLevel, levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { auraShape } from '@aura/drawing/aura-shape'
import { css } from '@aura/drawing/colors'
import { INK, INK_3, LEVELS, LINE, PLATE } from '@aura/drawing/palette'
import { ringTicks } from '@aura/drawing/ring-ticks'
import type { Profile } from './profile-tags.ts'

const HEIGHT = 64
/** Pixels of letters in the widest bold system fonts at 16 pixels, so that every username has room. */
const LETTERS = [
  [/[mwMW]/, 17.5],
  [/[A-Z]/, 13.5],
  [/[fijlrt]/, 8],
  [/./, 11.5],
] as const
const TEXT_X = 72

const nameWidth = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (LETTERS.find(([kind]) => kind.test(letter))?.[1] ?? 0), 0)

const streakText = (days: number): string => `${formatWhole(days)} ${days === 1 ? 'day' : 'days'}`

const levelText = ({ name }: AuraLevel, days: number): string => `${name} · ${streakText(days)}`

/**
 * Returns a picture of a person's ring, level and streak for other sites, as SVG without scripts or links. A username has
 * only letters, digits and underscores, and level names are ours, so nothing needs escaping.
 */
export function badgeSvg({ user: { id, username, currentStreak, auraPoints } }: Pick<Profile, 'user'>): string {
  const level = levelOfStreak(currentStreak)
  const color = css(LEVELS[level.key], 1)
  const { radius, lit, unlit, stroke } = ringTicks(auraShape(id, currentStreak, auraPoints), HEIGHT)
  const words = levelText(level, currentStreak)
  const width = Math.ceil(TEXT_X + 16 + Math.max(nameWidth(username), words.length * 7.4))
  const title = `${username} on Aura: ${words}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="12" fill="${css(PLATE, 1)}" stroke="${css(LINE, 1)}"/>`,
    `<g fill="none" stroke-width="${stroke}" stroke-linecap="round">`,
    `<path d="${unlit}" stroke="${css(LINE, 1)}"/><path d="${lit}" stroke="${color}"/>`,
    `<circle cx="${HEIGHT / 2}" cy="${HEIGHT / 2}" r="${radius.toFixed(1)}" stroke="${color}"/></g>`,
    `<g font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif">`,
    `<text x="${HEIGHT / 2}" y="39" text-anchor="middle" font-size="20" font-weight="800" fill="${css(INK, 1)}">${initialOf(username)}</text>`,
    `<text x="${TEXT_X}" y="29" font-size="16" font-weight="700" fill="${css(INK, 1)}">${username}</text>`,
    `<text x="${TEXT_X}" y="48" font-size="13" fill="${currentStreak > 0 ? color : css(INK_3, 1)}">${words}</text>`,
    '</g></svg>',
  ].join('')
}
