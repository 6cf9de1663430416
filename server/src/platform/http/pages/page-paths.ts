import { FRAMED_PAGES } from '@aura/api/pages'

/** Returns the path without query and trailing slash. Not parsed as a URL: clients may send invalid ones. */
export const pathOf = (url: string) => url.replace(/[?#].*$/s, '').replace(/(?<=[^/])\/$/, '')

/** Returns a matcher that ignores case, like the web app's router. */
export function pageMatcher(patterns: readonly string[]): (path: string) => boolean {
  const sources = patterns.map((pattern) => pattern.replaceAll(/:\w+/g, '[^/]+'))
  const matcher = new RegExp(`^(?:${sources.join('|')})$`, 'i')
  return (path) => matcher.test(path)
}

export const isFramedPage = pageMatcher(FRAMED_PAGES)
