import { offsetText } from '#lib/time/time-zones'

/** A zone as people are shown it: 'Africa/Lagos, UTC+1'. */
export const zoneLabel = (zone: string, at: Date): string =>
  zone === 'UTC' ? 'UTC' : `${zone.replaceAll('_', ' ')}, ${offsetText(at.getTime(), zone)}`

/** Every zone the browser knows, and those of `more`, in alphabetical order. */
export function timeZones(more: readonly string[]): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...more])].sort()
}
