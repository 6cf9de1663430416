import { randomUUID } from 'node:crypto'
import { giveGifts, type WantedGift } from '../../../server/src/features/battles/index.ts'
import {
  findHomeShard,
  lockForPosting,
  type Posting,
  type Transfer,
  userAccount,
} from '../../../server/src/features/ledger/index.ts'
import { AppError } from '../../../server/src/platform/app-error.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import type { Tx } from '../../../server/src/platform/db/db.ts'
import { type Shards, TRANSIT } from './shards.ts'

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
 * Gives from wherever the giver is at home, as their accounts in the battle's shard say. `shards` is by number. Throws for
 * somebody without an account there, and for a refusal within the shard.
 */
export async function giveFromHome(
  shards: ReadonlyMap<number, Context>,
  away: Context,
  { gift, giveThere }: { gift: WantedGift; giveThere: GiveThere },
): Promise<string> {
  const number = await findHomeShard(away.db, gift.giverId)
  const home = number === undefined ? undefined : shards.get(number)
  if (!home) throw new Error(`${gift.giverId} is at home in shard ${number}, which nobody opened`)
  if (home !== away) return giveAcross({ home, away }, gift, giveThere)
  await giveThere(gift)
  return GIVEN
}

/**
 * Gives from one shard to a battle in another: a debit at home, a credit to the guest's account, the gift itself by the
 * product's command, and what the battle did not take back home. Each step is a transaction of one database under keys
 * that a retry repeats, so whoever comes after a crash goes on from any of them. Resolves with `GIVEN` or the code of a
 * refusal once that is stored at home, and always with the same.
 */
export async function giveAcross(shards: Shards, gift: WantedGift, giveThere: GiveThere): Promise<string> {
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
  const gifts = await shards.home.db.query<Amounts & { gift: WantedGift }>(
    'select gift, purchased, earned from shard_gifts where outcome is null',
  )
  for (const { gift, purchased, earned } of gifts) await deliver(shards, gift, { purchased, earned }, giveThere)
  const returns = await shards.away.db.query<Return>(
    `select id, giver_id as "giverId", purchased, earned from shard_returns where not is_received`,
  )
  for (const back of returns) await receiveHome(shards, back)
  // Refunds of a draw reach a guest when no gift is on its way.
  const guests = await shards.away.db.query<{ id: string }>(
    `select distinct a.owner_id as id from ledger_accounts a
     where a.home_shard is not null and a.balance > 0
       and not exists (select 1 from shard_arrivals r where r.giver_id = a.owner_id and r.outcome is null)`,
  )
  for (const { id } of guests) await sendHome(shards, id)
  return gifts.length + returns.length + guests.length
}

type Left = { outcome: string } | { sent: Amounts } | { open: WantedGift; amounts: Amounts }

const accountsOf = (ownerId: string) => [...PARTS.map((part) => userAccount(ownerId, KINDS[part])), TRANSIT]

async function leaveHome(home: Context, gift: WantedGift): Promise<Left> {
  return home.db.tx(async (tx): Promise<Left> => {
    // The lock of the giver's accounts decides between two requests with one key, and between two gifts.
    const posting = await lockForPosting(tx, home.clock, accountsOf(gift.giverId))
    const [open] = await tx.query<Amounts & { gift: WantedGift; outcome: string | null }>(
      `select gift, purchased, earned, outcome from shard_gifts
       where key = $1 or (giver_id = $2 and outcome is null) order by key = $1 desc limit 1`,
      [gift.key, gift.giverId],
    )
    if (open) {
      const { purchased, earned } = open
      if (open.gift.key !== gift.key) return { open: open.gift, amounts: { purchased, earned } }
      return open.outcome === null ? { sent: { purchased, earned } } : { outcome: open.outcome }
    }
    const purchased = Math.min(gift.amount, posting.balanceOf(userAccount(gift.giverId, KINDS.purchased)))
    const amounts = { purchased, earned: gift.amount - purchased }
    const isTooLow = amounts.earned > posting.balanceOf(userAccount(gift.giverId, KINDS.earned))
    const refusal = posting.isInDebt(gift.giverId) ? 'IN_DEBT' : isTooLow ? 'GIFT_STEEZE_TOO_LOW' : null
    await tx.query(
      'insert into shard_gifts (key, giver_id, gift, purchased, earned, outcome) values ($1, $2, $3, $4, $5, $6)',
      [gift.key, gift.giverId, JSON.stringify(gift), amounts.purchased, amounts.earned, refusal],
    )
    if (refusal !== null) return { outcome: refusal }
    await posting.post(transfers(`shard-gift/${gift.key}/leaves`, gift.battleId, amounts, { from: gift.giverId }))
    return { sent: amounts }
  })
}

async function deliver(shards: Shards, gift: WantedGift, amounts: Amounts, giveThere: GiveThere): Promise<string> {
  const { home, away } = shards
  await away.db.tx(async (tx) => {
    const posting = await lockForPosting(tx, away.clock, accountsOf(gift.giverId))
    const arrived = await tx.query(
      'insert into shard_arrivals (key, giver_id) values ($1, $2) on conflict (key) do nothing returning key',
      [gift.key, gift.giverId],
    )
    if (arrived.length === 0) return
    await posting.post(transfers(`shard-gift/${gift.key}/arrives`, gift.battleId, amounts, { to: gift.giverId }))
  })
  const { outcome, back } = await decideOutcome(away, gift, await outcomeOf(giveThere(gift)))
  if (back) await receiveHome(shards, back)
  await home.db.query('update shard_gifts set outcome = $2 where key = $1 and outcome is null', [gift.key, outcome])
  return outcome
}

/**
 * Two servers may deliver one gift, and just when the battle starts one is refused and the other not. Whoever gives locks
 * the giver's accounts: so a gift that counts is seen here, and one that comes later finds nothing to give. The outcome that
 * is stored first stands, and Steeze that was refused leaves with it.
 */
async function decideOutcome(
  away: Context,
  { key, giverId }: WantedGift,
  heard: string,
): Promise<{ outcome: string; back: Return | null }> {
  return away.db.tx(async (tx) => {
    const posting = await lockForPosting(tx, away.clock, accountsOf(giverId))
    const [arrival] = await tx.query<{ outcome: string | null; isGiven: boolean }>(
      `select outcome, exists (select from gifts_with_keys(array[r.giver_id], array[r.key])) as "isGiven"
       from shard_arrivals r where r.key = $1`,
      [key],
    )
    if (!arrival) throw new Error(`${key} never arrived`)
    if (arrival.outcome !== null) return { outcome: arrival.outcome, back: null }
    const outcome = arrival.isGiven ? GIVEN : heard
    await tx.query('update shard_arrivals set outcome = $2 where key = $1', [key, outcome])
    return { outcome, back: outcome === GIVEN ? null : await leaveAway(tx, posting, giverId) }
  })
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

type Return = Amounts & { id: string; giverId: string }

/** Sends what a guest has, unless a gift is about to take it. */
async function sendHome(shards: Shards, giverId: string): Promise<void> {
  const { away } = shards
  const back = await away.db.tx(async (tx) => {
    // An arrival takes this lock too, so none comes in between.
    const posting = await lockForPosting(tx, away.clock, accountsOf(giverId))
    const open = await tx.query('select 1 from shard_arrivals where giver_id = $1 and outcome is null', [giverId])
    return open.length > 0 ? null : leaveAway(tx, posting, giverId)
  })
  if (back) await receiveHome(shards, back)
}

/** Posts all that a guest has to the transit account. Returns null for nothing. */
async function leaveAway(tx: Tx, posting: Posting, giverId: string): Promise<Return | null> {
  const amounts = balances(posting, giverId)
  if (amounts.purchased + amounts.earned === 0) return null
  const id = randomUUID()
  await tx.query('insert into shard_returns (id, giver_id, purchased, earned) values ($1, $2, $3, $4)', [
    id,
    giverId,
    amounts.purchased,
    amounts.earned,
  ])
  await posting.post(transfers(`shard-return/${id}/leaves`, id, amounts, { from: giverId }))
  return { id, giverId, ...amounts }
}

async function receiveHome({ home, away }: Shards, { id, giverId, ...amounts }: Return): Promise<void> {
  await home.db.tx(async (tx) => {
    const posting = await lockForPosting(tx, home.clock, accountsOf(giverId))
    await posting.post(transfers(`shard-return/${id}/arrives`, id, amounts, { to: giverId }))
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
    kind: 'shard_transit',
    reference,
    from: 'from' in person ? userAccount(person.from, KINDS[part]) : TRANSIT,
    to: 'to' in person ? userAccount(person.to, KINDS[part]) : TRANSIT,
    amount: amounts[part],
  }))
