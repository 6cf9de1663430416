import { offsetText } from '#lib/time/time-zones'

export const zoneLabel = (zone: string, at: Date): string =>
  zone === 'UTC' ? 'UTC' : `${zone.replaceAll('_', ' ')}, ${offsetText(at.getTime(), zone)}`

export function timeZones(more: readonly string[]): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...more])].sort()
}
