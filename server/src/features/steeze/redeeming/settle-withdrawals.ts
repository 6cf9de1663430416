import { randomUUID } from 'node:crypto'
import type { EventHandler, StoredEvent } from '#features/chain-events'
import { houseAccount, type Transfer, userAccount } from '#features/ledger'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { type SteezeNotice, settlementNotice } from '../notices.rules.ts'
import {
  closeRedemption,
  insertWithdrawals,
  lockOpenOf,
  type Redemption,
  updateRemaining,
  type Withdrawal,
} from './redemption-store.ts'

/** Settles the wallet's hold, in part if smaller. An excess is booked as unexplained, and signing stops. */
export const withdrawalHandler: EventHandler = {
  kind: 'steeze_withdrawn',
  isFinalOnly: true,

  async apply(ctx, tx, events) {
    const transfers: Transfer[] = []
    const changed: string[] = []
    const notices: Notices = []
    for (const [wallet, mine] of Map.groupBy(events, ({ account }) => account)) {
      const contract = mine[0]?.contract ?? ''
      const open = await lockOpenOf(tx, { chainId: ctx.chain.id, contract }, wallet)
      for (const transfer of await settle(ctx, tx, open, mine)) transfers.push(transfer)
      if (!open) continue
      changed.push(open.userId)
      notices.push(...noticesOf(open, mine))
    }
    return { transfers, changed, notices }
  },

  undo: () => Promise.reject(new Error('a final withdrawal was to be undone')),
}

const total = (events: readonly StoredEvent[]) => events.reduce((sum, { steezeAmount }) => sum + (steezeAmount ?? 0), 0)

/** Settles all withdrawals of a wallet together, because a hold is resolved whole and once. */
async function settle(
  ctx: Context,
  tx: Tx,
  open: Redemption | undefined,
  events: readonly StoredEvent[],
): Promise<Transfer[]> {
  const withdrawn = total(events)
  const explained = Math.min(withdrawn, open?.remaining ?? 0)
  let covered = explained
  await insertWithdrawals(
    tx,
    events.map((event) => {
      const withdrawal = withdrawalOf(event, explained > 0 ? open : undefined)
      const part = Math.min(covered, withdrawal.amount)
      covered -= part
      return { ...withdrawal, unexplained: withdrawal.amount - part }
    }),
  )
  const [first] = events
  const key = `steeze-withdrawal/${ctx.chain.id}/${first?.txHash}/${first?.logIndex}`
  const reference = first?.txHash ?? ''
  const chain = houseAccount('steeze_chain')
  const transfers: Transfer[] = []
  if (open && explained > 0) {
    const [held, earned] = [userAccount(open.userId, 'steeze_held'), userAccount(open.userId, 'steeze_earned')]
    const out = { reference, from: held, resolvesHold: open.ledgerHold }
    transfers.push({ ...out, key, kind: 'steeze_redemption', to: chain, amount: explained })
    const rest = open.remaining - explained
    if (rest === 0) await closeRedemption(tx, open.id, ctx.clock.sqlNow())
    else {
      const ledgerHold = randomUUID()
      await updateRemaining(tx, open.id, rest, ledgerHold)
      const again = { reference, kind: 'steeze_hold_again', amount: rest, ignoresDebt: true } as const
      transfers.push({ ...out, ...again, key: `${key}/rest`, to: earned })
      transfers.push({ ...again, key: `${key}/held-again`, from: earned, to: held, opensHold: ledgerHold })
    }
  }
  if (withdrawn > explained) {
    const from = houseAccount('steeze_unexplained')
    const amount = withdrawn - explained
    transfers.push({ key: `${key}/unexplained`, kind: 'steeze_unexplained', reference, from, to: chain, amount })
  }
  return transfers
}

type Notices = { eventId: number; write: () => SteezeNotice }[]

/** Returns a notice per withdrawal; withdrawals beyond the hold are for operators to explain. */
function noticesOf(open: Redemption, events: readonly StoredEvent[]): Notices {
  let held = open.remaining
  return events.flatMap((event) => {
    if (held === 0) return []
    held = Math.max(0, held - (event.steezeAmount ?? 0))
    const stillHeld = held
    return { eventId: event.id, write: () => settlementNotice(withdrawalOf(event, open), open.userId, stillHeld) }
  })
}

const withdrawalOf = (event: StoredEvent, open: Redemption | undefined): Omit<Withdrawal, 'unexplained'> => ({
  eventId: event.id,
  wallet: event.account,
  redemptionId: open?.id ?? null,
  userId: open?.userId ?? null,
  amount: event.steezeAmount ?? 0,
  usdcMicros: event.usdcMicros,
  txHash: event.txHash,
  withdrawnAt: event.block.time,
})
