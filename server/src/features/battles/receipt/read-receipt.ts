import type { BattleReceipt } from '@aura/api/calls/battles/receipt'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import { findEntries } from '#features/ledger'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { PreparedAnswer } from '#platform/http/prepared-answer'
import { securityHeaders } from '#platform/http/security/security-headers'
import { sharedReads } from '#platform/shared-reads'
import { hasReceipt, SIDES } from '../battle.rules.ts'
import { chainStart } from '../gifts/gift-chain.rules.ts'
import { presentGifters, presentOutage } from '../present.ts'
import { receiptRounds } from '../rounds/receipt-rounds.ts'
import { type BattleRow, findBattles, findPeople, findTopGifters } from '../store.ts'
import { type LeadHistory, leadHistoryOf } from './lead-history-store.ts'
import { listReceiptGifts } from './receipt-store.ts'

const RULE =
  'Whoever received more Steeze by the end wins both stakes. A tie, even at 0, is a draw and returns them. ' +
  'Participants keep gifts as earned Steeze. A battle that is called off returns all stakes and gifts.'

const SOFT_CLOSE_RULE =
  ' A gift that puts its side ahead with less than 60 seconds left moves the end to 60 seconds after it, at most three times.'

const OUTAGE_RULE =
  ' An outage of more than 5 seconds in the last minute gives what it took of it back, once, after Aura returned or after ' +
  'the end, whichever is later.'

const ROUNDS_RULE =
  'Rounds of questions decide: right beats wrong, and of two right answers the faster wins by more than 250 milliseconds, ' +
  'each less its round trip; else both have a point. More points win both stakes, after a tie the first decided round of ' +
  'up to three more; none is a draw and returns them. Whoever isn’t ready in time loses half the stake. Gifts decide ' +
  'nothing; participants keep them as earned Steeze. A battle that is called off returns all stakes and gifts.'

const MAX_PAGES = 16

interface Page {
  after: number
  limit: number
}

const transferKeys = (id: string) =>
  SIDES.flatMap((side) => ['stake', 'return', 'win', 'gifts'].map((name) => `battle/${id}/${name}/${side}`))

type ReadLeadHistory = (battleId: string) => Promise<LeadHistory>

/** Returns a reader of receipt pages, shared within `publicCacheMs`. Throws BATTLE_NOT_FOUND or BATTLE_NOT_OVER. */
export function receiptReader(ctx: Context): (battleId: string, page: Page) => Promise<PreparedAnswer> {
  // Concurrent pages share one computation of the lead history.
  const readLeadHistory = sharedReads({ ms: 0 }, (id) => leadHistoryOf(ctx.db, id))
  const headers = securityHeaders(ctx.settings).data
  const pageOf = sharedReads({ ms: ctx.limits.publicCacheMs, most: MAX_PAGES }, async (key) => {
    const [battleId = '', after, limit] = key.split('/')
    const receipt = await readReceipt(ctx, readLeadHistory, battleId, { after: Number(after), limit: Number(limit) })
    return new PreparedAnswer(receipt, headers)
  })
  return (battleId, { after, limit }) => pageOf(`${battleId}/${after}/${limit}`)
}

async function readReceipt(
  ctx: Context,
  readLeadHistory: ReadLeadHistory,
  battleId: string,
  page: Page,
): Promise<BattleReceipt> {
  const [row] = await findBattles(ctx.db, [battleId])
  if (!row) throw new AppError('BATTLE_NOT_FOUND')
  if (!hasReceipt(row)) throw new AppError('BATTLE_NOT_OVER')
  const leadHistory = await readLeadHistory(battleId)
  const gifts = await listReceiptGifts(ctx.db, battleId, page)
  const entries = await findEntries(ctx.db, transferKeys(battleId))
  const last = gifts.at(-1)?.seq ?? row.giftCount
  const outage = presentOutage(row)
  return {
    format: formatOf(row),
    battle: await presentBattle(ctx, row, leadHistory.settledAt),
    rule:
      row.bestOf !== null ? ROUNDS_RULE : RULE + (row.softClose ? SOFT_CLOSE_RULE : '') + (outage ? OUTAGE_RULE : ''),
    ...(row.softClose ? { softClose: softCloseOf(row) } : {}),
    ...(outage ? { outage: { ...outage, afterGift: row.outageGifts ?? 0 } } : {}),
    ...(row.bestOf === null ? {} : { rounds: await receiptRounds(ctx.db, row, row.bestOf) }),
    totals: {
      challenger: row.challengerSteeze,
      opponent: row.opponentSteeze,
      gifts: row.giftCount,
      gifters: leadHistory.gifters,
    },
    topGifters: presentGifters(row, await findTopGifters(ctx.db, battleId)),
    // Gifts lead nowhere where rounds decide.
    leadChanges: row.bestOf === null ? leadHistory.leadChanges : 0,
    decidedAt: row.bestOf === null ? (leadHistory.decidedAt?.toISOString() ?? null) : null,
    // Fields are listed, since no schema strips private ones such as balances.
    entries: entries.map(({ key, kind, currency, amount, fromOwner, fromKind, toOwner, toKind, createdAt }) => ({
      key,
      kind,
      currency,
      amount,
      from: { ownerId: fromOwner, account: fromKind },
      to: { ownerId: toOwner, account: toKind },
      at: createdAt.toISOString(),
    })),
    chain: { algorithm: 'sha256', start: chainStart(battleId), head: row.giftHead },
    gifts: gifts.map(({ at, ...gift }) => ({ ...gift, at: at.toISOString() })),
    nextAfter: last < row.giftCount ? last : null,
  }
}

function formatOf(row: BattleRow): BattleReceipt['format'] {
  if (row.bestOf !== null) return 'aura-battle-receipt/4'
  if (presentOutage(row)) return 'aura-battle-receipt/3'
  return row.softClose ? 'aura-battle-receipt/2' : 'aura-battle-receipt/1'
}

const softCloseOf = ({ plannedEndsAt, endsAt, extendedAt }: BattleRow): BattleReceipt['softClose'] => ({
  seconds: BATTLE_RULES.softClose.seconds,
  atMost: BATTLE_RULES.softClose.times,
  plannedEndsAt: (plannedEndsAt ?? endsAt).toISOString(),
  extensions: extendedAt.map((at) => ({
    at: at.toISOString(),
    endsAt: new Date(at.getTime() + BATTLE_RULES.softClose.seconds * 1_000).toISOString(),
  })),
})

async function presentBattle(ctx: Context, row: BattleRow, settledAt: Date): Promise<BattleReceipt['battle']> {
  const ids = [row.challengerId, row.opponentId]
  const people = await findPeople(ctx.db, ids, await databaseTime(ctx.db, ctx.clock))
  const participant = (id: string) => {
    const { username = '', profileImageUrl = null } = people.get(id) ?? {}
    return { id, username, profileImageUrl }
  }
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    challenger: participant(row.challengerId),
    opponent: participant(row.opponentId),
    stake: row.stake,
    duration: ((row.plannedEndsAt ?? row.endsAt).getTime() - row.startsAt.getTime()) / 3_600_000,
    createdAt: row.createdAt.toISOString(),
    battleStartsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    settledAt: settledAt.toISOString(),
    winnerId: row.winnerId,
    cancelReason: row.voidReason,
  }
}
