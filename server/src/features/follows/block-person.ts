import type { People } from '@aura/api/calls/follows'
import { FOLLOW_RULES } from '@aura/api/rules/follows'
import { personExists } from '#features/profile'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import {
  type Block,
  countOtherBlocks,
  deleteBlock,
  findBlockBetween,
  findBlocked,
  insertBlock,
  lockPair,
} from './block-store.ts'
import { pageOf } from './other-person.ts'

/** Blocks a person; a trigger ends both follows. Idempotent. Throws USER_NOT_FOUND, BLOCK_ONESELF, BLOCKS_USED_UP. */
export async function blockPerson(ctx: Context, block: Block): Promise<void> {
  if (block.blockerId === block.blockedId) throw new AppError('BLOCK_ONESELF')
  await ctx.db.tx(async (tx) => {
    await lockPair(tx, block.blockerId, block.blockedId)
    if (!(await personExists(tx, block.blockedId))) throw new AppError('USER_NOT_FOUND')
    if ((await countOtherBlocks(tx, block)) >= FOLLOW_RULES.blocked) throw new AppError('BLOCKS_USED_UP')
    await insertBlock(tx, block, ctx.clock.sqlNow())
  })
}

/** Unblocks a person. Idempotent; unknown people count as unblocked. */
export const unblockPerson = (ctx: Context, block: Block): Promise<void> => deleteBlock(ctx.db, block)

type WhenBlocked = 'BATTLE_CREATOR_UNAVAILABLE' | 'PERSON_UNAVAILABLE'

/** Returns PERSON_BLOCKED if the user blocked the other, or `whenBlocked`, which must not reveal that one was. */
export async function blockRefusal(
  db: Queryable,
  { userId, otherId }: { userId: string; otherId: string },
  whenBlocked: WhenBlocked,
): Promise<'PERSON_BLOCKED' | WhenBlocked | undefined> {
  const { isMine, isBlocked } = await findBlockBetween(db, userId, otherId)
  if (isMine) return 'PERSON_BLOCKED'
  return isBlocked ? whenBlocked : undefined
}

/** Throws the refusal of `blockRefusal`. */
export async function refuseBlocked(
  db: Queryable,
  pair: { userId: string; otherId: string },
  whenBlocked: WhenBlocked,
): Promise<void> {
  const refusal = await blockRefusal(db, pair, whenBlocked)
  if (refusal) throw new AppError(refusal)
}

export async function listBlocked(ctx: Context, userId: string, before: string | undefined): Promise<People> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const page = { userId, before: before === undefined ? null : Number(before), limit: FOLLOW_RULES.page + 1 }
  return pageOf(await findBlocked(ctx.db, page, at))
}
