import type { ChainSettings, ProductContract } from '../chain/chain.ts'
import type { Db, Tx } from '../db/db.ts'
import { type HashKeys, isListable, keyIdOf } from '../keyed-hash.ts'
import { UnusableSettings } from '../operator-error.ts'
import { bind, findBound } from './store.ts'

interface Bound {
  setting: string
  /** Name of the value in the database. Never changes once released. */
  name: string
  value: string
  /** Reason the database can't be used with another value, printed after the bound value. */
  why: string
}

function boundValues(chain: ChainSettings, followed: readonly ProductContract[]): Bound[] {
  const { contracts } = chain
  return [
    {
      setting: 'CHAIN',
      name: 'chain',
      value: chain.kind,
      why: 'its balances are from that network',
    },
    ...(contracts
      ? [
          ...followed.map(({ key, setting, boundAs, why }) => ({ setting, name: boundAs, value: contracts[key], why })),
          { setting: 'USDC_TOKEN', name: 'usdc-token', value: contracts.usdc, why: 'its amounts are in that token' },
        ]
      : []),
  ]
}

const HASH_KEY = 'hash-key'
const keyValue = (key: string) => `the key with fingerprint ${keyIdOf(key)}`

const NOT_LISTABLE =
  'HASH_KEY: it contains a comma, begins with [ or has a space at an end, so HASH_KEYS_PREVIOUS could not list it. ' +
  '`openssl rand -hex 32` makes one.'

/**
 * Returns a sentence for each earlier key that is no longer configured, since its hashes could not be found. Throws
 * UnusableSettings for a new key that can't stand in a list of previous keys; a bound one stays.
 */
async function bindHashKey(tx: Tx, { hashKey, previousHashKeys }: HashKeys): Promise<string[]> {
  const used = await findBound(tx, HASH_KEY)
  const newest = keyValue(hashKey)
  const known = new Set([newest, ...previousHashKeys.map(keyValue)])
  if (!used.includes(newest) && !isListable(hashKey)) throw new UnusableSettings(NOT_LISTABLE)
  // The first key keeps its original name.
  if (!used.includes(newest)) {
    await bind(tx, new Map([[used.length === 0 ? HASH_KEY : `${HASH_KEY}/${keyIdOf(hashKey)}`, newest]]))
  }
  return used
    .filter((value) => !known.has(value))
    .map(
      (value) =>
        `HASH_KEY: this database belongs to ${value}, because another key would pay wallets their bonus ` +
        'twice. Name it in HASH_KEYS_PREVIOUS beside a new one.',
    )
}

/** The settings name a network, contract, token or key other than the one this database is bound to. */
export class DatabaseBoundElsewhere extends UnusableSettings {
  override name = 'DatabaseBoundElsewhere'
}

/**
 * Binds the database to its network, contracts, token and hash key on first start. Throws DatabaseBoundElsewhere, with
 * a sentence for each setting that differs, and then changes nothing.
 */
export async function bindDatabase(
  db: Pick<Db, 'tx'>,
  settings: { chain: ChainSettings; contracts: readonly ProductContract[] } & HashKeys,
): Promise<void> {
  const wanted = boundValues(settings.chain, settings.contracts)
  await db.tx(async (tx) => {
    const bound = await bind(tx, new Map(wanted.map(({ name, value }) => [name, value])))
    const differing = wanted.filter(({ name, value }) => bound.get(name) !== value)
    const sentences = [
      ...differing.map(
        ({ setting, name, why }) => `${setting}: this database belongs to ${bound.get(name)}, because ${why}.`,
      ),
      ...(await bindHashKey(tx, settings)),
    ]
    if (sentences.length === 0) return
    throw new DatabaseBoundElsewhere(`${sentences.join('\n')}\nRestore the original setting, or use another database.`)
  })
}
