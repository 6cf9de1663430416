import { readBattles } from '#features/battles'
import { topOf } from '#features/leaderboard'
import { catalogueOf, glossaryOf } from '#features/lessons'
import type { Context } from '#platform/context'
import { publicPages } from './public-pages.ts'

/** Newest results and highest ranks that are listed, because a sitemap is read whole. */
const MAX_LISTED = 100

/** Returns the addresses of public pages on this site, canonical and bounded in number. */
export async function sitemapPaths(ctx: Context): Promise<string[]> {
  const people = await topOf(ctx, 'all-time', MAX_LISTED)
  const live = await readBattles(ctx, undefined, { view: 'live', limit: MAX_LISTED })
  const completed = await readBattles(ctx, undefined, { view: 'completed', limit: MAX_LISTED })
  const catalogue = await catalogueOf(ctx.settings.lessonsDir)
  const glossary = await glossaryOf(ctx.settings.glossaryDir)
  return [
    ...publicPages,
    ...[...catalogue.keys()].map((id) => `/lessons/${id}`),
    ...[...glossary.keys()].map((id) => `/glossary/${id}`),
    ...people.map(({ id }) => `/user/${id}`),
    ...[...live, ...completed].slice(0, MAX_LISTED).map(({ id }) => `/battles/${id}`),
  ]
}

export const sitemapXml = (origin: string, paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

export const robotsText = (origin: string): string =>
  ['User-agent: *', 'Disallow: /api/', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
