import { randomUUID } from 'node:crypto'
import { giveGifts, type WantedGift } from '../../../server/src/features/battles/index.ts'
import { lockForPosting, type Posting, type Transfer, userAccount } from '../../../server/src/features/ledger/index.ts'
import { AppError } from '../../../server/src/platform/app-error.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import type { Queryable } from '../../../server/src/platform/db/db.ts'
import { type Shards, TRANSIT } from './shards.ts'

/** `giverId` is the account in the battle's shard, `homeId` the one that pays. */
export interface GiftAcross extends WantedGift {
  homeId: string
}

export const GIVEN = 'given'

/** Gives in the battle's shard. Throws AppError for a refusal; a known key gets the same outcome again. */
export type GiveThere = (gift: WantedGift) => Promise<unknown>

export const giveIn =
  (shard: Context): GiveThere =>
  async (gift) => {
    const [outcome] = await giveGifts(shard, [gift])
    if (outcome && 'refused' in outcome) throw new AppError(outcome.refused)
  }

const PARTS = ['purchased', 'earned'] as const
const KINDS = { purchased: 'steeze_purchased', earned: 'steeze_earned' } as const
type Amounts = Record<(typeof PARTS)[number], number>

/**
 * Gives from one shard to a battle in another: a debit at home, a credit to the guest's account, the gift itself by the
 * product's command, and what the battle did not take back home. Each step is a transaction of one database under keys
 * that a retry repeats, so whoever comes after a crash goes on from any of them. Resolves with `GIVEN` or the code of a
 * refusal once that is stored at home, and always with the same.
 */
export async function giveAcross(shards: Shards, gift: GiftAcross, giveThere: GiveThere): Promise<string> {
  for (;;) {
    const left = await leaveHome(shards.home, gift)
    if ('outcome' in left) return left.outcome
    if ('sent' in left) return deliver(shards, gift, left.sent, giveThere)
    // One gift of a person at a time, so that a guest's account holds what this gift takes.
    await deliver(shards, left.open, left.amounts, giveThere)
  }
}

/** Goes on with whatever a stopped server left, in either shard. Returns how much that was. */
export async function resume(shards: Shards, giveThere: GiveThere): Promise<number> {
  const gifts = await shards.home.db.query<Amounts & { gift: GiftAcross }>(
    'select gift, purchased, earned from shard_gifts where outcome is null',
  )
  for (const { gift, purchased, earned } of gifts) await deliver(shards, gift, { purchased, earned }, giveThere)
  const returns = await shards.away.db.query<Return>(
    `select id, home_id as "homeId", purchased, earned from shard_returns where not is_received`,
  )
  for (const back of returns) await receiveHome(shards, back)
  // Refunds of a draw reach a guest when no gift is on its way.
  const guests = await shards.away.db.query<{ id: string }>(
    `select g.guest_id as id from shard_guests g
     where exists (select 1 from ledger_accounts a where a.owner_id = g.guest_id
                   and a.kind in ('steeze_purchased', 'steeze_earned') and a.balance > 0)
       and not exists (select 1 from shard_arrivals r where r.guest_id = g.guest_id and r.is_open)`,
  )
  for (const { id } of guests) await sendHome(shards, id)
  return gifts.length + returns.length + guests.length
}

type Left = { outcome: string } | { sent: Amounts } | { open: GiftAcross; amounts: Amounts }

const accountsOf = (ownerId: string) => [...PARTS.map((part) => userAccount(ownerId, KINDS[part])), TRANSIT]

async function leaveHome(home: Context, gift: GiftAcross): Promise<Left> {
  return home.db.tx(async (tx): Promise<Left> => {
    // The lock of the giver's accounts decides between two requests with one key, and between two gifts.
    const posting = await lockForPosting(tx, home.clock, accountsOf(gift.homeId))
    const [open] = await tx.query<Amounts & { gift: GiftAcross; outcome: string | null }>(
      `select gift, purchased, earned, outcome from shard_gifts
       where key = $1 or (giver_id = $2 and outcome is null) order by key = $1 desc limit 1`,
      [gift.key, gift.homeId],
    )
    if (open) {
      const { purchased, earned } = open
      if (open.gift.key !== gift.key) return { open: open.gift, amounts: { purchased, earned } }
      return open.outcome === null ? { sent: { purchased, earned } } : { outcome: open.outcome }
    }
    const purchased = Math.min(gift.amount, posting.balanceOf(userAccount(gift.homeId, KINDS.purchased)))
    const amounts = { purchased, earned: gift.amount - purchased }
    const isTooLow = amounts.earned > posting.balanceOf(userAccount(gift.homeId, KINDS.earned))
    const refusal = posting.isInDebt(gift.homeId) ? 'IN_DEBT' : isTooLow ? 'GIFT_STEEZE_TOO_LOW' : null
    await tx.query(
      'insert into shard_gifts (key, giver_id, gift, purchased, earned, outcome) values ($1, $2, $3, $4, $5, $6)',
      [gift.key, gift.homeId, JSON.stringify(gift), amounts.purchased, amounts.earned, refusal],
    )
    if (refusal !== null) return { outcome: refusal }
    await posting.post(transfers(`shard-gift/${gift.key}/leaves`, gift.battleId, amounts, { from: gift.homeId }))
    return { sent: amounts }
  })
}

async function deliver(shards: Shards, gift: GiftAcross, amounts: Amounts, giveThere: GiveThere): Promise<string> {
  const { home, away } = shards
  await away.db.tx(async (tx) => {
    const posting = await lockForPosting(tx, away.clock, accountsOf(gift.giverId))
    const arrived = await tx.query(
      'insert into shard_arrivals (key, guest_id) values ($1, $2) on conflict (key) do nothing returning key',
      [gift.key, gift.giverId],
    )
    if (arrived.length === 0) return
    await posting.post(transfers(`shard-gift/${gift.key}/arrives`, gift.battleId, amounts, { to: gift.giverId }))
  })
  const outcome = await outcomeOf(giveThere(gift))
  await away.db.query('update shard_arrivals set is_open = false where key = $1 and is_open', [gift.key])
  if (outcome !== GIVEN) await sendHome(shards, gift.giverId)
  await home.db.query('update shard_gifts set outcome = $2 where key = $1 and outcome is null', [gift.key, outcome])
  return outcome
}

async function outcomeOf(giving: Promise<unknown>): Promise<string> {
  try {
    await giving
    return GIVEN
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

type Return = Amounts & { id: string; homeId: string }

/** Sends what a guest has, unless a gift is about to take it. */
async function sendHome(shards: Shards, guestId: string): Promise<void> {
  const { away } = shards
  const back = await away.db.tx(async (tx): Promise<Return | null> => {
    // An arrival takes this lock too, so none comes in between.
    const posting = await lockForPosting(tx, away.clock, accountsOf(guestId))
    const homeId = await idleGuest(tx, guestId)
    const amounts = balances(posting, guestId)
    if (homeId === null || amounts.purchased + amounts.earned === 0) return null
    const id = randomUUID()
    await tx.query('insert into shard_returns (id, home_id, purchased, earned) values ($1, $2, $3, $4)', [
      id,
      homeId,
      amounts.purchased,
      amounts.earned,
    ])
    await posting.post(transfers(`shard-return/${id}/leaves`, id, amounts, { from: guestId }))
    return { id, homeId, ...amounts }
  })
  if (back !== null) await receiveHome(shards, back)
}

async function idleGuest(tx: Queryable, guestId: string): Promise<string | null> {
  const [guest] = await tx.query<{ homeId: string }>(
    `select home_id as "homeId" from shard_guests g
     where g.guest_id = $1 and not exists (select 1 from shard_arrivals r where r.guest_id = g.guest_id and r.is_open)`,
    [guestId],
  )
  return guest?.homeId ?? null
}

async function receiveHome({ home, away }: Shards, { id, homeId, ...amounts }: Return): Promise<void> {
  await home.db.tx(async (tx) => {
    const posting = await lockForPosting(tx, home.clock, accountsOf(homeId))
    await posting.post(transfers(`shard-return/${id}/arrives`, id, amounts, { to: homeId }))
  })
  await away.db.query('update shard_returns set is_received = true where id = $1', [id])
}

const balances = (posting: Posting, ownerId: string): Amounts => ({
  purchased: posting.balanceOf(userAccount(ownerId, KINDS.purchased)),
  earned: posting.balanceOf(userAccount(ownerId, KINDS.earned)),
})

/** To the transit account, or from it. */
const transfers = (
  key: string,
  reference: string,
  amounts: Amounts,
  person: { from: string } | { to: string },
): Transfer[] =>
  PARTS.filter((part) => amounts[part] > 0).map((part) => ({
    key: `${key}/${part}`,
    // The product has no kind for it.
    kind: 'shard_transit' as Transfer['kind'],
    reference,
    from: 'from' in person ? userAccount(person.from, KINDS[part]) : TRANSIT,
    to: 'to' in person ? userAccount(person.to, KINDS[part]) : TRANSIT,
    amount: amounts[part],
  }))
