import { readFileSync } from 'node:fs'

/** Length of a tick in `/proc`, which Linux fixes at a hundredth of a second. */
const TICK_MS = 10

/** CPU time in milliseconds of a process, its living children and those that have ended. Only on Linux. */
export function familyCpuMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const [own = 0, ended = 0] = cpuTicks(pid)
  return (own + ended + children.reduce((sum, child) => sum + (cpuTicks(Number(child))[0] ?? 0), 0)) * TICK_MS
}

/** Own ticks and those of ended children; zeros when the process has just ended. */
function cpuTicks(pid: number): number[] {
  try {
    // The name in parentheses may hold spaces. The fields after it begin with the state, the third of all.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return [user + system, endedUser + endedSystem]
  } catch {
    return [0, 0]
  }
}
