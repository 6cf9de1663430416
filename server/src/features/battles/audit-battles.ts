import { BATTLE_RULES } from '@aura/api/rules/battles'
import { type AuditOptions, auditRun } from '#platform/audit/audit-run'
import type { Audit } from '#platform/audit/feature-audit'
import { Findings } from '#platform/audit/findings'
import type { Db, Queryable } from '#platform/db/db'
import { findGiftsBefore, findMovable, findWrongTotals } from './audit-store.ts'
import { auditGifts, GIFT_PROMISES, readGiftsCheckpoint } from './gifts/audit-gifts.ts'
import { type LateGift, replayEnds } from './outages/replay-ends.rules.ts'
import type { BattleRow } from './store.ts'

const PROMISES = [
  "battles' ends follow from their gifts and outages",
  'totals of battles by status match the battles',
  ...GIFT_PROMISES,
] as const

const MAX_BATTLES = 64
const PAGE = 1_024

/**
 * Recomputes the end of every battle whose end could move, counts all battles by status, and compares gifts with their
 * keys: after a checkpoint, later ones. Read-only.
 */
export async function auditBattles(db: Db, options?: AuditOptions): Promise<Audit> {
  const run = auditRun(db, options)
  const findings = new Findings(PROMISES)
  findings.addAll(PROMISES[1], await run.read(findWrongTotals))
  for (let after: string | null = null; ; ) {
    const from: string | null = after
    const last: string | null = await run.read(async (snapshot) => {
      const battles = await findMovable(snapshot, from, MAX_BATTLES)
      for (const battle of battles) {
        const detail = await differenceOf(snapshot, battle)
        if (detail) findings.add(PROMISES[0], battle.id, detail)
      }
      return battles.at(-1)?.id ?? null
    })
    if (last === null) break
    after = last
    run.progress("battles' ends", Number.parseInt(last.slice(0, 8), 16) / 2 ** 32)
  }
  const gifts = await auditGifts(run, findings, readGiftsCheckpoint(options?.checkpoint))
  return { promises: PROMISES, broken: findings.all(), ...gifts }
}

async function differenceOf(snapshot: Queryable, battle: BattleRow): Promise<string | undefined> {
  const gifts = await lateGifts(snapshot, battle)
  const given = (side: LateGift['side']) =>
    gifts.filter((gift) => gift.side === side).reduce((sum, { amount }) => sum + amount, 0)
  const before = {
    challenger: battle.challengerSteeze - given('challenger'),
    opponent: battle.opponentSteeze - given('opponent'),
  }
  const found = textOf(replayEnds(battle, before, gifts))
  const stored = textOf(battle)
  return found === stored ? undefined : `stored ${stored}, but its gifts lead to ${found}`
}

const textOf = ({ endsAt, extendedAt }: Pick<BattleRow, 'endsAt' | 'extendedAt'>) =>
  `${endsAt.toISOString()} [${extendedAt.map((at) => at.toISOString()).join(', ')}]`

/** Returns the gifts from the last minute before the planned end on, in order. */
async function lateGifts(snapshot: Queryable, battle: BattleRow): Promise<LateGift[]> {
  const fromMs = (battle.plannedEndsAt ?? battle.endsAt).getTime() - BATTLE_RULES.softClose.seconds * 1_000
  const gifts: LateGift[] = []
  for (let seq = battle.giftCount + 1; ; ) {
    const page = await findGiftsBefore(snapshot, battle.id, { seq, limit: PAGE })
    const late = page.filter(({ at }) => at.getTime() >= fromMs)
    gifts.push(
      ...late.map(
        ({ participantId, ...gift }): LateGift => ({
          ...gift,
          side: participantId === battle.challengerId ? 'challenger' : 'opponent',
        }),
      ),
    )
    const oldest = page.at(-1)
    if (!oldest || late.length < page.length) return gifts.reverse()
    seq = oldest.seq
  }
}
