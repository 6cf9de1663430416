import { recordActions } from '#features/admin-log'
import { battleAccount, postTransfers, type Transfer, userAccount } from '#features/ledger'
import { insertNotifications } from '#features/notifications'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { statusAt, TRANSITIONS, transitionTransfers } from './battle.rules.ts'
import { transfersOf } from './battle-transfers.ts'
import { findGifterParts, findGifterSums, type GifterParts, hasGiven } from './due-store.ts'
import { gifterNotices, stepNotices } from './notices.rules.ts'
import { notifyReminders } from './notify-reminders.ts'
import { publishChanges } from './publish-changes.ts'
import { type BattleRow, findNames, insertSteps, lockBattle, updateBattles } from './store.ts'

/**
 * Calls an accepted or live battle off, for a reason its page shows: both stakes go back, and both parts of every gift
 * to whoever gave it. For admins; `adminId` is null from a shell. Throws BATTLE_NOT_FOUND or BATTLE_NOT_VOIDABLE: a
 * battle whose end has come is decided, settled or not. Throws ADMIN_OWN_BATTLE to an admin who takes part in it or gave.
 */
export async function voidBattle(
  ctx: Context,
  { battleId, reason, adminId }: { battleId: string; reason: string; adminId: string | null },
): Promise<void> {
  const { battle, others } = await ctx.db.tx(async (tx) => {
    const before = await lockBattle(tx, battleId)
    if (!before) throw new AppError('BATTLE_NOT_FOUND')
    const at = await databaseTime(tx, ctx.clock)
    if (adminId !== null && (await isInvolved(tx, before, adminId))) throw new AppError('ADMIN_OWN_BATTLE')
    if (!TRANSITIONS.void.from.includes(statusAt(before, at))) throw new AppError('BATTLE_NOT_VOIDABLE')
    const after: BattleRow = {
      ...before,
      status: TRANSITIONS.void.to,
      cancellationRequestedBy: null,
      voidReason: reason,
    }
    await updateBattles(tx, [{ ...after, dueAt: null }])
    await recordActions(
      tx,
      [{ adminId, action: 'void-battle', subjectKind: 'battle', subject: battleId, reason }],
      ctx.clock.sqlNow(),
    )
    await insertSteps(tx, [{ battleId, step: 'void', actorId: adminId, requestKey: null, at }])
    await postTransfers(tx, ctx.clock, [
      ...transfersOf(before, transitionTransfers('void', before)),
      ...(await findGifterParts(tx, battleId)).flatMap((parts) => refunds(before, parts)),
    ])
    const names = await findNames(tx, [before.challengerId, before.opponentId])
    const told = { challenger: names.get(before.challengerId) ?? '', opponent: names.get(before.opponentId) ?? '' }
    const gifters = await findGifterSums(tx, [battleId])
    await insertNotifications(tx, ctx.clock, [
      ...stepNotices('void', after, { names: told, actorId: null, times: 0 }),
      ...gifterNotices('void', after, told, gifters),
    ])
    const waiting = await notifyReminders(tx, ctx.clock, [{ step: 'void', after, names: told }])
    return { battle: after, others: [...gifters.map(({ giverId }) => giverId), ...(waiting.get(battleId) ?? [])] }
  })
  publishChanges(ctx, battle, others)
}

const isInvolved = async (tx: Tx, { id, challengerId, opponentId }: BattleRow, userId: string): Promise<boolean> =>
  challengerId === userId || opponentId === userId || (await hasGiven(tx, id, userId))

function refunds(battle: BattleRow, { participantId, giverId, ...parts }: GifterParts): Transfer[] {
  const side = participantId === battle.challengerId ? 'challenger' : 'opponent'
  return (['purchased', 'earned'] as const)
    .filter((part) => parts[part] > 0)
    .map((part) => ({
      key: `battle/${battle.id}/refund/${side}/${giverId}/${part}`,
      kind: 'battle_gift_refund',
      reference: battle.id,
      from: battleAccount(battle.id, side === 'challenger' ? 'gifts_to_challenger' : 'gifts_to_opponent'),
      to: userAccount(giverId, part === 'purchased' ? 'steeze_purchased' : 'steeze_earned'),
      amount: parts[part],
    }))
}
