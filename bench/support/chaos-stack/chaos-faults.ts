import { setTimeout as pause } from 'node:timers/promises'
import type { ProductServer } from '../faults/product-server.ts'
import type { ChaosStack } from './chaos-stack.ts'
import type { ClockOrder } from './movable-clock.ts'

/** A failure that clients may see although the product works. */
type Excused = '502' | '503' | 'no answer' | 'stream'

export interface ChaosFault {
  name: string
  /** Failures it excuses, from its beginning until recovery. It never excuses status 500. */
  excuses: readonly Excused[]
  /** Makes and ends the fault. Resolves at its end and says what was hit. */
  run(stack: ChaosStack, chance: Chance): Promise<string>
}

/** Seeded choices. */
export interface Chance {
  /** From 0 to `count` - 1. */
  of(count: number): number
}

/** Which of the durations below apply. */
export interface Durations {
  hangMs: number
  downMs: number
  pauseMs: number
}

/** The proxy has nobody to send requests to while no server is ready. */
const OUTAGE: readonly Excused[] = ['502', '503']

/** A supervisor starts it again after so long; the fault ends with that start, not with its success. */
const killServer = ({ downMs }: Durations): ChaosFault => ({
  name: 'server killed',
  excuses: ['502', 'no answer', 'stream'],
  async run({ servers, startAgain }, chance) {
    const index = chance.of(servers.length)
    await servers[index]?.kill()
    await pause(downMs)
    startAgain(index)
    return `server ${index + 1}`
  },
})

const restartDatabase = (): ChaosFault => ({
  name: 'PostgreSQL restarted',
  excuses: OUTAGE,
  async run({ database }) {
    await database.restart()
    return 'primary'
  },
})

/** It ends when there is a new primary. */
const failOver = (): ChaosFault => ({
  name: 'primary lost',
  excuses: OUTAGE,
  async run({ database }) {
    await database.failOver?.()
    return 'its machine'
  },
})

const fillDisk = ({ downMs }: Durations): ChaosFault => ({
  name: 'disk full',
  excuses: OUTAGE,
  async run({ database }) {
    await database.fillDisk?.(downMs)
    return 'of the primary'
  },
})

const cutNats = ({ hangMs }: Durations): ChaosFault => ({
  name: 'NATS cut',
  excuses: [],
  async run({ nats }) {
    await nats.cut()
    await pause(hangMs)
    await nats.restart()
    return ''
  },
})

const hangNode = ({ hangMs }: Durations): ChaosFault => ({
  name: 'node hangs',
  excuses: [],
  async run({ nodes }, chance) {
    const index = chance.of(nodes.length)
    nodes[index]?.hang()
    await pause(hangMs)
    nodes[index]?.mend()
    return `node ${index + 1}`
  },
})

/** Others wait for what it has locked. */
const pauseProcess = ({ pauseMs }: Durations): ChaosFault => ({
  name: 'process paused',
  excuses: ['502', '503', 'no answer'],
  async run({ servers, edge }, chance) {
    const processes = [...servers, edge]
    const index = chance.of(processes.length)
    const paused = processes[index] as ProductServer
    paused.freeze()
    await pause(pauseMs)
    paused.thaw()
    return paused === edge ? 'edge' : `server ${index + 1}`
  },
})

const HOUR_MS = 3_600_000
const AHEAD_MS = [-26 * HOUR_MS, -HOUR_MS, HOUR_MS, 26 * HOUR_MS] as const

/** One server's clock is set to another hour, and back. */
const skewClock = ({ hangMs }: Durations): ChaosFault => ({
  name: 'clock skewed',
  excuses: [],
  async run({ servers }, chance) {
    const index = chance.of(servers.length)
    const aheadMs = AHEAD_MS[chance.of(AHEAD_MS.length)] ?? HOUR_MS
    const move = (order: ClockOrder) => servers[index]?.tell(order)
    move({ op: 'move-clock', aheadMs })
    await pause(hangMs)
    move({ op: 'move-clock', aheadMs: 0 })
    return `server ${index + 1} by ${aheadMs / HOUR_MS} h`
  },
})

export const chaosFaults = {
  killServer,
  restartDatabase,
  failOver,
  cutNats,
  hangNode,
  pauseProcess,
  fillDisk,
  skewClock,
}
