import type { ChainSettings } from '../chain/chain.ts'
import type { Db } from '../db/db.ts'
import { keyIdOf } from '../keyed-hash.ts'
import { bind } from './store.ts'

interface Bound {
  /** The setting to name when it differs. */
  setting: string
  /** Names the value in the database; never changes once released. */
  name: string
  value: string
  /** Why the database can't be used with another value, after the value it is bound to. */
  why: string
}

function boundValues({ chain, hashKey }: { chain: ChainSettings; hashKey: string }): Bound[] {
  const contracts = chain.contracts
  return [
    {
      setting: 'CHAIN',
      name: 'chain',
      value: chain.kind,
      why: 'its balances come from that network',
    },
    ...(contracts
      ? [
          {
            setting: 'STEEZE_CONTRACT',
            name: 'steeze-contract',
            value: contracts.steeze,
            why: 'its Steeze is backed by that contract',
          },
          {
            setting: 'VOUCH_CONTRACT',
            name: 'vouch-contract',
            value: contracts.vouch,
            why: 'its vouches were made there',
          },
          { setting: 'USDC_TOKEN', name: 'usdc-token', value: contracts.usdc, why: 'its amounts are in that token' },
        ]
      : []),
    {
      setting: 'HASH_KEY',
      name: 'hash-key',
      value: `the key with fingerprint ${keyIdOf(hashKey)}`,
      why: 'with another one wallets would be paid their bonus twice',
    },
  ]
}

/** The settings name another network, contract, token or key than this database was first used with. */
export class DatabaseBoundElsewhere extends Error {
  override name = 'DatabaseBoundElsewhere'
}

/**
 * Binds the database to its network, contracts, token and hash key at its first start. Throws DatabaseBoundElsewhere, with
 * a sentence for each setting that differs from what it is bound to, and then changes nothing.
 */
export async function bindDatabase(db: Db, settings: { chain: ChainSettings; hashKey: string }): Promise<void> {
  const wanted = boundValues(settings)
  await db.tx(async (tx) => {
    const bound = await bind(tx, new Map(wanted.map(({ name, value }) => [name, value])))
    const differing = wanted.filter(({ name, value }) => bound.get(name) !== value)
    if (differing.length === 0) return
    const sentences = differing.map(
      ({ setting, name, why }) => `${setting}: this database belongs to ${bound.get(name)}, because ${why}.`,
    )
    throw new DatabaseBoundElsewhere(
      `${sentences.join('\n')}\nRestore the setting it was first used with, or name another database.`,
    )
  })
}
