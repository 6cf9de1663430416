import { randomUUID } from 'node:crypto'
import { formatWhole } from '@aura/api/money'
import { postTransfers } from '#features/ledger'
import { findIneligible } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { contenderOf } from '../creating/contender.ts'
import { refuseTooManySent } from '../creating/sent-limit.ts'
import { linkStake } from '../lifecycle/battle-transfers.ts'
import { findPeople, lockContenders } from '../store.ts'
import { checkLink, type LinkForm } from './link.rules.ts'
import { findLinkByRequest, insertLink, type LinkRow } from './link-store.ts'

/**
 * Creates a link and holds the challenger's stake. Returns the link's id; a retry with the same `requestKey` returns
 * the same one. An open link counts as a challenge that awaits a response. Throws the first fault in the form's order.
 */
export async function createLink(
  ctx: Context,
  { userId, form, requestKey }: { userId: string; form: LinkForm; requestKey: string | undefined },
): Promise<string> {
  const id = await ctx.db.tx(async (tx) => {
    await lockContenders(tx, [userId])
    const known = requestKey === undefined ? undefined : await findLinkByRequest(tx, userId, requestKey)
    if (known) return known.id

    const at = await databaseTime(tx, ctx.clock)
    const challenger = (await findPeople(tx, [userId], at)).get(userId)
    if (!challenger || challenger.isDeleted) throw new AppError('UNAUTHORIZED')
    const pairAp = ctx.limits.pairAp.ap
    const checked = checkLink(form, {
      challenger: contenderOf(challenger, await findIneligible(ctx, tx, [userId])),
      at,
      limits: { maxPending: ctx.limits.battlesPending, maxOpen: ctx.limits.battlesOpen },
      pairAp,
    })
    if (checked === 'BATTLE_PAIR_LIMIT') {
      const message = `A link can stake at most ${formatWhole(pairAp)} AP. Nobody could accept more.`
      throw new AppError(checked, { message, data: { apLeft: pairAp } })
    }
    if (typeof checked === 'string') throw new AppError(checked)
    await refuseTooManySent(ctx, tx, { userId, opponentId: null, at })

    const link: LinkRow = {
      ...checked,
      id: randomUUID(),
      challengerId: userId,
      status: 'pending',
      hold: randomUUID(),
      createdAt: at,
    }
    await insertLink(tx, link, requestKey)
    await postTransfers(tx, ctx.clock, [linkStake(link)])
    return link.id
  })
  ctx.live.changed(`user:${userId}`)
  return id
}
