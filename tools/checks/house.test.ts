import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  ambientReads,
  bareMutations,
  cutNames,
  inlineTypeImports,
  missingPrograms,
  sqlClockReadsIn,
  sqlClockReadsInMigration,
  sqlStatements,
  unboundedRequests,
  zoneReads,
} from './house.ts'
import { isTest, listFiles, parse, parseAll, REPOSITORY, type Source } from './source.ts'

const paths = listFiles(REPOSITORY)
const sources = parseAll(REPOSITORY, paths)

const under = (...folders: string[]) => sources.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
const product = under('api/', 'drawing/', 'lab/', 'server/', 'web/')

const complaints = (from: Source[], scan: (source: Source) => string[]) =>
  from.flatMap((source) => scan(source).map((complaint) => `${source.path}: ${complaint}`))

const planted = (scan: (source: Source) => string[], text: string, path = 'planted.ts') => scan(parse(path, text))

it('has the whole repository in sight', () => {
  expect(sources.map(({ path }) => path)).toContain('tools/checks/house.test.ts')
  expect(product.length).toBeGreaterThan(10)
})

describe('a program that is started by its path exists', () => {
  it.each([
    ["fork(join(import.meta.dirname, 'gone.ts'))", ['bench/gone.ts']],
    ["fork(join(import.meta.dirname, '../support', 'gone.ts'))", ['support/gone.ts']],
    ["fork(join(import.meta.dirname, 'here.ts'))", []],
    ["readFileSync(join(import.meta.dirname, 'gone.txt'))", []],
    ["join(folder, 'gone.ts')", []],
  ])('in %s', (text, missing) =>
    expect(missingPrograms(parse('bench/planted.ts', text), (path) => path === 'bench/here.ts')).toEqual(missing),
  )

  it('in the repository', () =>
    expect(complaints(sources, (source) => missingPrograms(source, (path) => paths.includes(path)))).toEqual([]))
})

describe('the server makes no request that is not bounded in time, bytes and number', () => {
  it.each([
    'await fetch(url)',
    'globalThis.fetch(url, { signal })',
    "import https from 'node:https'",
    "import * as http from 'http'",
    "import { request as ask } from 'node:https'",
    "import { get } from 'node:http'",
    'webpush.sendNotification(target)',
    'const transport = http(url, { retryCount: 0 })',
    'new S3mini({ endpoint })',
  ])('finds %s', (text) => expect(planted(unboundedRequests, text)).toHaveLength(1))

  it.each([
    'const ask = boundedFetch(bounds)\nawait ask(url)',
    'http(url, { retryCount: 0, fetchFn: boundedFetch(bounds) })',
    'new S3mini({ endpoint, fetch: boundedFetch(bounds) })',
    "import { createServer } from 'node:http'",
    "import { Agent } from 'node:https'",
    "import type { IncomingMessage } from 'node:http'",
  ])('leaves %s alone', (text) => expect(planted(unboundedRequests, text)).toEqual([]))

  it('in this repository', () => {
    const bounded = /^server\/src\/(?:platform\/outgoing\/bounded-fetch|features\/push\/web-push)[.]ts$/
    const server = under('server/src/').filter(({ path }) => !isTest(path) && !bounded.test(path))
    expect(complaints(server, unboundedRequests)).toEqual([])
  })
})

describe("a feature's SQL stands in its stores and tables", () => {
  it.each([
    "db.query('select 1 as one')",
    'db.query(`\n  select id\n  from battles`)',
    'db.query(`with due as (select id from battles) delete from x`)',
    `db.query(\`insert into battles (id) values (\${id})\`)`,
    "const text = 'UPDATE battles SET state = 1'",
    "const text = 'update battles b set state = 1'",
    "const text = 'delete from battles where id = $1'",
    "const text = tail + ' for update skip locked'",
    "const text = 'truncate battles'",
    "const text = 'create unique index on battles (id)'",
    'const part = sql`coalesce(a, b)`',
    'const part = sql.raw`x`',
  ])('finds %s', (text) => expect(planted(sqlStatements, text).length).toBeGreaterThan(0))

  it.each([
    '// select id from battles',
    "const text = 'Select a battle from the list'",
    "const text = 'Update your profile and set a name'",
    "const text = 'You may not delete this from the list'",
    "import { select } from './selected.ts'",
  ])('leaves %s alone', (text) => expect(planted(sqlStatements, text)).toEqual([]))

  it('in this repository', () => {
    const features = under('server/src/features/')
    const rest = features.filter(({ path }) => !/[/-]store[.]ts$|\/tables[.]ts$/.test(path) && !isTest(path))
    expect(complaints(rest, sqlStatements)).toEqual([])
  })
})

describe('SQL takes the moment it counts from', () => {
  it.each([
    "'select now()'",
    "'select NOW ( )'",
    `\`update x set at = current_timestamp where id = \${id}\``,
    "'select localtimestamp'",
    "'where day = current_date'",
    "'select clock_timestamp()'",
    "'where at > coalesce($1, clock_timestamp()) and until < clock_timestamp()'",
  ])('finds %s', (text) => expect(planted(sqlClockReadsIn, `db.query(${text})`)).toHaveLength(1))

  it.each([
    "'select coalesce($1::timestamptz, clock_timestamp())'",
    `\`where at > coalesce(\${now}, clock_timestamp()) and coalesce($2, clock_timestamp()) > x\``,
    "'ask clock.now() instead'",
    "'select known from currents'",
  ])('leaves %s alone', (text) => expect(planted(sqlClockReadsIn, `db.query(${text})`)).toEqual([]))

  it("passes a test's title, but not its statement", () => {
    expect(planted(sqlClockReadsIn, "it('never calls now()', f)", 'a.test.ts')).toEqual([])
    expect(planted(sqlClockReadsIn, "query('select now()')", 'a.test.ts')).toHaveLength(1)
  })

  it('allows only the clock itself as the default of a column', () => {
    expect(sqlClockReadsInMigration('at timestamptz default clock_timestamp() -- not now()')).toEqual([])
    expect(sqlClockReadsInMigration('at timestamptz default now()')).toHaveLength(1)
    expect(sqlClockReadsInMigration('at timestamptz DEFAULT CURRENT_TIMESTAMP')).toHaveLength(1)
  })

  it('in this repository', () => {
    // The clock itself asks the database for the time.
    const asked = under('server/src/').filter(({ path }) => path !== 'server/src/platform/clock.ts')
    expect(complaints(asked, sqlClockReadsIn)).toEqual([])
    const migrations = paths.filter((path) => /^server\/migrations\/.*[.]sql$/.test(path))
    const read = (path: string) => sqlClockReadsInMigration(readFileSync(join(REPOSITORY, path), 'utf8'))
    expect(migrations.flatMap((path) => read(path).map((complaint) => `${path}: ${complaint}`))).toEqual([])
  })
})

it('migrations are numbered from 0000, each number once', () => {
  const numbers = paths.flatMap((path) => /^server[/]migrations[/](\d+)_[^/]+[.]sql$/.exec(path)?.[1] ?? [])
  expect(numbers.sort()).toEqual(numbers.map((_, at) => String(at).padStart(4, '0')))
})

describe('pure files are handed time and chance', () => {
  it.each([
    'const a = Date.now()',
    'const a = new Date()',
    'const a = globalThis.performance.now()',
    'const a = Math.random()',
    'const a = crypto.randomUUID()',
    "import { randomBytes as some } from 'node:crypto'",
  ])('finds %s', (text) => expect(planted(ambientReads, text)).toHaveLength(1))

  it.each([
    'const a = new Date(nowMs)',
    'const a = Date.UTC(2026, 0)',
    'const a = Math.floor(x)',
    'const a = clock.now()',
    "import { createHash } from 'node:crypto'",
  ])('leaves %s alone', (text) => expect(planted(ambientReads, text)).toEqual([]))

  it('in this repository', () => {
    expect(
      complaints(
        product.filter(({ path }) => /[/.]rules[.]ts$/.test(path)),
        ambientReads,
      ),
    ).toEqual([])
  })
})

describe('one moment is shown in one zone', () => {
  it.each([
    "new Intl.DateTimeFormat('en').format(at)",
    'at.toLocaleString()',
    "new Date(iso).toLocaleTimeString('en-GB', { timeZone })",
    'new Date(iso).toLocaleDateString()',
    'at.toDateString()',
    'at.getHours()',
    'new Date(0).getTimezoneOffset()',
  ])('finds %s', (text) => expect(planted(zoneReads, text)).toHaveLength(1))

  it.each(['times.minute(at)', 'at.toISOString()', 'at.getTime()', 'at.getUTCHours()', "new Intl.NumberFormat('en')"])(
    'leaves %s alone',
    (text) => expect(planted(zoneReads, text)).toEqual([]),
  )

  it('in this repository', () => {
    // The formatters, which get the zone as an argument or name it, the one that groups digits, and one that shows nothing.
    const allowed =
      /^(?:web[/]src[/]lib[/]time[/](?:times|time-zones)|server[/]src[/](?:platform[/]utc-text|features[/]streak[/](?:day|hour)[.]rules)|api[/]src[/](?:money|whole))[.]ts$|^web[/]public[/]theme[.]js$/
    const read = product.filter(({ path }) => !allowed.test(path) && !isTest(path))
    expect(complaints(read, zoneReads)).toEqual([])
  })
})

describe('pages write by useWrite, which is dead from the first press', () => {
  it.each(['useMutation({ mutationFn })', 'const a = query.useMutation<A>({ mutationFn })'])('finds %s', (text) =>
    expect(planted(bareMutations, text)).toHaveLength(1),
  )

  it('leaves useWrite alone', () => expect(planted(bareMutations, 'useWrite({ send })')).toEqual([]))

  it('in this repository', () => {
    const allowed = [
      'web/src/lib/use-write.ts',
      // Several gifts may be pending, each with its own intent.
      'web/src/features/battles/gifting/use-gift.ts',
      // Every toggle counts, and the last one wins.
      'web/src/features/settings/notifications-card.tsx',
      'web/src/features/battles/use-challengers.ts',
    ]
    expect(
      complaints(
        under('web/').filter(({ path }) => !allowed.includes(path)),
        bareMutations,
      ),
    ).toEqual([])
  })
})

describe('names are cut by letter, not by character', () => {
  it.each(['name?.[0]', 'side.name[0]', 'person.firstName.slice(0, 3)', 'username.charAt(0)'])('finds %s', (text) =>
    expect(planted(cutNames, text)).toHaveLength(1),
  )

  it('leaves whole names and other texts alone', () =>
    expect(planted(cutNames, 'initialOf(side.name); names[0]; id.slice(0, 8); name.length')).toEqual([]))

  it('in this repository', () => {
    const allowed = [
      // Words of our own.
      'web/src/features/admin/reported-line.tsx',
      'web/src/features/streak/calendar-table.tsx',
      // Usernames are ASCII.
      'web/src/features/leaderboard/short-name.ts',
    ]
    const checked = under('drawing/', 'server/src/features/share/', 'web/').filter(
      ({ path }) => !isTest(path) && !allowed.includes(path),
    )
    expect(complaints(checked, cutNames)).toEqual([])
  })
})

describe('types are imported by import statements', () => {
  it.each([
    "type A = import('./a.ts').A",
    "const a = f<typeof import('./a.ts')>()",
    "let a: Promise<import('./a.ts').A>",
  ])('finds %s', (text) => expect(planted(inlineTypeImports, text)).toHaveLength(1))

  it('leaves lazy imports alone', () => {
    expect(planted(inlineTypeImports, "const a = () => import('./a.ts')")).toEqual([])
  })

  it('in this repository', () => {
    expect(
      complaints(
        product.filter(({ path }) => !isTest(path)),
        inlineTypeImports,
      ),
    ).toEqual([])
  })
})
