import type { ChildProcess } from 'node:child_process'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createImageEncoder, startDecoder } from './image-encoder.ts'

const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } })
  .png()
  .toBuffer()

/**
 * Returns an encoder. `started` resolves once the first picture was sent to its decoder, which can't have loaded yet.
 */
function encoderWithDecoders() {
  const decoders: ChildProcess[] = []
  const { promise: started, resolve } = Promise.withResolvers<ChildProcess>()
  const { encode, close } = createImageEncoder({ pixels: 1_000, encodeMs: 60_000, idleMs: 60_000 }, () => {
    const decoder = startDecoder()
    decoders.push(decoder)
    resolve(decoder)
    return decoder
  })
  return { decoders, started, close, encode: () => encode(picture, [8]) }
}

const UNAVAILABLE = { status: 'rejected', reason: { code: 'UNAVAILABLE' } }

it('refuses pictures under way, waiting and later once it is closed, and starts no decoder for them', async () => {
  const { decoders, started, encode, close } = encoderWithDecoders()
  const asked = Promise.allSettled([encode(), encode()])
  await started
  await close()
  expect(await asked).toMatchObject([UNAVAILABLE, UNAVAILABLE])
  await expect(encode()).rejects.toMatchObject(UNAVAILABLE.reason)
  expect(decoders).toHaveLength(1)
})

it.each([
  ['SIGKILL', 'UNAVAILABLE'],
  ['SIGTERM', 'UNAVAILABLE'],
  ['SIGINT', 'UNAVAILABLE'],
  ['SIGSEGV', 'IMAGE_UNREADABLE'],
] as const)('answers for a decoder that %s ended with %s, and encodes the next picture', async (signal, code) => {
  const { started, encode, close } = encoderWithDecoders()
  const asked = Promise.allSettled([encode(), encode()])
  ;(await started).kill(signal)
  expect(await asked).toMatchObject([{ status: 'rejected', reason: { code } }, { status: 'fulfilled' }])
  await close()
})
