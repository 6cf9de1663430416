import type { Answer } from '@aura/api/calls'
import type { AccountTransfer } from '@aura/api/calls/accounts'
import { getAddress } from 'viem'
import { findUsernames } from '#features/profile'
import { findVouchParties } from '#features/vouching'
import { findOwners } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { contractsOf, orUnavailable } from '#platform/chain/contracts'
import type { Context } from '#platform/context'
import { findPasskeyAccount } from './find-account.ts'
import { refreshAccount } from './read-accounts.ts'
import { findTransfers } from './store.ts'

const PAGE = 25

/**
 * Returns USDC that the user's account contract sent and got, as the nodes agree, newest first. The first page is read up to
 * the newest block. Throws WALLET_REQUIRED if they have no such account, and CHAIN_UNAVAILABLE.
 */
export async function listTransfers(
  ctx: Context,
  { userId, before }: { userId: string; before: string | undefined },
): Promise<Answer<'GET /api/account/transfers'>> {
  const { db, chain } = ctx
  const account = await findPasskeyAccount(ctx, userId)
  if (account === null) throw new AppError('WALLET_REQUIRED')
  if (before === undefined) await orUnavailable(refreshAccount(ctx, account))
  const [block, logIndex] = before?.split('-').map(Number) ?? []
  // The extra row shows whether there are more.
  const rows = await findTransfers(db, account, {
    before: block === undefined || logIndex === undefined ? null : [block, logIndex],
    limit: PAGE + 1,
  })
  const shown = rows.slice(0, PAGE)
  const contracts = contractsOf(chain)
  const vouches = await findVouchParties(db, userId, [...new Set(shown.map(({ txHash }) => txHash))])
  const owners = await findOwners(
    db,
    shown.map(({ other, blockTime }) => ({ address: other, at: blockTime })),
  )
  const found = shown.map((row, at) => {
    const vouch = vouches.find(
      ({ txHash, targetId }) => txHash === row.txHash && (targetId === userId) === row.isIncoming,
    )
    const personId = vouch ? (row.isIncoming ? vouch.voucherId : vouch.targetId) : (owners[at]?.atThatTime ?? null)
    return { ...row, personId, kind: kindOf(row, { contracts, isVouch: vouch !== undefined }) }
  })
  const names = await findUsernames(
    db,
    found.flatMap(({ personId }) => personId ?? []),
  )
  const last = shown.at(-1)
  return {
    transfers: found.map(({ txHash, logIndex: index, other, personId, kind, usdcMicros, blockTime }) => {
      const username = personId === null ? undefined : names.get(personId)
      return {
        ...{ id: `${txHash}-${index}`, kind, usdcMicros },
        address: getAddress(other),
        person: personId !== null && username !== undefined ? { id: personId, username } : null,
        transactionHash: txHash,
        createdAt: blockTime.toISOString(),
      }
    }),
    next: rows.length > PAGE && last ? `${last.blockNumber}-${last.logIndex}` : null,
  }
}

function kindOf(
  { other, isIncoming }: { other: string; isIncoming: boolean },
  { contracts, isVouch }: { contracts: { vouch: string; steeze: string }; isVouch: boolean },
): AccountTransfer['kind'] {
  if (other === contracts.steeze) return isIncoming ? 'steeze-redeemed' : 'steeze-bought'
  if (isVouch || other === contracts.vouch) return isIncoming ? 'vouch-received' : 'vouch-given'
  return isIncoming ? 'received' : 'sent'
}
