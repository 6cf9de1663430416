import { cpus } from 'node:os'
import { cpuMsOf } from '../processes/cpu-ms.ts'

/** CPU milliseconds of `referenceWork` on the reference machine, whose CPU seconds the steps' budgets use. */
const REFERENCE_MS = 120
const ROUNDS = 50_000_000
/**
 * A third of the work on a virtual machine where a page's first use takes 2.4 us. Where it takes 11 us, computing is as
 * fast, but tests take twice the CPU: they start many processes.
 */
const PAGES = 12_500
const PAGE_BYTES = 4_096

let known: number | undefined

/** Returns how many times slower this machine is than the reference machine; at least 1. Measured once. */
export function slowness(): number {
  known ??= Math.max(1, ...[1, 2, 3].map(() => referenceWork() / REFERENCE_MS))
  return known
}

/** Returns the CPU milliseconds of a fixed computation and of the first use of fresh memory. */
function referenceWork(): number {
  const before = process.cpuUsage()
  let x = 1
  for (let i = 0; i < ROUNDS; i++) x = Math.imul(x, 48_271) ^ i
  const memory = new Uint8Array(PAGES * PAGE_BYTES)
  for (let i = 0; i < memory.length; i += PAGE_BYTES) memory[i] = 1
  if (x === 0) throw new Error('never, but the loop must have a use')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Returns a function that returns, from 0 to 1, how much of the machine other programs used since. */
export function watchOthers(): () => number {
  const before = usedMs()
  return () => {
    const after = usedMs()
    return Math.min(1, Math.max(0, (after.all - before.all - (after.own - before.own)) / (after.there - before.there)))
  }
}

/** CPU milliseconds since the machine and this process started. */
function usedMs(): { all: number; there: number; own: number } {
  const { user, system } = process.cpuUsage()
  const used = { all: 0, there: 0, own: (user + system) / 1_000 + (childrenCpuS() ?? 0) * 1_000 }
  for (const { times } of cpus()) {
    const busy = times.user + times.nice + times.sys + times.irq
    used.all += busy
    used.there += busy + times.idle
  }
  return used
}

/** Returns the CPU seconds of all ended processes that this one started, or null if not on Linux. */
export const childrenCpuS = (): number | null => (process.platform === 'linux' ? cpuMsOf('self').ended / 1_000 : null)
