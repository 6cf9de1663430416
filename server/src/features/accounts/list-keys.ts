import type { Answer } from '@aura/api/calls'
import { accountAddress, keyId } from '@aura/contracts/signing/account'
import { getAddress, type Hex, size } from 'viem'
import { accountKey, findPasskeys } from '#features/passkeys'
import { orUnavailable } from '#platform/chain/contracts'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { findPasskeyAccount } from './find-account.ts'
import { type StandingKey, standingKeys } from './key-events.ts'
import { refreshAccount } from './read-accounts.ts'
import { findKeyEvents } from './store.ts'

type Listed = Answer<'GET /api/account/keys'>

const WALLET_BYTES = 20

/**
 * Returns the keys that sign for the user's account contract, as the nodes agree, oldest first; null if their wallet is no
 * such account. Throws CHAIN_UNAVAILABLE.
 */
export async function listKeys(ctx: Context, userId: string): Promise<Listed> {
  const factory = ctx.settings.accountFactory
  const wallet = await findPasskeyAccount(ctx, userId)
  if (factory === null || wallet === null) return { account: null }
  await orUnavailable(refreshAccount(ctx, wallet))
  // Reading may have made keys of passkeys.
  const passkeys = (await findPasskeys(ctx.db, userId)).map((passkey) => ({
    ...passkey,
    key: accountKey(factory, passkey.publicKey),
  }))
  const events = await findKeyEvents(ctx.db, wallet)
  const first = passkeys.find(({ key }) => accountAddress(factory as Hex, key) === wallet)
  const present = ({
    id,
    key,
    addedAt,
    leavesAt,
  }: Pick<StandingKey, 'id' | 'key' | 'leavesAt'> & { addedAt: Date | null }) => {
    const passkey = passkeys.find((each) => each.key === key)
    return {
      id,
      walletAddress: size(key as Hex) === WALLET_BYTES ? getAddress(key) : null,
      passkeyId: passkey?.id ?? null,
      name: passkey?.name ?? null,
      addedAt: addedAt?.toISOString() ?? null,
      leavesAt: leavesAt?.toISOString() ?? null,
    }
  }
  const isDeployed = events.length > 0
  const standing = standingKeys(events, await databaseTime(ctx.db, ctx.clock))
  return {
    account: {
      walletAddress: getAddress(wallet),
      isDeployed,
      keys: isDeployed
        ? standing.map(present)
        : first
          ? [present({ id: keyId(first.key), key: first.key, addedAt: null, leavesAt: null })]
          : [],
      candidates: passkeys
        .filter(({ key }) => key !== first?.key || isDeployed)
        .filter(({ key }) => standing.every((each) => each.key !== key))
        .map(({ id, name, key }) => ({ passkeyId: id, name, key })),
    },
  }
}
