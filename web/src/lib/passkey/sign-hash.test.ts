import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { Authenticator } from '../../../../tests/server/actors/authenticator.ts'
import { stubPasskeys } from '../../dev/stub-passkeys.ts'
import { PasskeyError, type PasskeyFailure } from './passkey-error.ts'
import { signHash } from './sign-hash.ts'

const HASH = `0x${'a1'.repeat(31)}ff` as const
const ORIGIN = 'https://aura.example'

afterEach(() => vi.unstubAllGlobals())

function deviceWithTwo() {
  const device = new Authenticator(ORIGIN)
  const keys = [1, 2].map(() => {
    const made = { ...device.newKey('aura.example'), userHandle: 'AAAA' }
    device.keys.push(made)
    return { credentialId: made.id, transports: ['internal'], key: `0x${made.point.toString('hex')}` }
  })
  return { device, keys }
}

it('has one of the keys sign the hash itself, and says which', async () => {
  const { device, keys } = deviceWithTwo()
  stubPasskeys(device)
  const [first] = keys
  if (!first) throw new Error('no key')
  const signed = await signHash(HASH, [first])
  expect(signed.signedBy).toBe(first)
  const { challenge } = JSON.parse(Buffer.from(signed.clientDataJSON).toString())
  expect(Buffer.from(challenge, 'base64url').toString('hex')).toBe(HASH.slice(2))
  const data = Buffer.concat([signed.authenticatorData, createHash('sha256').update(signed.clientDataJSON).digest()])
  const privateKey = device.keys[0]?.privateKey
  if (!privateKey) throw new Error('no key')
  expect(verify('sha256', data, createPublicKey(privateKey), signed.signature)).toBe(true)
  expect((await signHash(HASH, keys)).signedBy).toBe(keys[1])
})

it.each<[string, PasskeyFailure]>([
  ['NotAllowedError', 'DECLINED'],
  ['AbortError', 'ABORTED'],
  ['SecurityError', 'UNSUPPORTED'],
  ['UnknownError', 'FAILED'],
])('says why there is no signature: %s is %s', async (name, reason) => {
  const { device, keys } = deviceWithTwo()
  stubPasskeys(device, name)
  const failure = await signHash(HASH, keys).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PasskeyError)
  expect(failure).toMatchObject({ reason })
})

it('refuses a passkey that was not asked for, a browser without passkeys, and other than 32 bytes', async () => {
  const { device, keys } = deviceWithTwo()
  await expect(signHash(HASH, keys)).rejects.toMatchObject({ reason: 'UNSUPPORTED' })
  stubPasskeys(device)
  vi.spyOn(device, 'get').mockImplementation((options) =>
    Authenticator.prototype.get.call(device, { ...options, allowCredentials: [] }),
  )
  await expect(signHash(HASH, keys.slice(0, 1))).rejects.toMatchObject({ reason: 'FAILED' })
  await expect(signHash('0x00', keys)).rejects.toThrow('32 bytes')
})
