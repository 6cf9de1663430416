import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ADVISORY_LOCKS } from '../../../server/src/platform/db/lock-order.ts'
import { locksOf } from './statement-locks.ts'

const names = (text: string, values?: readonly unknown[]) => locksOf(text, values).map(({ name }) => name)

it.each([
  ['select 1 from users where id = $1 for no key update', ['users']],
  ['select b.id from battles b where b.id in (select id from gifts) order by b.id for update', ['battles']],
  ['with mine as (select id from battles b for no key update) select 1 from users', ['battles']],
  ['delete from images where id in (select id from images limit 1 for update)', ['images']],
  ['select 1 from a join wallets as w on w.id = a.id left join users u on true for update of w', ['wallets']],
  ['select 1 from users u join sessions s on s.id = u.id for share', ['users', 'sessions']],
  ['insert into mutes select id from users where id = $1 for share on conflict do nothing', ['users']],
  ['insert into mutes select id from user_profiles where id = $1 for share', ['users']],
  ["update users set name = 'x' where id = $1", []],
  ['lock table continued_accounts in share row exclusive mode', ['continued_accounts']],
])('finds the rows that %s locks', (text, locked) => {
  expect(names(text)).toEqual(locked)
})

it('finds advisory locks by their keys', () => {
  expect(names('select pg_advisory_xact_lock($1)', [4_172_065_312])).toEqual(['advisory chainEvents'])
  expect(names('select pg_advisory_xact_lock($2, shelf) from shelves', [[], 417_206])).toEqual(['advisory wallets'])
  expect(names("select pg_advisory_xact_lock(hashtextextended('battles/' || id, 0))")).toEqual([
    'advisory participants',
  ])
  expect(names('select pg_advisory_xact_lock(hashtextextended($1, 0))', ['provider/x/17'])).toEqual([
    'advisory providerAccounts',
  ])
  expect(names('select pg_advisory_xact_lock($1)', [12])).toEqual(['advisory without a name: 12'])
})

it('recognises locks that never wait', () => {
  const waits = (text: string) => locksOf(text, [417_206]).map((lock) => lock.waits)
  expect(waits('select 1 from jobs for update')).toEqual([true])
  expect(waits('select 1 from jobs for update skip locked')).toEqual([false])
  expect(waits('select 1 from jobs j for update of j skip locked')).toEqual([false])
  expect(waits('select pg_try_advisory_xact_lock($1, 0)')).toEqual([false])
})

it('finds a name for every advisory lock of the database’s own functions', async () => {
  const folder = new URL('../../../server/migrations/', import.meta.url)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
  const advisory = texts.flatMap((text) => names(text)).filter((name) => name.startsWith('advisory'))
  expect([...new Set(advisory)].sort()).toEqual(['advisory pushHours', 'advisory rankCounters'])
})

it('has one key for each advisory lock', () => {
  const keys = Object.values(ADVISORY_LOCKS)
  const clash = (a: string | number, b: string | number) =>
    String(a) === String(b) || (`${a}`.startsWith(`${b}`) && typeof b === 'string')
  expect(keys.filter((key, at) => keys.some((other, otherAt) => otherAt !== at && clash(key, other)))).toEqual([])
})
