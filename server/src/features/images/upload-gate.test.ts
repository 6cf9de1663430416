import { expect, it } from 'vitest'
import { UploadGate } from './upload-gate.ts'

/** Holds a place until it is told to leave it. */
function enter(gate: UploadGate, userId: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { left: gate.pass(userId, () => promise), leave: () => resolve(userId) }
}

it('admits as many as fit, in order, and refuses more than may wait', async () => {
  const gate = new UploadGate({ uploads: 1, uploadsWaiting: 1, uploadWaitMs: 60_000 })
  const [first, second] = [enter(gate, 'a'), enter(gate, 'b')]
  await expect(gate.pass('b', async () => 'again')).rejects.toMatchObject({ code: 'IMAGE_UPLOADING' })
  await expect(gate.pass('c', async () => 'one too many')).rejects.toMatchObject({ code: 'IMAGE_BUSY' })
  first.leave()
  await first.left
  await expect(gate.pass('b', async () => 'again')).rejects.toMatchObject({ code: 'IMAGE_UPLOADING' })
  second.leave()
  expect([await first.left, await second.left]).toEqual(['a', 'b'])
})

it('bounds the wait, and gives back every place, also of work that fails', async () => {
  const gate = new UploadGate({ uploads: 1, uploadsWaiting: 1, uploadWaitMs: 0 })
  const inside = enter(gate, 'a')
  await expect(gate.pass('b', async () => 'late')).rejects.toMatchObject({ code: 'IMAGE_BUSY' })
  inside.leave()
  await inside.left
  await expect(gate.pass('b', async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await gate.pass('b', async () => 'in')).toBe('in')
})
