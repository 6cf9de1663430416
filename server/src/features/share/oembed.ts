import type { BattleDetail } from '@aura/api/calls/battles/battle'
import { z } from 'zod'
import { SHAPES } from './size.ts'

const thumbnail = SHAPES.wide

/** Size in pixels, 16 by 9 like a stream. */
const SIZE = { width: 640, height: 360 } as const

/** Invalid numbers count as absent, because consumers send all kinds of values. */
const most = z.coerce.number().positive().catch(Number.POSITIVE_INFINITY)

export const OembedQuery = z.object({
  url: z.string().max(2_000),
  maxwidth: most,
  maxheight: most,
  format: z.string().default('json'),
})

/** Returns the id of the battle that an address of this site shows, or undefined for any other address. */
export function embeddableBattle(url: string, origin: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { origin: of, pathname } = new URL(url)
  return of === origin ? /^\/battles?\/([0-9a-f-]{36})(?:\/receipt)?\/?$/i.exec(pathname)?.[1] : undefined
}

const pixels = (size: number) => Math.max(1, Math.floor(size))

/** Returns the response of https://oembed.com (version 1.0, `rich`) within the requested size. */
export function oembedOf(
  { id }: Pick<BattleDetail, 'id'>,
  words: { title: string; image: string },
  { maxwidth, maxheight, origin }: { maxwidth: number; maxheight: number; origin: string },
) {
  const width = pixels(Math.min(SIZE.width, maxwidth, (maxheight * SIZE.width) / SIZE.height))
  const height = pixels(Math.min(SIZE.height, maxheight, (maxwidth * SIZE.height) / SIZE.width))
  const src = `${origin}/embed/battle/${id}`
  return {
    version: '1.0',
    type: 'rich',
    title: words.title,
    provider_name: 'Aura',
    provider_url: `${origin}/`,
    cache_age: 60,
    width,
    height,
    html: `<iframe src="${src}" width="${width}" height="${height}" style="border:0" title="A battle on Aura" loading="lazy"></iframe>`,
    // The picture has a single size.
    ...(thumbnail.width <= maxwidth && thumbnail.height <= maxheight
      ? { thumbnail_url: origin + words.image, thumbnail_width: thumbnail.width, thumbnail_height: thumbnail.height }
      : {}),
  }
}
