import { readFileSync } from 'node:fs'

/** Length of a tick in `/proc`, which Linux fixes at a hundredth of a second. */
const TICK_MS = 10

/** Returns the CPU milliseconds of a process and of its ended children. Throws if it has ended, and except on Linux. */
export function cpuMsOf(pid: number | 'self'): { own: number; ended: number } {
  // proc(5): these are the 14th to 17th field; the second may contain spaces and ends with a bracket.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS }
}
