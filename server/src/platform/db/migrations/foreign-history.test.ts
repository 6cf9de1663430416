import { expect, it } from 'vitest'
import { assertKnown, DatabaseTooNew, DatabaseTooOld } from './foreign-history.ts'

const migration = (tag: string, hash = `hash of ${tag}`) => ({ tag, hash })
const known = [migration('0000_schema'), migration('0001_functions'), migration('0002_more')]

it.each([
  ['nothing', []],
  ['the first ones', known.slice(0, 2)],
  ['all', known],
])('accepts a database that applied %s', (_, applied) => {
  expect(() => assertKnown(applied, known)).not.toThrow()
})

it.each([
  ['another first migration', [migration('0000_start'), ...known.slice(1)]],
  ['another text of the first one', [migration('0000_schema', 'other'), ...known.slice(1)]],
  ['another text of the first one, and unknown ones', [migration('0000_schema', 'other'), migration('0002_statuses')]],
])('refuses a database from before that applied %s, and says what to do', (_, applied) => {
  expect(() => assertKnown(applied, known)).toThrow(DatabaseTooOld)
  expect(() => assertKnown(applied, known)).toThrow(
    "This database was made by an earlier version of Aura and can't be upgraded. Start with an empty one: name it in " +
      'DATABASE_URL, or move the folder that DATA_DIR names (.data) away.',
  )
})

it('refuses a database that a newer version has migrated, and names what it lacks', () => {
  const newer = [...known, migration('0003_newer')]
  expect(() => assertKnown(newer, known)).toThrow(DatabaseTooNew)
  expect(() => assertKnown(newer, known)).toThrow(
    'This database was used by a newer version of Aura: migration 0003_newer is unknown here. Start that version.',
  )
  expect(() => assertKnown([...newer, migration('0004_newest')], known)).toThrow(
    'migrations 0003_newer, 0004_newest are unknown here.',
  )
})

it('refuses a database that applied another text of a later migration', () => {
  expect(() => assertKnown([...known.slice(0, 2), migration('0002_more', 'other')], known)).toThrow(
    'migration 0002_more was edited after it had been applied; add a new one instead',
  )
})
