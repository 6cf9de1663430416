import type { Destination } from '#lib/feature'

const MAX_TABS = 5

/** Returns the tabs. Spare ones give way once the others fill the bar. */
export function tabsOf(all: readonly Destination[]): Destination[] {
  const own = all.filter(({ inTabs }) => inTabs === true)
  return all.filter(({ inTabs }) => inTabs === true || (inTabs === 'spare' && own.length < MAX_TABS))
}

/** Returns whether a path is current. Home matches exactly, other items also match their subpaths. */
export const isActive = (path: string, location: string, also?: string): boolean =>
  path === '/'
    ? location === '/'
    : location === path || location.startsWith(`${path}/`) || (also !== undefined && isActive(also, location))
