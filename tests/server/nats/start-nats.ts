import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { randomFreePort } from '../../../tools/processes/free-port.ts'
import { accepts } from '../database/pgbouncer.ts'
import { type NatsServer, startSmallNats } from './small-nats.ts'

export { randomFreePort }

/** `npm run test:all -- nats` sets it to use the real NATS instead of the tests' small one. */
const IS_REAL = process.env.AURA_TEST_NATS === 'nats-server'
const PROGRAM = 'nats-server'
const STARTED_WITHIN_MS = 10_000

/** Starts NATS. Throws if the real one is wanted and not installed. */
export const startNats = (): Promise<NatsServer> => (IS_REAL ? startNatsServer() : startSmallNats())

async function startNatsServer(): Promise<NatsServer> {
  const port = await randomFreePort()
  let child = await started(port)
  const cut = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    cut,
    async restart() {
      child = await started(port)
    },
    stop: cut,
  }
}

async function started(port: number): Promise<ChildProcess> {
  const child = spawn(PROGRAM, ['--addr', '127.0.0.1', '--port', String(port)], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: 'ignore',
  })
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  for (const untilMs = performance.now() + STARTED_WITHIN_MS; performance.now() < untilMs; await pause(20)) {
    if (failure || child.exitCode !== null) break
    if (await accepts(port)) return child
  }
  child.kill('SIGKILL')
  throw new Error(`nats-server did not start (Debian: apt-get install nats-server): ${failure?.message ?? 'no port'}`)
}
