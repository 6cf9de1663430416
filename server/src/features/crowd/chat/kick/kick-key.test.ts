import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type SmallKick, startSmallKick } from '../../../../../../tests/server/small-kick.ts'
import { KickKey } from './kick-key.ts'
import { signedRequestOf } from './kick-signature.ts'

let kick: SmallKick
let nowMs = 0
beforeEach(async () => {
  nowMs = 0
  kick = await startSmallKick()
})
afterEach(() => kick.close())

const newKey = () => new KickKey({ apiUrl: kick.apiUrl, timeoutMs: 5_000, elapsedMs: () => nowMs })

/** Returns whether the key takes a request that is signed now. */
function takes(key: KickKey, body = randomUUID()) {
  const parts = signedRequestOf(kick.headers(body), Buffer.from(body))
  if (!parts) throw new Error('not of the form of Kick')
  return key.hasSigned(parts.signed, parts.signature)
}

it('is read once an hour, and once a minute when Kick may sign with another', async () => {
  const key = newKey()
  expect(await Promise.all([takes(key), takes(key)])).toEqual([true, true])
  kick.changeKey()
  nowMs += 59_000
  expect(await takes(key)).toBe(false)
  expect(kick.asked).toHaveLength(1)
  nowMs += 1_000
  expect(await Promise.all([takes(key), takes(key)])).toEqual([true, true])
  expect(kick.asked).toHaveLength(2)
  nowMs += 3_599_000
  expect(await takes(key)).toBe(true)
  expect(kick.asked).toHaveLength(2)
  nowMs += 1_000
  expect(await takes(key)).toBe(true)
  expect(kick.asked).toHaveLength(3)
})

it('goes on while Kick is silent, and is asked for again after seconds until it is known', async () => {
  const key = newKey()
  kick.refuses = 500
  await expect(takes(key)).rejects.toThrow('500')
  nowMs += 4_000
  await expect(takes(key)).rejects.toThrow('500')
  expect(kick.asked).toHaveLength(1)
  kick.refuses = null
  nowMs += 1_000
  expect(await takes(key)).toBe(true)
  kick.refuses = 500
  nowMs += 3_600_000
  expect(await takes(key)).toBe(true)
  kick.changeKey()
  nowMs += 60_000
  expect(await takes(key)).toBe(false)
})

it('is no key but an RSA key of enough bits', async () => {
  kick.changeKey(1_024)
  await expect(newKey().hasSigned(Buffer.from('a'), Buffer.from('b'))).rejects.toThrow('RSA')
})
