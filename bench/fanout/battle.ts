import { randomBytes, randomUUID } from 'node:crypto'
import { joinWithWallet } from '../../server/src/features/auth/index.ts'
import { chainStart } from '../../server/src/features/battles/gifts/gift-chain.rules.ts'
import { giftQueue } from '../../server/src/features/battles/gifts/gift-queue.ts'
import { openBattleAccounts } from '../../server/src/features/ledger/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { fundSteeze } from '../../tests/server/actors/battles.ts'

const HOUR_MS = 3_600_000
const GIVERS = 50
const PURSE = 1_000_000

export async function join(ctx: Context): Promise<string> {
  const wallet = { address: `0x${randomBytes(20).toString('hex')}`, timeZone: 'UTC' }
  return (await ctx.db.tx((tx) => joinWithWallet(ctx, tx, wallet))).userId
}

/** Starts a battle that stays live for hours; `gift` gives 1 Steeze from one of its fans. */
export async function demoBattle(ctx: Context): Promise<{ id: string; gift: () => Promise<unknown> }> {
  const id = randomUUID()
  const [challengerId, opponentId] = [await join(ctx), await join(ctx)]
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
  // Challenges start in the future, so the start is moved instead of waiting.
  await ctx.db.query(
    `insert into battles (id, challenger_id, opponent_id, title, description, status, stake, starts_at, ends_at,
                          created_at, due_at, challenger_hold, opponent_hold, gift_head)
     values ($1, $2, $3, 'Fan-out', 'Everybody watches', 'active', 50, $4, $5, $4, $5, $6, $7, $8)`,
    [id, challengerId, opponentId, at(-1), at(3), randomUUID(), randomUUID(), chainStart(id)],
  )
  await ctx.db.tx((tx) => openBattleAccounts(tx, [id]))
  const givers: string[] = []
  for (let i = 0; i < GIVERS; i++) {
    const giver = await join(ctx)
    await fundSteeze(ctx, giver, { purchased: PURSE })
    givers.push(giver)
  }
  const give = giftQueue(ctx)
  let given = 0
  const gift = () => {
    given += 1
    const giverId = givers[given % givers.length] ?? ''
    const participantId = given % 3 === 0 ? opponentId : challengerId
    return give({ battleId: id, giverId, participantId, amount: 1, key: randomUUID() })
  }
  return { id, gift }
}
