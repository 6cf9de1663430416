import { quantile } from './figures.ts'

/** Returns what a program was started with. */
export const given = <Start>(): Start => JSON.parse(process.argv[2] ?? '') as Start

/** Lets the process that started this program read these values and call these functions. Ends with that process. */
export function share(shared: Readonly<Record<string, unknown>>): void {
  process.on('message', async ({ id, name, values }: { id: number; name: string; values: unknown[] }) => {
    const result = await (shared[name] as (...values: unknown[]) => unknown)(...values)
    process.send?.({ id, result })
  })
  process.on('disconnect', () => process.exit(0))
  const functions = Object.keys(shared).filter((name) => typeof shared[name] === 'function')
  const constants = Object.fromEntries(Object.entries(shared).filter(([name]) => !functions.includes(name)))
  process.send?.({ id: 0, result: { constants, functions } })
}

const SAMPLE_MS = 5

/** Samples how late this process's event loop is. Returns a function for the p99 in ms since its last call. */
export function watchLoop(): () => number {
  const late: number[] = []
  let lastMs = performance.now()
  setInterval(() => {
    const nowMs = performance.now()
    late.push(Math.max(0, nowMs - lastMs - SAMPLE_MS))
    lastMs = nowMs
  }, SAMPLE_MS)
  return () => quantile(late.splice(0), 0.99) || 0
}

export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
