import { expect, it } from 'vitest'
import { accountAddress, accountKey } from './account-address.ts'

/** As the factory at this address answered on the local chain; a test of the local chain asks it again. */
const FACTORY = '0x846b79bd07c73527674f3f0cbd6b3ae73a5f734b'
const POINT = Buffer.from(
  '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  'hex',
)

it('is what the factory computes, without asking it [access.passkey-address]', () => {
  expect(accountKey(FACTORY, POINT)).toBe(`0xc4c985e626f67eaf9f8b3a2922cb3123256a79d7${POINT.toString('hex')}`)
  expect(accountAddress(FACTORY, POINT)).toBe('0x2553f8e950844e0352cfa091b0fa8d583b9e6ae6')
})
