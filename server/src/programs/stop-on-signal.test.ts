import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const program = `
import { stopOnSignal } from ${JSON.stringify(join(import.meta.dirname, 'stop-on-signal.ts'))}
const stop = async () => process.stdout.write('stopped')
stopOnSignal(stop, { drainMs: 0 }, { exit: async (code) => process.exit(code) })
setInterval(() => {}, 60_000)
process.send('ready')`

it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'the end of its parent'] as const)(
  'stops and exits with 0 after %s',
  async (cause) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const ended = once(child, 'exit')
    const output = text(child.stdout as Readable)
    await once(child, 'message')
    if (cause === 'the end of its parent') child.disconnect()
    else child.kill(cause)
    expect(await ended).toEqual([0, null])
    expect(await output).toBe('stopped')
  },
)
