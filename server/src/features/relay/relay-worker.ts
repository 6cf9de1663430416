import { randomUUID } from 'node:crypto'
import { ChainUnreachable } from '#platform/chain/chain'
import type { Context } from '#platform/context'
import type { FeatureWorker, WorkerLog } from '#platform/feature'
import { senderIdOf } from './relay-key.ts'
import { openSender } from './relay-payment.ts'
import { RelaySender } from './relay-sender.ts'
import { dropLease, hasUnfinal, takeLease } from './store.ts'

const LONGEST_WAIT_MS = 30_000

export const relayWorker: FeatureWorker = {
  connections: 2,
  start: (ctx, log) => (ctx.relay && ctx.chain.contracts ? runRelay(ctx, log) : undefined),
}

/** Sends payments, one server per key and database at a time; another takes over. Backs off while the network is down. */
export function runRelay(ctx: Context, log: WorkerLog): { stop(): Promise<void> } {
  const { relay } = ctx
  if (!relay) throw new Error('this server has no key to relay with')
  const { leaseMs, busyMs, idleMs } = ctx.limits.relay
  const holder = randomUUID()
  const id = senderIdOf(ctx.chain.id, relay)
  const sender = new RelaySender(ctx, relay, { holder, log })
  let isStopping = false
  let isWanted = false
  let failures = 0
  let wake = () => {}
  const stopListening = relay.onPayment(() => {
    isWanted = true
    wake()
  })

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  /** Returns how long to rest. */
  async function lookOnce(): Promise<number> {
    if (!(await hasUnfinal(ctx.db))) return idleMs
    const lease = { holder, lifeMs: leaseMs, now: ctx.clock.sqlNow() }
    if (!(await takeLease(ctx.db, id, lease))) return idleMs
    return (await sender.step()) ? busyMs : idleMs
  }

  async function run(): Promise<void> {
    let isOpen = false
    while (!isStopping) {
      let restMs = busyMs
      try {
        if (!isOpen) await openSender(ctx, relay as NonNullable<typeof relay>)
        isOpen = true
        isWanted = false
        restMs = await lookOnce()
        failures = 0
      } catch (error) {
        failures++
        const facts = { err: error, failures }
        if (error instanceof ChainUnreachable) log.warn(facts, 'the network is not responding')
        else log.error(facts, 'the relay stopped and will try again')
        restMs = Math.min(LONGEST_WAIT_MS, busyMs * 2 ** Math.min(failures, 10))
      }
      if (!isStopping && !(isWanted && failures === 0)) await pause(restMs)
    }
    await dropLease(ctx.db, id, holder).catch(() => {})
  }

  const running = run()
  return {
    async stop() {
      isStopping = true
      stopListening()
      wake()
      await running
    },
  }
}
