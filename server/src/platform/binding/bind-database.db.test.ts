import { beforeEach, expect, it } from 'vitest'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import type { ChainSettings } from '../chain/chain.ts'
import type { Db } from '../db/db.ts'
import { keyIdOf } from '../keyed-hash.ts'
import { bindDatabase as bind, DatabaseBoundElsewhere } from './bind-database.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const contracts = { steeze: address('1'), vouch: address('2'), usdc: address('3') }
const base: ChainSettings = { kind: 'base', confirmationSeconds: 24, contracts, startBlock: 1, rpcUrls: [] }
const hashKey = 'a secret of more than thirty-two characters'
const previousHashKeys: string[] = []

const followed = [
  { key: 'steeze', name: 'Steeze', setting: 'STEEZE_CONTRACT', boundAs: 'steeze-contract', why: 'it is backed by it' },
  { key: 'vouch', name: 'vouching', setting: 'VOUCH_CONTRACT', boundAs: 'vouch-contract', why: 'they were made there' },
] as const
const bindDatabase = (to: Db, settings: Omit<Parameters<typeof bind>[1], 'contracts'>) =>
  bind(to, { contracts: followed, ...settings })

const db = openForAll(openTestDatabase)
beforeEach(() => db.script('truncate database_bindings'))

it('binds a new database and accepts the same settings from then on', async () => {
  await bindDatabase(db, { chain: base, hashKey, previousHashKeys })
  const bound = await databaseState(db)
  await bindDatabase(db, {
    chain: { ...base, confirmationSeconds: 40, rpcUrls: ['https://rpc.example'] },
    hashKey,
    previousHashKeys,
  })
  expect(await databaseState(db)).toEqual(bound)
})

it.each([
  ['another network', { chain: { ...base, kind: 'base-sepolia' as const } }, 'CHAIN: this database belongs to base,'],
  [
    'another Steeze contract',
    { chain: { ...base, contracts: { ...contracts, steeze: address('9') } } },
    `STEEZE_CONTRACT: this database belongs to ${contracts.steeze},`,
  ],
  [
    'another vouching contract',
    { chain: { ...base, contracts: { ...contracts, vouch: address('9') } } },
    `VOUCH_CONTRACT: this database belongs to ${contracts.vouch},`,
  ],
  [
    'another token',
    { chain: { ...base, contracts: { ...contracts, usdc: address('9') } } },
    `USDC_TOKEN: this database belongs to ${contracts.usdc},`,
  ],
  ['another hash key', { hashKey: `${hashKey}!` }, 'HASH_KEY: this database belongs to the key with fingerprint'],
])('refuses %s with a sentence and changes nothing', async (_what, changed, sentence) => {
  await bindDatabase(db, { chain: base, hashKey, previousHashKeys })
  const bound = await databaseState(db)
  const refused = bindDatabase(db, { chain: base, hashKey, previousHashKeys, ...changed })
  await expect(refused).rejects.toThrow(DatabaseBoundElsewhere)
  await expect(refused).rejects.toThrow(sentence)
  expect(await databaseState(db)).toEqual(bound)
})

it('binds contracts named later, but none of a refused start', async () => {
  await bindDatabase(db, { chain: { ...base, contracts: null }, hashKey, previousHashKeys })
  const bound = await databaseState(db)
  await expect(bindDatabase(db, { chain: base, hashKey: `${hashKey}!`, previousHashKeys })).rejects.toThrow('HASH_KEY')
  expect(await databaseState(db)).toEqual(bound)
  await bindDatabase(db, { chain: base, hashKey, previousHashKeys })
  const other = { ...base, contracts: { ...contracts, steeze: address('9') } }
  await expect(bindDatabase(db, { chain: other, hashKey, previousHashKeys })).rejects.toThrow('STEEZE_CONTRACT')
})

it('keeps nothing of the key that it could be guessed by', async () => {
  await bindDatabase(db, { chain: base, hashKey, previousHashKeys })
  expect(JSON.stringify(await databaseState(db))).not.toContain(hashKey)
})

it('takes a new hash key beside the old one, and from then on needs them both', async () => {
  const next = 'another secret of more than thirty-two characters'
  await bindDatabase(db, { chain: base, hashKey, previousHashKeys })
  const rotated = { chain: base, hashKey: next, previousHashKeys: [hashKey] }
  await bindDatabase(db, rotated)
  const bound = await databaseState(db)
  await bindDatabase(db, rotated)
  // With several servers, one may still have the old settings, with both keys.
  await bindDatabase(db, { chain: base, hashKey, previousHashKeys: [next] })
  for (const only of [next, hashKey]) {
    const refused = bindDatabase(db, { chain: base, hashKey: only, previousHashKeys: [] })
    await expect(refused).rejects.toThrow(/^HASH_KEY: this database belongs to .*HASH_KEYS_PREVIOUS/)
  }
  expect(await databaseState(db)).toEqual(bound)
})

it.each([`${hashKey}, with a comma`, `${hashKey} `, ` ${hashKey}`, `[${hashKey}`])(
  'binds no new hash key that a list of previous ones could not hold, but keeps one that is bound: %j',
  async (odd) => {
    const before = await databaseState(db)
    const settings = { chain: base, hashKey: odd, previousHashKeys }
    await expect(bindDatabase(db, settings)).rejects.toThrow(/^HASH_KEY: .*openssl rand -hex 32` makes one\.$/)
    expect(await databaseState(db)).toEqual(before)
    // An earlier version, which refused no key, bound it this way.
    await bindDatabase(db, { chain: base, hashKey, previousHashKeys })
    await db.script(
      `update database_bindings set value = 'the key with fingerprint ${keyIdOf(odd)}' where name = 'hash-key'`,
    )
    await bindDatabase(db, settings)
    await bindDatabase(db, { chain: base, hashKey, previousHashKeys: [odd] })
  },
)
