import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { forkSandboxed } from '../sandbox.ts'
import { startDecoder } from './image-encoder.ts'

const started: ChildProcess[] = []
afterEach(async () => {
  for (const child of started.splice(0)) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
})

async function ask<T>(child: ChildProcess, message: object): Promise<T> {
  started.push(child)
  const reply = new Promise<T>((resolve, reject) => {
    child.once('message', (said: T) => resolve(said))
    child.once('exit', (code) => reject(new Error(`it ended (${code})`)))
  })
  child.send(message)
  return reply
}

describe('the process that decodes images', () => {
  it('reads no file but its own, writes none, starts nothing, and finds no environment', async () => {
    const probe = forkSandboxed(new URL('../../../../tests/server/sandbox/probe.ts', import.meta.url), {
      packages: ['sharp'],
      isNative: true,
    })
    const { outcomes, environment, own } = await ask<{
      outcomes: Record<string, string>
      environment: Record<string, string>
      own: boolean
    }>(probe, {})
    expect(Object.keys(outcomes).length).toBeGreaterThan(15)
    expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'ERR_ACCESS_DENIED')).toEqual([])
    expect([environment, own]).toEqual([{}, true])
  })

  it('is started with the permissions it needs and no others, and decodes', async () => {
    const decoder = startDecoder()
    expect(decoder.spawnargs).toContain('--permission')
    const allowed = decoder.spawnargs.filter((argument) => argument.startsWith('--allow-'))
    const reads = allowed.filter((argument) => argument.startsWith('--allow-fs-read='))
    expect(allowed.filter((argument) => !reads.includes(argument))).toEqual(['--allow-addons'])
    // Its own folder and whole packages are readable, but no parent folder.
    for (const read of reads)
      expect(read).toMatch(/server\/package\.json$|platform\/images\/\*$|node_modules\/(?:@[^/]+\/)?[^/*]+\/\*$/)
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } })
      .png()
      .toBuffer()
    const { images } = await ask<{ images: Uint8Array[] }>(decoder, { bytes, pixels: 1_000, sides: [8] })
    expect(images).toHaveLength(1)
  })
})
