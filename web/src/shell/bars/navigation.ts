import type { Destination } from '#lib/feature'

const MAX_TABS = 5

/** Returns the tabs. Spare ones give way once the others fill the bar. */
export function tabsOf(all: readonly Destination[]): Destination[] {
  const own = all.filter(({ inTabs }) => inTabs === true)
  return all.filter(({ inTabs }) => inTabs === true || (inTabs === 'spare' && own.length < MAX_TABS))
}

/** Returns whether a link is current. Home matches exactly, others also match their subpaths and other addresses. */
export const isActive = (
  { path, also = [] }: { path: string; also?: readonly string[] | undefined },
  location: string,
): boolean => [path, ...also].some((at) => location === at || (at !== '/' && location.startsWith(`${at}/`)))
