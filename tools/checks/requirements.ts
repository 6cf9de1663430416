/** Requirements are lines of docs/product, such as `- **learning.claim-once** A lesson pays once.`; tests carry their ids. */
const REQUIREMENT = /^- \*\*([a-z]+\.[a-z0-9-]+)\*\* \S/
const ID = /\[([a-z]+)\.([a-z0-9-]+)\]/g
const GROUP = /\bdescribe[.\w]*\(/
const SET_ASIDE = /\b(?:it|test)\b.*[.](?:skip|todo|fixme)\b|\b(?:skip|todo): true/

/** Texts by path. */
export type Texts = Readonly<Record<string, string>>

const areaOf = (page: string) => page.replace(/^.*\/|\.md$/g, '')

/** Returns every breach: a list item that isn't a requirement of its page, an id twice, unknown, untested, on a group or a test set aside. */
export function requirementFaults(pages: Texts, tests: Texts): string[] {
  const areas = new Set(Object.keys(pages).map(areaOf))
  const items = Object.entries(pages).flatMap(([page, text]) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('- '))
      .map((line) => ({ page, line, id: REQUIREMENT.exec(line)?.[1] ?? '' })),
  )
  const misplaced = items.filter(({ page, id }) => !id.startsWith(`${areaOf(page)}.`))
  const ids = items.map(({ id }) => id)
  const known = new Set(ids)
  const named = Object.entries(tests).flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line) =>
        [...line.matchAll(ID)]
          .filter(([, area = '']) => areas.has(area))
          .map(([, area, name]) => ({
            path,
            id: `${area}.${name}`,
            isOnGroup: GROUP.test(line),
            isSetAside: SET_ASIDE.test(line),
          })),
      ),
  )
  const tested = new Set(named.map(({ id }) => id))
  return [
    ...misplaced.map(({ page, line }) => `${page}: no requirement of this page: ${line}`),
    ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id}: stands twice`),
    ...[...known].filter((id) => !tested.has(id)).map((id) => `${id}: no test carries it`),
    ...named.filter(({ id }) => !known.has(id)).map(({ path, id }) => `${path}: there is no ${id}`),
    ...named.filter(({ isOnGroup }) => isOnGroup).map(({ path, id }) => `${path}: ${id} is on a group, not a test`),
    ...named.filter(({ isSetAside }) => isSetAside).map(({ path, id }) => `${path}: the test of ${id} doesn't run`),
  ]
}
