import { expect, it } from 'vitest'
import { accountAddress, accountKey } from './account-address.ts'

/** The factory of the local chain, whose tests ask it. */
const FACTORY = '0x846b79bd07c73527674f3f0cbd6b3ae73a5f734b'
const POINT = Buffer.from(
  '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  'hex',
)

it('is what the factory computes, without asking it [access.passkey-address]', () => {
  expect(accountKey(FACTORY, POINT)).toBe(`0xc4c985e626f67eaf9f8b3a2922cb3123256a79d7${POINT.toString('hex')}`)
  expect(accountAddress(FACTORY, POINT)).toBe('0x6d64eea9e93d159c2eec4fb68c961b40c610dc5f')
})
