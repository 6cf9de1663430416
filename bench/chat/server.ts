/** The server of `npm run bench chat`: the product with one live battle, in which a chat takes part. */
import { battleFinder } from '../../server/src/features/battles/index.ts'
import { chatMetrics } from '../../server/src/features/crowd/index.ts'
import { insertLinkedAccount } from '../../server/src/features/providers/index.ts'
import { demoBattle } from '../fanout/battle.ts'
import { watchLoop } from '../support/loop-lateness.ts'
import { serveProduct } from '../support/serve-product.ts'

export interface ChatServerStart {
  databaseUrl: string
  chatUrl: string
}
export interface ChatFigures {
  lateP99Ms: number
  cpuMs: number
  megabytes: number
  lines: Record<string, number>
  cheers: number
}
export type ChatReport = { port: number; battleId: string } | ChatFigures

const { databaseUrl, chatUrl } = JSON.parse(process.argv[2] ?? '') as ChatServerStart
const lateP99 = watchLoop()
const metrics = chatMetrics()
const product = { databaseUrl, settings: { twitchChatUrl: chatUrl }, jobs: ['cheers', 'chats'] }
const { ctx, port } = await serveProduct(product, (context) => {
  context.chatMetrics = metrics
})
const { id } = await demoBattle(ctx)
const battle = await battleFinder(ctx)(id)
if (!battle) throw new Error('there is no battle')
const userId = battle.challengerId
await insertLinkedAccount(ctx.db, { provider: 'twitch', subject: 'flood', userId, handle: 'flood', now: null })

async function figures(): Promise<ChatFigures> {
  const { user, system } = process.cpuUsage()
  const lateP99Ms = lateP99()
  const [row] = await ctx.db.query<{ cheers: number }>('select sum(cheers)::int as cheers from battle_cheers')
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  // Delays by this collection are not counted.
  setImmediate(lateP99)
  return {
    lateP99Ms,
    cpuMs: (user + system) / 1_000,
    megabytes: (heapUsed + external) / 1e6,
    lines: { ...metrics.lines },
    cheers: row?.cheers ?? 0,
  }
}

async function start(): Promise<void> {
  await ctx.db.query(
    `insert into battle_chats (battle_id, user_id, provider, channel, started_at)
     values ($1, $2, 'twitch', 'flood', clock_timestamp())`,
    [id, userId],
  )
}

const report = (message: ChatReport) => process.send?.(message)
process.on('message', async (order: 'start' | 'figures') => {
  if (order === 'start') await start()
  report(await figures())
})
process.on('disconnect', () => process.exit(0))
report({ port, battleId: id })
