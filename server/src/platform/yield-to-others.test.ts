import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

it.runIf(process.platform === 'linux')('a thread goes behind others, and its process stays where it was', async () => {
  const before = getPriority()
  const code = `
    import { readlinkSync } from 'node:fs'
    import { getPriority } from 'node:os'
    import { basename } from 'node:path'
    import { parentPort } from 'node:worker_threads'
    import { yieldToOthers } from ${JSON.stringify(import.meta.resolve('./yield-to-others.ts'))}
    yieldToOthers()
    parentPort.postMessage(getPriority(Number(basename(readlinkSync('/proc/thread-self')))))`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
  const told = await new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject))
  expect(told).toBeGreaterThan(before)
  expect(getPriority()).toBe(before)
})
