export interface AtomEntry {
  path: string
  title: string
  summary: string
  /** ISO 8601. */
  updatedAt: string
}

/** Control characters, which XML 1.0 has no place for. */
const UNFIT = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNFIT, '')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] as string)

/** Returns an Atom feed (RFC 4287). It is as new as its newest entry; `emptyAt` is the time of an empty one. */
export function atomText(
  entries: readonly AtomEntry[],
  {
    title,
    origin,
    path,
    pagePath,
    emptyAt,
  }: { title: string; origin: string; path: string; pagePath: string; emptyAt: string },
): string {
  const updated =
    entries
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1) ?? emptyAt
  const lines = entries.map((entry) =>
    [
      '<entry>',
      `<id>${escaped(origin + entry.path)}</id>`,
      `<title>${escaped(entry.title)}</title>`,
      `<link rel="alternate" type="text/html" href="${escaped(origin + entry.path)}"/>`,
      `<updated>${escaped(entry.updatedAt)}</updated>`,
      `<summary>${escaped(entry.summary)}</summary>`,
      '</entry>',
    ].join(''),
  )
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escaped(origin + path)}</id>`,
    `<title>${escaped(title)}</title>`,
    '<author><name>Aura</name></author>',
    `<link rel="self" type="application/atom+xml" href="${escaped(origin + path)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(origin + pagePath)}"/>`,
    `<updated>${escaped(updated)}</updated>`,
    ...lines,
    '</feed>',
    '',
  ].join('\n')
}
