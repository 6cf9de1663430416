import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { buildApp } from '../../../server/src/app.ts'
import { watchChain } from '../../../server/src/features/chain-events/index.ts'
import { auditLedger, postTransfers, userAccount } from '../../../server/src/features/ledger/index.ts'
import { insertLinkedAccount } from '../../../server/src/features/providers/index.ts'
import { RelayKey, runRelay } from '../../../server/src/features/relay/index.ts'
import { keepSnapshot } from '../../../server/src/features/steeze/index.ts'
import { whitelistWallet } from '../../../server/src/features/whitelist/index.ts'
import type { ChainSettings, NetworkName } from '../../../server/src/platform/chain/chain.ts'
import { rpcChain, unconnectedChain } from '../../../server/src/platform/chain/rpc-chain.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import { createImageEncoder } from '../../../server/src/platform/images/image-encoder.ts'
import { createLive } from '../../../server/src/platform/live/live.ts'
import type { Settings } from '../../../server/src/platform/settings.ts'
import { eventHandlers } from '../../../server/src/run-features.ts'
import { doDue, fundSteeze, grantAp } from '../../server/actors/battles.ts'
import { practiceSolution } from '../../server/actors/practising.ts'
import { solutionOf } from '../../server/actors/rounds.ts'
import { inProcessSigner } from '../../server/chain/in-process-signer.ts'
import { openRecycled } from '../../server/database/recycled-database.ts'
import { TestClock } from '../../server/fakes.ts'
import { memoryFiles } from '../../server/memory-files.ts'
import { testSettings, unhurriedLimits } from '../../server/test-settings.ts'
import { newDatabase } from './database-template.ts'

/** Only the clock differs from production. */
export interface ClockServerStart {
  port: number
  startAt: string
  settings: Partial<Settings>
  /** Without it the chain is unreachable. */
  chain?: {
    settings: ChainSettings
    own: NetworkName
    signerKey: `0x${string}`
    /** Pays the gas of what people sign. Without it nobody does. */
    relayKey?: `0x${string}`
  }
}
export type ClockOrder =
  | { op: 'open'; start: ClockServerStart }
  /** Closes the server; the process can open another one afterwards. */
  | { op: 'close' }
  | { op: 'set-clock'; at: string }
  | { op: 'audit' }
  /** Asks what is right in the newest round of a battle, which no call tells while it is open. */
  | { op: 'solve-round'; battleId: string }
  /** The same of a practice's question. */
  | { op: 'solve-practice'; id: string; number: number }
  /** Gives Aura Points, and Steeze as if purchased, to a user with neither. */
  | { op: 'fund'; userId: string; ap?: number; steeze?: number }
  | { op: 'earn'; userId: string; steeze: number }
  /** Connects a channel on Twitch to an account. */
  | { op: 'connect-twitch'; userId: string; channel: string }
  | { op: 'whitelist'; address: string }
  /** Gives every user this many invites. */
  | { op: 'give-invites'; count: number }
  /** Begins the checks of lessons for every user, so that their labs are open. */
  | { op: 'begin-checks'; lessonIds: readonly string[] }
export type ClockReport =
  | { ready: true }
  | { done: true }
  | { broken: unknown[] }
  | { right: number[]; wrong: number[] }

interface OpenServer {
  ctx: Context
  clock: TestClock
  close(): Promise<void>
}

let current: OpenServer | undefined

async function open({ port, startAt, settings, chain }: ClockServerStart): Promise<OpenServer> {
  const clock = new TestClock(startAt)
  const db = await openRecycled(newDatabase)
  const ctx: Context = {
    db,
    clock,
    chain: chain ? rpcChain(chain.settings, chain.own) : unconnectedChain('local'),
    limits: {
      ...unhurriedLimits,
      publicCacheMs: 0,
      // Two people may fight for millions, which shows how well figures fit.
      pairAp: { ...unhurriedLimits.pairAp, ap: 10_000_000 },
    },
    settings: {
      ...testSettings,
      origin: `http://localhost:${port}`,
      demoWallet: true,
      webDir: join(import.meta.dirname, '../../../web/dist'),
      ...settings,
    },
    live: createLive({ clock, limits: unhurriedLimits }),
    images: { ...createImageEncoder(unhurriedLimits.images), files: memoryFiles() },
    // Test browsers have no push service.
    push: { publicKey: 'B'.repeat(87), send: async () => 'sent' },
    signer: null,
    relay: chain?.relayKey ? new RelayKey(chain.relayKey) : null,
  }
  if (chain) ctx.signer = inProcessSigner(ctx, chain.signerKey)
  const app = await buildApp(ctx)
  await app.listen({ host: '127.0.0.1', port })
  const afterwards = async () => void (await keepSnapshot(ctx))
  const watcher = chain && watchChain(ctx, { handlers: eventHandlers, log: app.log, intervalMs: 200, afterwards })
  const relaying = ctx.relay && runRelay(ctx, app.log)
  return {
    ctx,
    clock,
    async close() {
      await relaying?.stop()
      await watcher?.stop()
      // A browser's connection that never sent a request counts as busy and would keep the server open for a minute.
      const cutting = setInterval(() => app.server.closeAllConnections(), 50)
      await app.close()
      clearInterval(cutting)
      await ctx.images.close()
      await db.close()
    },
  }
}

/** Moves purchased Steeze to earned, because battles that earn it take hours. */
async function earn({ ctx, clock }: OpenServer, userId: string, amount: number): Promise<void> {
  const transfer = {
    key: `earned/${randomUUID()}`,
    kind: 'test_credit',
    reference: 'journey',
    from: userAccount(userId, 'steeze_purchased'),
    to: userAccount(userId, 'steeze_earned'),
    amount,
  } as const
  await ctx.db.tx((tx) => postTransfers(tx, clock, [transfer]))
}

async function obey(order: ClockOrder): Promise<ClockReport> {
  if (order.op === 'open') {
    current = await open(order.start)
    return { ready: true }
  }
  if (!current) throw new Error(`no server is open for ${order.op}`)
  const { ctx, clock } = current
  if (order.op === 'audit') return { broken: (await auditLedger(ctx.db)).broken }
  if (order.op === 'solve-round') return solutionOf(ctx, order.battleId)
  if (order.op === 'solve-practice') return practiceSolution(ctx, order.id, order.number)
  if (order.op === 'set-clock') {
    clock.set(order.at)
    // Runs the jobs that became due.
    await doDue(ctx)
  } else if (order.op === 'connect-twitch') {
    const { userId, channel } = order
    const account = { provider: 'twitch', subject: channel, userId, handle: channel, now: ctx.clock.sqlNow() }
    await insertLinkedAccount(ctx.db, account)
  } else if (order.op === 'whitelist') await whitelistWallet(ctx, order.address)
  else if (order.op === 'give-invites')
    await ctx.db.query('insert into extra_invites (user_id, extra) select id, $1 from users on conflict do nothing', [
      order.count,
    ])
  else if (order.op === 'earn') await earn(current, order.userId, order.steeze)
  else if (order.op === 'begin-checks') {
    const begin = 'insert into lesson_quizzes (user_id, lesson_id) select id, unnest($1::text[]) from users'
    await ctx.db.query(`${begin} on conflict do nothing`, [order.lessonIds])
  } else if (order.op === 'fund') {
    if (order.ap) await grantAp(ctx, order.userId, order.ap)
    if (order.steeze) await fundSteeze(ctx, order.userId, { purchased: order.steeze })
  } else {
    await current.close()
    current = undefined
  }
  return { done: true }
}

process.on('message', async (order: ClockOrder) => process.send?.(await obey(order)))
process.on('disconnect', () => process.exit(0))
