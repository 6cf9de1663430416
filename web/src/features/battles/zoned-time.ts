/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetMs(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(new Date(atMs))
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(atMs / 1_000) * 1_000
}

/**
 * The moment at which clocks of a zone show a date ('YYYY-MM-DD') and a time ('HH:MM'); null where these are none. A
 * time that the clocks leave out in spring is read as an hour later, one that they show twice as the first of both.
 */
export function zonedMoment(date: string, time: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  if (Number.isNaN(asUtc)) return null
  const around = [asUtc - 86_400_000, asUtc + 86_400_000].map((ms) => asUtc - offsetMs(ms, timeZone))
  const exact = around.filter((ms) => ms + offsetMs(ms, timeZone) === asUtc)
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...around))
}

/** The date that clocks of a zone show at a moment, as 'YYYY-MM-DD'. */
export const zonedDate = (atMs: number, timeZone: string): string =>
  new Date(atMs + offsetMs(atMs, timeZone)).toISOString().slice(0, 10)
