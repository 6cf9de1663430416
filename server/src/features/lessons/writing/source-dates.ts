import { createHash } from 'node:crypto'

const DAY_MS = 24 * 3_600_000

/** Pages of products and chain parameters, which change with each release. Standards, papers and laws rarely do. */
const LIVING =
  /^(?:docs|help|support|developers|specs)\.|^(?:ethereum\.org|github\.com|l2beat\.com|aave\.com|(?:www\.)?circle\.com|trezor\.io|www\.ledger\.com|docs\..+)$/

const LIVING_DAYS = 90
const SETTLED_DAYS = 366

/** Returns for how many days a source counts as checked: 90 for products and chain parameters, a year for the rest. */
export const checkLimitDays = (url: string): number => (LIVING.test(new URL(url).hostname) ? LIVING_DAYS : SETTLED_DAYS)

/**
 * Returns the day on which a source is to be read again: in the second half of its limit, at a place that depends on its
 * address alone, so that sources that were read on one day don’t fall due on one day.
 */
export function dueOn({ url, checkedOn }: { url: string; checkedOn: string }): string {
  const limit = checkLimitDays(url)
  const share = createHash('sha256').update(url).digest().readUInt16BE() / 2 ** 16
  return dayOf(Date.parse(checkedOn) + Math.floor((limit * (1 + share)) / 2) * DAY_MS)
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

interface DueSource {
  lesson: string
  title: string
  url: string
  checkedOn: string
  dueOn: string
}

/** Returns the sources that fall due by `until`, the first due first. A source that was never checked is due at once. */
export function dueSources(
  lessons: readonly { id: string; sources: readonly { title: string; url: string; checkedOn: string | null }[] }[],
  until: Date,
): DueSource[] {
  const all = lessons.flatMap(({ id, sources }) =>
    sources.map(({ title, url, checkedOn }) => {
      const day = checkedOn ?? '1970-01-01'
      return { lesson: id, title, url, checkedOn: day, dueOn: dueOn({ url, checkedOn: day }) }
    }),
  )
  return all
    .filter((source) => source.dueOn <= dayOf(until.getTime()))
    .sort((a, b) => a.dueOn.localeCompare(b.dueOn) || a.url.localeCompare(b.url))
}
