import client, { type Registry } from '@prometheus-io/client'
import type { Context } from '#platform/context'
import type { Push, PushCounts } from './web-push.ts'

/** Counts the outcomes of messages. */
export function countedPush(push: Push): Push & { counts: PushCounts } {
  const counts: PushCounts = { sent: 0, gone: 0, failed: 0 }
  return {
    ...push,
    counts,
    async send(...message) {
      const outcome = await push.send(...message)
      counts[typeof outcome === 'string' ? outcome : 'failed']++
      return outcome
    },
  }
}

export function registerPushes(register: Registry, { push }: Pick<Context, 'push'>): void {
  const pushes = new client.Counter({
    name: 'pushes_total',
    help: 'Push messages by outcome: the service took it, the browser is gone, or it failed and may be tried again',
    labelNames: ['outcome'],
    registers: [register],
    collect() {
      pushes.reset()
      for (const [outcome, count] of Object.entries(push?.counts ?? {})) pushes.inc({ outcome }, count)
    },
  })
}
