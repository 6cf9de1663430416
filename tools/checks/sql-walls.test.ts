import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { features } from '../../server/src/features.ts'
import { isTest, listFiles, parse, parseAll, REPOSITORY } from './source.ts'
import { foreignUses, mayHoldSql, overread, ownersOf, routines, routineUses, undeclared, usedIn } from './sql-walls.ts'

const PLATFORM = { name: 'platform', database: { provides: ['answers_with_keys'] } }

/** Tables whose readers each need different columns, so no single view would serve. */
const READ_BY_MORE = [
  'chain_events: receipts, steeze, vouching',
  'ledger_accounts: leaderboard, people, reputation',
  'ledger_transfers: leaderboard, people, reputation',
  'mutes: crowd, standing, vouching',
  'suspensions: auth, moderation, trust',
  'wallet_bindings: admin-log, related-accounts, vouching',
]

const PLANTED_TABLES = [
  parse('server/src/features/people/tables.ts', "export const people = pgTable('people', { id: uuid('id') })"),
  parse('server/src/features/games/tables.ts', "export const games = pgTable('games', { id: uuid('people') })"),
]
const PEOPLE = { name: 'people', database: { provides: ['shown_people', 'forget_person'] } }
const OWNERS = ownersOf(PLANTED_TABLES, [PEOPLE])

const complaints = (text: string, database = {}) =>
  undeclared(
    foreignUses([parse('server/src/features/games/store.ts', text)], OWNERS),
    [PEOPLE, { name: 'games', database }],
    OWNERS,
  )

describe('objects that SQL uses', () => {
  it.each([
    ['select id from people', 'reads people'],
    ['SELECT p.id FROM games g\n  JOIN people p on p.id = g.id', 'reads people'],
    ['select 1 from games, people', 'reads people'],
    ['select * from (people cross join games)', 'reads people'],
    ['select 1 from people for update', 'reads people'],
    ['select id from shown_people', 'reads shown_people'],
    ['with gone as (delete from people returning id) select id from gone', 'writes people'],
    ['insert into people (id) values ($1)', 'writes people'],
    ['insert into people(id) values ($1)', 'writes people'],
    ['update only people set id = $1', 'writes people'],
    ['delete from games using people where true', 'reads people'],
    ['select forget_person ($1)', 'calls forget_person'],
  ])('%s: %s', (sql, used) => {
    const others = usedIn(sql, OWNERS).filter(({ of }) => of !== 'games')
    expect(others.map(({ of, how }) => `${how} ${of}`)).toEqual([used])
  })

  it.each([
    `select games.people, 'people', "people" -- people`,
    "select g.people as many from games g where kind = 'it''s people'",
  ])('%s: nothing of others', (sql) => expect(usedIn(sql, OWNERS).filter(({ of }) => of !== 'games')).toEqual([]))
})

describe('a feature declares what its SQL uses of others', () => {
  it.each([
    "db.query('select id from people')",
    "const JOINS = 'join people p on p.id = g.id'",
    "const TABLES = ['people']",
    'db.query(`select 1 from games g where exists (select 1 from people where true)`)',
  ])('finds %s', (text) => {
    expect(complaints(text)).toEqual([expect.stringMatching(/games reads people of people, undeclared/)])
    expect(complaints(text, { reads: { people: ['people'] } })).toEqual([])
  })

  it('tells reading, writing and calling apart', () => {
    const text = "db.query('delete from people')\ndb.query('select forget_person($1)')"
    expect(complaints(text, { reads: { people: ['people'] } })).toHaveLength(3)
    expect(complaints(text, { writes: { people: ['people'] }, calls: { people: ['forget_person'] } })).toEqual([])
  })

  it('finds what is declared and not needed, gone, or of another owner', () => {
    expect(complaints('', { reads: { people: ['people'] } })).toEqual(['games reads people: not needed any more'])
    expect(complaints('', { reads: { people: ['persons'] } })).toEqual(["games reads persons: it is not people's"])
    expect(complaints("'select 1 from people'", { reads: { profile: ['people'] } })).toHaveLength(1)
  })

  it('finds the uses of views and functions, and those nobody owns', () => {
    const migration = `create view shown_people as select id from people;
create or replace function forget_person(who uuid) returns void language sql as $$ select 1 from games $$;
create function lost() returns void language sql as $$ select 1 $$;
create function former() returns void language sql as $$ select 1 $$;
drop function former();`
    const { uses, unowned } = routineUses(routines([migration]), OWNERS)
    expect(unowned).toEqual(['lost'])
    expect(undeclared(uses, [PEOPLE], OWNERS)).toEqual(['forget_person: people reads games of games, undeclared'])
  })

  it('finds a table that more than two read', () => {
    const by = (...names: string[]) =>
      names.map((name) => ({ by: name, of: 'people', how: 'reads' as const, path: '' }))
    expect(overread(by('a', 'b', 'b'), new Set(['people']))).toEqual([])
    expect(overread(by('a', 'b', 'c'), new Set(['people']))).toEqual(['people: a, b, c'])
    expect(overread(by('a', 'b', 'c'), new Set())).toEqual([])
  })

  it('refuses two owners of one name', () =>
    expect(() => ownersOf(PLANTED_TABLES, [{ name: 'x', database: { provides: ['people'] } }])).toThrow('people'))

  it('in this repository', () => {
    const paths = listFiles(REPOSITORY).filter((path) => path.startsWith('server/') && !isTest(path))
    const sources = parseAll(REPOSITORY, paths.filter(mayHoldSql))
    const all = [...features, PLATFORM]
    const owners = ownersOf(sources, all)
    const migrations = paths.filter((path) => /^server\/migrations\/.*[.]sql$/.test(path)).sort()
    const texts = migrations.map((path) => readFileSync(join(REPOSITORY, path), 'utf8'))
    const { uses, unowned } = routineUses(routines(texts), owners)
    expect(owners.size).toBeGreaterThan(60)
    expect(unowned).toEqual([])
    const found = [...foreignUses(sources, owners), ...uses]
    expect(undeclared(found, all, owners)).toEqual([])
    const tables = new Set(ownersOf(sources, []).keys())
    expect(overread(found, tables)).toEqual(READ_BY_MORE)
  })
})
