import { describe, expect, it } from 'vitest'
import { shortAddress, shortHash, WALLET_ADDRESS_PATTERN } from './ids.ts'

const ADDRESS = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

describe('a wallet address', () => {
  it('is shown by its first six and last four characters [frame.const-address-shortened]', () => {
    expect(shortAddress(ADDRESS)).toBe('0x8335...2913')
  })

  it('and a transaction by the first ten and last eight of its hash [frame.const-hash-shortened]', () => {
    expect(shortHash(`0x${'12345678'.repeat(8)}`)).toBe('0x12345678...12345678')
    expect(shortHash(`0xabcdefgh${'0'.repeat(48)}stuvwxyz`)).toBe('0xabcdefgh...stuvwxyz')
  })

  it.each([ADDRESS, ADDRESS.toLowerCase(), `0x${'0'.repeat(40)}`])('may be written %s', (text) => {
    expect(text).toMatch(WALLET_ADDRESS_PATTERN)
  })

  it.each([
    '',
    '0x',
    ADDRESS.slice(2),
    ADDRESS.slice(0, -1),
    `${ADDRESS}0`,
    `0X${ADDRESS.slice(2)}`,
    ` ${ADDRESS}`,
    `${ADDRESS}\n`,
    `0x${'g'.repeat(40)}`,
  ])('may not be written %j', (text) => {
    expect(text).not.toMatch(WALLET_ADDRESS_PATTERN)
  })
})
