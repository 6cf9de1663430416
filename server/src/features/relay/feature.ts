import type { Feature, Opened, ServerStart } from '#platform/feature'
import { checkRelay } from './check-relay.ts'
import { RelayKey } from './relay-key.ts'
import { registerRelay } from './relay-metrics.ts'
import { relayWorker } from './relay-worker.ts'
import { relayRoutes } from './routes.ts'
import type { RelayPurpose } from './signed-call.ts'
import { relayPersonal, relayRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    relay: {
      /** Payments of a person in 24 hours, and failures on chain after which no more are taken. */
      perPersonDay: number
      failuresPerDay: number
      /** Of those payments, how many may be for one purpose. */
      perPurposeDay: Record<RelayPurpose, number>
      /** Gwei that the relay spends in an hour, and in 24. */
      hourGwei: number
      dayGwei: number
      /** Payments that may wait at once, and milliseconds one may wait to be sent before no more are taken. */
      waiting: number
      queuedMs: number
      /** Gas that one payment may use, and the highest price of gas in wei at which the relay sends. */
      maxGas: number
      maxPriceWei: number
      /** Milliseconds for which what is signed has to count, at least and at most. */
      validMs: { min: number; max: number }
      /** Transactions that are handed in and in no block. */
      inFlight: number
      /** Milliseconds until a transaction that is in no block is handed in again, and until it is replaced. */
      againMs: number
      stuckMs: number
      /** How often in a row a number has to be seen as used by others. */
      doubts: number
      /** Milliseconds after which a payment is dropped whose server ended while it asked the network. */
      checkMs: number
      leaseMs: number
      /** Milliseconds between looks, while payments are under way and while none is. */
      busyMs: number
      idleMs: number
      keptMs: number
    }
  }
}

declare module '#platform/context' {
  interface Context {
    /** Pays the gas of what people sign; if undefined or null, they send their own transactions. */
    relay?: RelayKey | null
  }
}

declare module '#platform/settings' {
  interface Settings {
    /** Contract that makes accounts of passkeys, in lower case; null if there is none. */
    accountFactory: string | null
  }
  interface Secrets {
    /** Pays the gas of what people sign; null switches the relay off. */
    relayKey: `0x${string}` | null
  }
}

async function openRelay({ takeSecret }: ServerStart): Promise<Opened> {
  const key = takeSecret('relayKey')
  return { context: { relay: key && new RelayKey(key) } }
}

export const relayFeature = {
  name: 'relay',
  opens: openRelay,
  routes: relayRoutes,
  worker: relayWorker,
  metrics: [registerRelay],
  checks: (subject) => [{ name: 'relay', run: () => checkRelay(subject) }],
  personalData: relayPersonal,
  retention: relayRetention,
} as const satisfies Feature
