import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columns, fragment, out, sql, sqlWith, statements } from '../../../server/src/platform/db/sql.ts'
import { isTest, listFiles, REPOSITORY } from '../../../tools/checks/source.ts'
import { newPostgresDatabase } from './open-test-database.ts'
import { objections, outerAliases, unexpectedNulls } from './statement-check.ts'

const u = columns('users', 'u')

/** Statements that each contain a mistake no type can show. */
const PLANTED: Record<string, () => string> = {
  'syntax error': () => sql`selec ${u('id')} from users u`,
  'column "nmae" does not exist': () => sql`select ${u('id')} from users u where nmae = $1`,
  'n is integer': () => sql`select count(*)::int as ${out('n', 'bigint')} from users`,
  'sum is numeric': () => sql`select sum(usdc_micros) as ${out('sum', 'bigint')} from vouches`,
  'excusedDays is date[], which drivers read differently': () =>
    sql`select ${columns('learners')('excusedDays')} from learners`,
  'types id, but returns id, username': () => sql`select ${u('id')}, u.username from users u`,
  'address may be null': () =>
    sql`select ${columns('wallets', 'w')('address')} from users u left join wallets w on w.user_id = u.id`,
  'address is wallet_replacements.address, not wallets.address': () =>
    sql`select ${columns('wallets', 'r')('address')} from wallet_replacements r`,
}

describe('every statement agrees with the database', () => {
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client({ connectionString: await newPostgresDatabase() })
    await client.connect()
  })
  afterAll(() => client.end())

  it.each(Object.entries(PLANTED))('finds: %s', async (complaint, plant) => {
    const text = plant()
    const planted = statements.get(text) ?? []
    statements.delete(text)
    expect((await objections(client, [[text, planted]])).join('\n')).toContain(complaint)
  })

  it('finds nothing wrong with a correct statement', async () => {
    const text = sql`
      select ${u({ other: 'id' }, 'firstName')}, ${columns('wallets', 'w?')('address')}, count(*) as ${out('n', 'bigint')}
      from users u left join wallets w on w.user_id = u.id where u.id = $1 group by u.id, w.address`
    const columnsOf = statements.get(text) ?? []
    statements.delete(text)
    expect(await objections(client, [[text, columnsOf]])).toEqual([])
  })

  it('checks what a caller completes by its sample, and makes each statement once', async () => {
    let times = 0
    const limited = sqlWith((rows: number) => {
      times += 1
      return fragment`select count(*) as ${out('n', 'int')} from users limit ${rows}`
    }, 2)
    expect([...statements.keys()].at(-1)).toMatch(/limit 2$/)
    const [sample, other] = [limited(2), limited(3)]
    expect(limited(3)).toBe(other)
    expect([times, sample, other]).toEqual([2, expect.stringMatching(/limit 2$/), expect.stringMatching(/limit 3$/)])
    const made = [...statements].filter(([text]) => text === sample || text === other)
    for (const text of [sample, other]) statements.delete(text)
    expect(await objections(client, made)).toEqual([
      expect.stringContaining('n is bigint'),
      expect.stringContaining('n is bigint'),
    ])
  })

  it('in this repository', async () => {
    const stores = listFiles(REPOSITORY, 'server/src').filter((path) => /[/-]store[.]ts$/.test(path) && !isTest(path))
    await Promise.all(stores.map((path) => import(/* @vite-ignore */ join(REPOSITORY, path))))
    expect(statements.size).toBeGreaterThan(200)
    expect(await objections(client, statements)).toEqual([])
  })
})

describe('a statement check reads text and rows', () => {
  it.each([
    ['select 1 from a left join b on true join c on true', ['b']],
    ['select 1 from a left join b as x on true full join lateral (select (1)) y on true', ['x', 'y']],
  ])('%s', (text, aliases) => expect([...outerAliases(text)]).toEqual(aliases))

  it('finds a computed column that is null unannounced', () => {
    const typed = [
      { name: 'n', isNullable: false, type: 'int' },
      { name: 'm', isNullable: true, type: 'int' },
    ]
    expect(unexpectedNulls(typed, [{ n: 1, m: null }])).toEqual([])
    expect(unexpectedNulls(typed, [{ n: null, m: 1 }])).toEqual(['n'])
  })
})
