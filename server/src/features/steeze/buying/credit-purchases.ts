import type { EventHandler, StoredEvent } from '#features/chain-events'
import { debtOf, houseAccount, openDebtAccounts, type Transfer, userAccount } from '#features/ledger'
import { insertNotifications } from '#features/notifications'
import { findOwners } from '#features/wallets'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { creditNotice, reversalNotice } from '../notices.rules.ts'
import { deletePurchases, insertPurchases, type Purchase, takeUnclaimed } from './purchase-store.ts'

/** Block times are whole seconds, so a wallet bound within that second counts as bound. */
const WITHIN_THE_SECOND_MS = 999

/** Credits a purchase to the account its sender was bound to then, else to the first that binds it later. */
export const purchaseHandler: EventHandler = {
  kind: 'steeze_purchased',
  isFinalOnly: false,

  async apply(_ctx, tx, events) {
    const owners = await findOwners(
      tx,
      events.map(({ account, block }) => ({
        address: account,
        at: new Date(block.time.getTime() + WITHIN_THE_SECOND_MS),
      })),
    )
    const purchases = events.map((event, index) =>
      purchaseOf(event, owners[index]?.atThatTime ?? owners[index]?.afterwards ?? null),
    )
    await insertPurchases(tx, purchases)
    return {
      transfers: purchases.map((purchase) => ({
        key: purchase.key,
        kind: 'steeze_purchase',
        reference: purchase.txHash,
        from: houseAccount('steeze_chain'),
        to: holderOf(purchase),
        amount: purchase.amount,
      })),
      changed: peopleOf(purchases),
      notices: purchases.flatMap((purchase) => {
        const { eventId, userId } = purchase
        return userId === null ? [] : { eventId, write: () => creditNotice(purchase, userId, { isClaimed: false }) }
      }),
    }
  },

  /** Reverses the unspent part; the spent part becomes a debt. */
  async undo(_ctx, tx, events) {
    const purchases = await deletePurchases(
      tx,
      events.map(({ id }) => id),
    )
    const changed = peopleOf(purchases)
    await openDebtAccounts(tx, changed)
    return {
      transfers: purchases.map((purchase) => ({
        key: `${purchase.key}/undone`,
        kind: 'chain_reversal',
        ignoresDebt: true,
        reference: purchase.txHash,
        from: holderOf(purchase),
        to: houseAccount('steeze_chain'),
        amount: purchase.amount,
        overdraws: purchase.userId !== null,
      })),
      changed,
      notices: purchases.flatMap((purchase) => {
        const { eventId, userId } = purchase
        if (userId === null) return []
        return { eventId, write: async () => reversalNotice(purchase, userId, await debtOf(tx, userId, 'steeze_debt')) }
      }),
    }
  },
}

const peopleOf = (purchases: readonly Purchase[]): string[] => [
  ...new Set(purchases.flatMap(({ userId }) => userId ?? [])),
]

const holderOf = ({ userId }: Purchase) =>
  userId === null ? houseAccount('steeze_unclaimed') : userAccount(userId, 'steeze_purchased')

function purchaseOf(event: StoredEvent, userId: string | null): Purchase {
  return {
    eventId: event.id,
    key: `steeze-purchase/${event.chainId}/${event.txHash}/${event.logIndex}/${event.incarnation}`,
    wallet: event.account,
    userId,
    amount: event.steezeAmount ?? 0,
    usdcMicros: event.usdcMicros,
    txHash: event.txHash,
    boughtAt: event.block.time,
  }
}

/**
 * Returns transfers that credit a wallet's unclaimed purchases, once, and notifies the user. The caller holds the
 * wallet's lock and posts the transfers with its own.
 */
export async function claimPurchases(ctx: Context, tx: Tx, wallet: string, userId: string): Promise<Transfer[]> {
  const purchases = await takeUnclaimed(tx, wallet, userId)
  await insertNotifications(
    tx,
    ctx.clock,
    purchases.map((purchase) => creditNotice(purchase, userId, { isClaimed: true })),
  )
  return purchases.map((purchase) => ({
    key: `${purchase.key}/claimed`,
    kind: 'steeze_claim',
    reference: purchase.txHash,
    from: houseAccount('steeze_unclaimed'),
    to: userAccount(userId, 'steeze_purchased'),
    amount: purchase.amount,
  }))
}
