import type { AccountKey } from '@aura/api/calls/accounts'
import { shortAddress } from '@aura/api/ids'
import type { Times } from '#lib/time/times'
import type { SentKeyChange } from './keys-tracker.ts'

type Named = Pick<AccountKey, 'name' | 'walletAddress'>

/** Returns what a key is called, to its owner. */
export const keyName = ({ name, walletAddress }: Named): string =>
  name ?? (walletAddress === null ? 'A passkey Aura doesn’t know' : `Wallet ${shortAddress(walletAddress)}`)

/** Returns the note below a key's name. */
export function keyNote({ addedAt, leavesAt, walletAddress, passkeyId }: AccountKey, times: Times): string {
  if (leavesAt !== null) return `Stops signing on ${times.minute(leavesAt)} unless one of your keys keeps it.`
  const kind =
    walletAddress === null
      ? passkeyId === null
        ? 'If you don’t know it, move your USDC out and remove it.'
        : 'A passkey of yours.'
      : 'An ordinary wallet. It signs on the rescue page.'
  return addedAt === null ? kind : `${kind} A key since ${times.day(addedAt)}.`
}

/** Returns the keys that aren't leaving. */
export const stayingKeys = (keys: readonly AccountKey[]): AccountKey[] =>
  keys.filter(({ leavesAt }) => leavesAt === null)

/**
 * Returns why a key can't be removed here, or null if it can. One key has to stay, by the contract; one passkey should,
 * because Aura takes no other signature.
 */
export function keptBecause(key: AccountKey, keys: readonly AccountKey[]): string | null {
  const others = stayingKeys(keys).filter(({ id }) => id !== key.id)
  if (others.length === 0) return 'Your only key can’t be removed. Add another one first.'
  const signsHere = key.passkeyId !== null
  if (signsHere && others.every(({ passkeyId }) => passkeyId === null)) {
    return 'Your last passkey can’t be removed: you pay on Aura with it. Add another one first.'
  }
  return null
}

export const pendingText = ({ change, name }: Pick<SentKeyChange, 'change' | 'name'>): string =>
  ({ 'add-key': `Adding ${name}`, 'remove-key': `Removing ${name}`, 'keep-key': `Keeping ${name}` })[change]
