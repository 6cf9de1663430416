import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, listFiles, REPOSITORY } from './source.ts'

/** Requirements are lines of docs/product, such as `- **learning.claim-once** A lesson pays once.`; tests carry their ids. */
const REQUIREMENT = /^- \*\*([a-z]+\.[a-z0-9-]+)\*\* \S/
const ID = /\[([a-z]+)\.([a-z0-9-]+)\]/g
const GROUP = /\bdescribe[.\w]*\(/
const SET_ASIDE = /\b(?:it|test)\b.*[.](?:skip|todo|fixme)\b|\b(?:skip|todo): true/

/** Contents of files by path. */
export type Texts = Readonly<Record<string, string>>

const areaOf = (page: string) => page.replace(/^.*\/|\.md$/g, '')

interface NamedId {
  path: string
  area: string
  id: string
  isOnGroup: boolean
  isSetAside: boolean
  /** Whether `npm test` runs it: false for slow suites and for journeys without the tag. */
  isQuick: boolean
}

function idsIn(tests: Texts): NamedId[] {
  return Object.entries(tests).flatMap(([path, text]) => {
    const lines = text.split('\n')
    return lines.flatMap((line, index) =>
      [...line.matchAll(ID)].map(([, area = '', name]) => ({
        path,
        area,
        id: `${area}.${name}`,
        isOnGroup: GROUP.test(line),
        isSetAside: SET_ASIDE.test(line),
        isQuick: /[.]spec[.]ts$|^tests\/journeys\//.test(path)
          ? lines.slice(index, index + 3).some((near) => near.includes('@smoke'))
          : !path.includes('.slow.'),
      })),
    )
  })
}

/** Returns the ids that only `npm run test:all` proves, sorted. */
export function provedOnlyByAll(tests: Texts): string[] {
  const named = idsIn(tests)
  const quick = new Set(named.filter(({ isQuick }) => isQuick).map(({ id }) => id))
  return [...new Set(named.map(({ id }) => id).filter((id) => !quick.has(id)))].sort()
}

export function readTests(except?: string): Texts {
  const paths = listFiles(REPOSITORY).filter((path) => isTest(path) || /^tests\/|[.]t[.]sol$/.test(path))
  return Object.fromEntries(
    paths.filter((path) => path !== except).map((path) => [path, readFileSync(join(REPOSITORY, path), 'utf8')]),
  )
}

/**
 * Returns every violation: a list item that isn't a requirement of its page, and an id that is duplicate, unknown,
 * untested, or on a group or a skipped test.
 */
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
  const named = idsIn(tests).filter(({ area }) => areas.has(area))
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
