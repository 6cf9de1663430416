import { describe, expect, it } from 'vitest'
import { parse } from '../../../scripts/checks/source.ts'
import { plainStatements, serverSources, storeStatements, typedStatements, wrongRows } from './row-types.ts'

/** Statements that take SQL or a number the planner must know from their caller. May only get shorter. */
const PLAIN = {
  'server/src/features/auth/store.ts': 2,
  'server/src/features/chain-events/audit-store.ts': 1,
  'server/src/features/leaderboard/audit-store.ts': 8,
  'server/src/features/leaderboard/store.ts': 3,
  'server/src/features/ledger/audit-holds-store.ts': 1,
  'server/src/features/ledger/audit-store.ts': 2,
  'server/src/features/settings/personal-store.ts': 1,
  'server/src/features/steeze/audit-store.ts': 2,
  'server/src/platform/session/store.ts': 1,
}

const FILES = [
  parse('server/src/features/a/index.ts', "export { type Base as Shown } from './rules.ts'"),
  parse(
    'server/src/features/a/rules.ts',
    'export type Status = "on" | "off"\nexport interface Base { id: string; at: Date | null; status: Status }',
  ),
]

const statementOf = (type: string, text = '`select 1`') =>
  typedStatements([
    ...FILES,
    parse('server/src/features/b/store.ts', `import type { Shown } from '#features/a'\ndb.query<${type}>(${text})`),
  ])[0]

const wrong = (type: string, row: object) =>
  wrongRows(statementOf(type)?.row ?? { columns: new Map(), isOpen: true }, [row])

// Parsing the whole server takes a busy machine a while.
describe('rows are held against the type a store gives them', { timeout: 60_000 }, () => {
  const row = { id: 'x', at: null, status: 'on' }

  it.each([
    ['{ id: string; at: Date | null; status: string }', []],
    ['Shown', []],
    ["Omit<Shown, 'at'> & { at: null }", []],
    ['Shown & Parameters<typeof f>[0]', []],
    ['{ id: string }', ['at is not declared', 'status is not declared']],
    ['Shown & { name: string; more?: number }', ['name is missing']],
    ["Omit<Shown, 'at'> & { at: Date }", ['at is null']],
    ["Omit<Shown, 'id'> & { id: number }", ['id is string']],
    ["Omit<Shown, 'id'>", ['id is not declared']],
  ])('%s', (type, complaints) => expect(wrong(type, row)).toEqual(complaints))

  it('distinguishes the values drivers return', () => {
    const values = { a: 1, b: true, c: new Date(), d: new Uint8Array(), e: ['x'], f: { g: 1 } }
    expect(wrong('{ a: number; b: boolean; c: Date; d: Uint8Array; e: string[]; f: { g: number } }', values)).toEqual(
      [],
    )
    expect(wrong('{ a: Date; b: string; c: string; d: string; e: string; f: string }', values)).toHaveLength(6)
  })

  it('recognises a statement whatever is inserted into it', () => {
    const pattern = statementOf('Shown', `\`select \${COLUMNS} from a where (id = $1)\``)?.pattern
    expect(pattern?.test('select a.id, a.at from a where (id = $1)')).toBe(true)
    expect(pattern?.test('select a.id from a where id = $1')).toBe(false)
  })

  it('finds the stores of the server', () => {
    const open = storeStatements().filter(({ row }) => row.isOpen)
    expect(storeStatements().length).toBeGreaterThan(10)
    expect(open.length).toBeLessThan(6)
  })

  it('finds a statement outside of `sql`', () => {
    const text = "const A = sql`select 1`\nconst f = (db) => [db.query(A), db.query(`select 1`), db.query('select 2')]"
    expect([...plainStatements([parse('a/store.ts', text)])]).toEqual([['a/store.ts', 2]])
  })

  it('in this repository only those that depend on a call', () => {
    const stores = serverSources().filter(({ path }) => /[/-]store[.]ts$/.test(path))
    expect(Object.fromEntries(plainStatements(stores))).toEqual(PLAIN)
  })
})
