/** The server of `npm run bench chat`: the product with one live battle, in which a chat takes part. */

import { chatMetrics } from '../../server/src/features/crowd/index.ts'
import { insertLinkedAccount } from '../../server/src/features/providers/index.ts'
import { given, ownCpuMs, share, watchLoop } from '../support/child.ts'
import { liveBattles } from '../support/database.ts'
import { serveProduct } from '../support/serve-product.ts'

const { databaseUrl, chatUrl } = given<{ databaseUrl: string; chatUrl: string }>()
const lateP99 = watchLoop()
const metrics = chatMetrics()
const product = { databaseUrl, settings: { twitchChatUrl: chatUrl }, jobs: ['cheers', 'chats'] }
const { ctx, port } = await serveProduct(product, (context) => {
  context.chatMetrics = metrics
})
const [{ id, sides }] = await liveBattles(ctx, 1)
const [userId] = sides
await insertLinkedAccount(ctx.db, { provider: 'twitch', subject: 'flood', userId, handle: 'flood', now: null })

async function figures() {
  const lateP99Ms = lateP99()
  const [row] = await ctx.db.query<{ cheers: number }>('select sum(cheers)::int as cheers from battle_cheers')
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  // Delays by this collection are not counted.
  setImmediate(lateP99)
  return {
    lateP99Ms,
    cpuMs: ownCpuMs(),
    megabytes: (heapUsed + external) / 1e6,
    lines: { ...metrics.lines },
    cheers: row?.cheers ?? 0,
  }
}

async function joinChat(): Promise<void> {
  await ctx.db.query(
    `insert into battle_chats (battle_id, user_id, provider, channel, started_at)
     values ($1, $2, 'twitch', 'flood', clock_timestamp())`,
    [id, userId],
  )
}

const shared = { port, battleId: id, figures, joinChat }
export type ChatServer = typeof shared
share(shared)
