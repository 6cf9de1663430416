import type { ChildProcess } from 'node:child_process'
import { forkSandboxed } from '#platform/sandbox'
import type { SignerOrder, SignerReport, SignerStart } from './signer-messages.ts'

/** Holds the key in place of the server: starts the signing process, relays messages and restarts it. */

const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 30_000
/** A process that ran this long did not fail at startup. */
const STEADY_MS = 60_000

let signer: ChildProcess | undefined
let failures = 0

const report = (message: SignerReport) => process.send?.(message)

function run(start: SignerStart): void {
  const startedAtMs = performance.now()
  const started = forkSandboxed(new URL('./signer-process.ts', import.meta.url), {
    packages: ['viem', '@aura/api', '@aura/contracts'],
    folders: [new URL('../../../platform/', import.meta.url)],
    writable: start.directory,
    extraCaCerts: start.extraCaCerts,
  })
  signer = started
  started.on('message', (message) => process.send?.(message))
  let isOver = false
  const onEnd = () => {
    if (isOver) return
    isOver = true
    signer = undefined
    failures = performance.now() - startedAtMs > STEADY_MS ? 1 : failures + 1
    const retryMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))
    report({ type: 'ended', retryMs })
    setTimeout(() => run(start), retryMs)
  }
  started.on('exit', onEnd).on('error', onEnd)
  started.send(start)
}

process.on('message', (message: SignerStart | SignerOrder) => {
  if (!('op' in message)) run(message)
  else if (signer?.connected) signer.send(message)
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))
