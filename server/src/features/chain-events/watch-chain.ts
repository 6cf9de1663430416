import { randomUUID } from 'node:crypto'
import { ChainUnreachable } from '#platform/chain/chain'
import type { Context } from '#platform/context'
import type { WorkerLog } from '#platform/feature'
import { cursorIdOf, dropLease, insertCursor, takeLease } from './cursor-store.ts'
import { ChainFollower, type Trouble } from './follow-chain.ts'
import type { EventHandler } from './record-events.ts'

export interface WatchOptions {
  handlers: readonly EventHandler[]
  log: WorkerLog
  intervalMs: number
  afterwards?: () => Promise<void>
}

const LEASE_MS = 15_000
const LONGEST_WAIT_MS = 30_000

/** Follows the chain, one server per database at a time; another takes over. Backs off while the network is down. */
export function watchChain(ctx: Context, options: WatchOptions): { stop(): Promise<void> } {
  const { handlers, log, intervalMs, afterwards } = options
  const holder = randomUUID()
  const id = cursorIdOf(ctx.chain)
  const follower = new ChainFollower(ctx, handlers)
  let isStopping = false
  let failures = 0
  let known: Trouble | null = null
  let wake = () => {}

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  /** Logs once when trouble begins or changes, and once when it ends. */
  function tellTrouble(trouble: Trouble | null): void {
    const isSame = JSON.stringify(trouble) === JSON.stringify(known)
    known = trouble
    if (isSame) return
    if (trouble === null) log.warn({}, 'the nodes agree again')
    else if (trouble.alert === 'chain-nodes-disagree') log.error(trouble, 'nodes disagree about final blocks')
    else log.error(trouble, 'too few nodes are responding for blocks to become final')
  }

  async function lookOnce(): Promise<void> {
    const lease = () => takeLease(ctx.db, id, { holder, lifeMs: LEASE_MS, now: ctx.clock.sqlNow() })
    while (!isStopping && (await lease())) {
      if (await follower.step()) continue
      tellTrouble(follower.trouble)
      await afterwards?.()
      return
    }
  }

  async function run(): Promise<void> {
    let hasCursor = false
    while (!isStopping) {
      try {
        if (!hasCursor) await insertCursor(ctx.db, id, ctx.chain.startBlock - 1)
        hasCursor = true
        await lookOnce()
        failures = 0
      } catch (error) {
        failures++
        const facts = { err: error, failures }
        if (error instanceof ChainUnreachable) log.warn(facts, 'the network is not responding')
        else log.error(facts, 'chain sync stopped')
      }
      if (!isStopping) await pause(Math.min(LONGEST_WAIT_MS, intervalMs * 2 ** Math.min(failures, 10)))
    }
    await dropLease(ctx.db, id, holder).catch(() => {})
  }

  const running = run()
  return {
    async stop() {
      isStopping = true
      wake()
      await running
    },
  }
}
