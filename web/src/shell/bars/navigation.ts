import type { Destination } from '#lib/feature'

/** As many as a thumb tells apart. */
const MAX_TABS = 5

/** The tabs of a phone: spare ones leave as soon as the others fill the bar. */
export function tabsOf(all: readonly Destination[]): Destination[] {
  const own = all.filter(({ inTabs }) => inTabs === true)
  return all.filter(({ inTabs }) => inTabs === true || (inTabs === 'spare' && own.length < MAX_TABS))
}

/** Whether a navigation item leads to where one is: home only exactly, the others also to what lies below them. */
export const isActive = (path: string, location: string, also?: string): boolean =>
  path === '/'
    ? location === '/'
    : location === path || location.startsWith(`${path}/`) || (also !== undefined && isActive(also, location))
