/** How far a zone is from UTC at a moment, such as 'UTC+5:30'. */
function offsetText(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  return name === 'GMT' ? 'UTC+0' : name.replace('GMT', 'UTC')
}

/** A zone as people are shown it: 'Africa/Lagos, UTC+1'. */
export const zoneLabel = (zone: string, at: Date): string =>
  zone === 'UTC' ? 'UTC' : `${zone.replaceAll('_', ' ')}, ${offsetText(zone, at)}`

/** Every zone the browser knows, and those of `more`, in alphabetical order. */
export function timeZones(more: readonly string[]): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...more])].sort()
}
