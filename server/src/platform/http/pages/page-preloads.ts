import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const Needs = z.object({
  /** Files below the site's root, without a leading slash; a style sheet comes after those it overrides. */
  files: z.array(z.string()),
  /** Addresses of responses, with the `:id` of the path. */
  reads: z.array(z.string()),
})

const File = z.array(
  z.object({
    path: z.string(),
    title: z.string(),
    about: z.string().optional(),
    isForVisitors: z.boolean(),
    /** Only some subjects need these. The page's tags name them. */
    besides: z.record(z.string(), Needs),
    /** The screen that visitors see instead, if that is the landing page. */
    landing: z.object({ title: z.string(), about: z.string() }).optional(),
    signedIn: Needs,
    visitor: Needs,
  }),
)

export interface PagePreload {
  /** Links for the page's head, with which a browser loads the screen's files at once. */
  links: string
  /** The screen's title and a sentence about it, if this user may see the screen. */
  screen?: { title: string; about: string | undefined; isLanding?: boolean }
}

/**
 * Returns what the page at an address may preload of its screen. `path` is the address without its query; with a query
 * the screen uses other responses, which are not named.
 */
export type PagePreloads = (
  url: string,
  path: string,
  viewed: { isSignedIn: boolean; besides?: string | undefined },
) => PagePreload

/** Reads the list that the web app's build wrote; without it no page preloads. */
export async function readPagePreloads(webDir: string): Promise<PagePreloads> {
  const json = await readFile(join(webDir, 'preloads.json'), 'utf8').catch(() => '[]')
  const screens = File.parse(JSON.parse(json)).map(({ path, ...needs }) => ({
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '([\\w-]+)')}$`),
    ...needs,
  }))
  return (url, path, { isSignedIn, besides: named = '' }) => {
    for (const { pattern, title, about, isForVisitors, besides, landing, signedIn, visitor } of screens) {
      const found = pattern.exec(path)
      if (!found) continue
      const needs = [isSignedIn ? signedIn : visitor, besides[named] ?? { files: [], reads: [] }]
      const files = [...new Set(needs.flatMap((each) => each.files))]
      const reads = needs.flatMap((each) => each.reads)
      const answers = url.includes('?') ? [] : reads.map((read) => read.replace(':id', found[1] ?? ''))
      const [styles, others] = [files.filter(isStyle), files.filter((file) => !isStyle(file))]
      // Responses take the server some time, so they are requested before the scripts.
      const links = [...styles.map(linkTo), ...answers.map(answerLink), ...others.map(linkTo)].join('')
      if (isSignedIn || isForVisitors) return { links, screen: { title, about } }
      return landing ? { links, screen: { ...landing, isLanding: true } } : { links }
    }
    return { links: '' }
  }
}

const isStyle = (file: string) => file.endsWith('.css')

function linkTo(file: string): string {
  const href = `/${file}`
  if (isStyle(file)) return `<link rel="stylesheet" crossorigin href="${href}">`
  if (href.endsWith('.woff2')) return `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`
  return href.endsWith('.js') ? `<link rel="modulepreload" crossorigin href="${href}">` : ''
}

const answerLink = (href: string) =>
  `<link rel="preload" as="fetch" crossorigin href="${href.replaceAll('&', '&amp;')}">`
