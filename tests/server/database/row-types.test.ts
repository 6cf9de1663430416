import { describe, expect, it } from 'vitest'
import { parse } from '../../../tools/checks/source.ts'
import { storeSources, untypedStatements } from './row-types.ts'

/** Statements on tables and columns that features declare as personal. The list may only get shorter. */
const UNTYPED = { 'server/src/features/settings/personal-store.ts': 2 }

// Parsing the whole server takes a busy machine a while.
describe('the rows of a statement are typed by the columns it names', () => {
  it('finds a statement outside of `sql`, and a handwritten row', () => {
    const text = `
      const A = sql\`select 1\`
      const B = sqlWith((rows) => fragment\`select 1 limit \${rows}\`, 1)
      const f = (db) => [db.query(A), db.query(B(2)), db.query(\`select 1\`), db.query('select 2'), db.query<{ n: number }>(A)]`
    expect([...untypedStatements([parse('a/store.ts', text)])]).toEqual([['a/store.ts', 3]])
  })

  it('in this repository, with few exceptions', () => {
    const stores = storeSources()
    expect(stores.length).toBeGreaterThan(40)
    expect(Object.fromEntries(untypedStatements(stores))).toEqual(UNTYPED)
  })
})
