const QUARTER_MS = 15 * 60_000

export interface LocalDay {
  day: string
  startMs: number
  endMs: number
  /** First moment of each hour, by hour; undefined for one that clocks skip. */
  hourMs: (number | undefined)[]
}

/** Reads a zone's clock every quarter of an hour, apart from the product's own rules. Days that are cut off are left out. */
export function localDays(timeZone: string, fromMs: number, toMs: number): LocalDay[] {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const days: LocalDay[] = []
  for (let ms = fromMs - (fromMs % QUARTER_MS); ms < toMs; ms += QUARTER_MS) {
    // 29/03/2026, 07
    const [, date = '', month = '', year = '', hour = ''] = /^(\d+)\/(\d+)\/(\d+), (\d+)$/.exec(clock.format(ms)) ?? []
    const day = `${year}-${month}-${date}`
    let last = days.at(-1)
    if (last?.day !== day) {
      last = { day, startMs: ms, endMs: ms, hourMs: [] }
      days.push(last)
    }
    last.endMs = ms + QUARTER_MS
    last.hourMs[Number(hour)] ??= ms
  }
  return days.slice(1, -1)
}
