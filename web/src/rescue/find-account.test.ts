import { auraAccountAbi } from '@aura/contracts/abi'
import { accountAddress, accountCode, keyId, passkeyOf } from '@aura/contracts/signing/account'
import { encodeFunctionData, type Hex, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { createPasskey } from '../../../tests/server/chain/passkey.ts'
import { findAccounts, keysOf, type Place, readAccount, requireNetwork } from './find-account.ts'
import { type Node, RescueError } from './node.ts'
import { handingInFrom, prepareSending } from './sending.ts'

const place: Place = { chainId: 8_453, factory: `0x${'fa'.repeat(20)}`, usdc: `0x${'cd'.repeat(20)}` }
const challenge = (byte: string): Hex => `0x${byte.repeat(32)}`
const TRUE = numberToHex(1, { size: 32 })
const IS_KEY = encodeFunctionData({ abi: auraAccountAbi, functionName: 'isKey', args: ['0x'] }).slice(0, 10)

interface Said {
  code?: Record<string, Hex>
  usdc?: Hex
  ether?: Hex
  isKey?: Hex
  logs?: unknown
  chainId?: Hex
}

/** A node that says what a test wants. */
function nodeSaying({
  code = {},
  usdc = TRUE,
  ether = '0x0',
  isKey = TRUE,
  logs = [],
  chainId = '0x2105',
}: Said): Node {
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const [first] = params
    if (method === 'eth_getCode') return code[String(first)] ?? '0x'
    if (method === 'eth_getBalance') return ether
    if (method === 'eth_getLogs') return logs
    if (method === 'eth_chainId') return chainId
    return (first as { data: string }).data.startsWith(IS_KEY) ? isKey : usdc
  }
  return { ask, hex: async (method, params) => (await ask(method, params)) as Hex }
}

const NOTHING = { usdc: numberToHex(0, { size: 32 }) }

describe('the key of a passkey', () => {
  it('is one of few that fit a signature, and the one that fits two [accounts.rescue-passkey]', () => {
    for (let round = 0; round < 20; round++) {
      const passkey = createPasskey()
      const key = passkeyOf(place.factory, passkey)
      const first = keysOf(place.factory, passkey.sign(challenge('01')))
      expect(first.length).toBeLessThanOrEqual(4)
      expect(first).toContain(key)
      const second = keysOf(place.factory, passkey.sign(challenge('02')))
      expect(first.filter((each) => second.includes(each))).toEqual([key])
    }
  })

  it('leads to the account that holds something, also before it is made, and to an empty one only if certain', async () => {
    const passkey = createPasskey()
    const key = passkeyOf(place.factory, passkey)
    const account = accountAddress(place.factory, key)
    expect(await findAccounts(nodeSaying({}), place, [key])).toEqual([
      { account, key, isDeployed: false, usdcMicros: 1n, wei: 0n },
    ])
    const keys = keysOf(place.factory, passkey.sign(challenge('01')))
    expect(await findAccounts(nodeSaying(NOTHING), place, keys)).toEqual([])
    expect(await findAccounts(nodeSaying(NOTHING), place, [key])).toMatchObject([{ account, usdcMicros: 0n }])
  })
})

describe('a node', () => {
  const passkey = createPasskey()
  const key = passkeyOf(place.factory, passkey)
  const account = accountAddress(place.factory, key)
  const wallet: Hex = `0x${'a1'.repeat(20)}`
  const deployed = { [account]: accountCode(place.factory) }

  it('of another network is refused [accounts.rescue-node]', async () => {
    await expect(requireNetwork(nodeSaying({ chainId: '0x1' }), 8_453)).rejects.toThrow('another network')
    await expect(requireNetwork(nodeSaying({}), 8_453)).resolves.toBeUndefined()
  })

  it('finds accounts to which a key was added, and can name no others [accounts.rescue-node]', async () => {
    const named = (address: string, id: Hex = keyId(wallet)) => ({ address, topics: ['0x', id] })
    const other = `0x${'b2'.repeat(20)}`
    const logs = [named(account), named(account), named(other), named('0x1'), named(account, keyId(key)), null, 7]
    const lying = nodeSaying({ ...NOTHING, code: { ...deployed, [other]: '0x60' }, logs })
    expect(await findAccounts(lying, place, [wallet])).toMatchObject([{ account, key: wallet, isDeployed: true }])
    expect(await findAccounts(nodeSaying({ ...NOTHING, logs: 'many' }), place, [wallet])).toHaveLength(1)
  })

  it.each<[string, Said, Hex, string]>([
    ['other code', { code: { [account]: '0x60' } }, key, 'no passkey account of this Aura'],
    [
      'a key that was removed',
      { code: deployed, isKey: numberToHex(0, { size: 32 }) },
      key,
      'doesn’t sign for that account',
    ],
    ['a key that is no first one', {}, wallet, 'isn’t the first key'],
    ['no USDC', { usdc: '0x' }, key, 'There is no USDC'],
    ['an answer of the wrong form', { code: deployed, isKey: '0x' }, key, 'can’t be read'],
  ])('that says %s ends with a sentence [accounts.rescue-node]', async (_what, said, by, sentence) => {
    const read = readAccount(nodeSaying(said), place, account, by)
    await expect(read).rejects.toThrow(RescueError)
    await expect(read).rejects.toThrow(sentence)
  })
})

describe('what is signed', () => {
  const key = passkeyOf(place.factory, createPasskey())
  const found = {
    account: accountAddress(place.factory, key),
    key,
    isDeployed: false,
    usdcMicros: 5_000_000n,
    wei: 10n ** 18n,
  }
  const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const prepare = (typed: Partial<{ to: string; usdc: string; eth: string }>) =>
    prepareSending(found, place, { to, usdc: '', eth: '', ...typed }, 1_700_000_000_000)

  it('sends the amounts as typed, to the address as typed, within a day [accounts.rescue-checks]', () => {
    const { signed, micros, wei } = prepare({ usdc: '4.000001', eth: '0.5' })
    expect([micros, wei, signed.deadline]).toEqual([4_000_001n, 5n * 10n ** 17n, 1_700_086_400])
    expect(signed.calls.map((call) => [call.to, call.value])).toEqual([
      [place.usdc, 0n],
      [to.toLowerCase(), 5n * 10n ** 17n],
    ])
    expect(signed.nonce).not.toBe(prepare({ usdc: '1' }).signed.nonce)
  })

  it.each([
    [{ usdc: '5.000001' }, 'holds less'],
    [{ eth: '1.000000000000000001' }, 'holds less'],
    [{ usdc: '1,5' }, 'enter a number'],
    [{ usdc: '1.0000001' }, 'enter a number'],
    [{ usdc: '-1' }, 'enter a number'],
    [{}, 'Enter how much'],
    [{ usdc: '0', eth: '0.0' }, 'Enter how much'],
    [{ usdc: '1', to: to.toUpperCase() }, '0x and 40 digits'],
    [{ usdc: '1', to: to.replace('C8', 'c8') }, '0x and 40 digits'],
    [{ usdc: '1', to: found.account }, 'nobody could use'],
    [{ usdc: '1', to: `0x${'0'.repeat(40)}` }, 'nobody could use'],
    [{ usdc: '1', to: place.factory }, 'nobody could use'],
  ])('is refused with what to correct: %j [accounts.rescue-checks]', (typed, sentence) => {
    expect(() => prepare(typed)).toThrow(sentence)
  })

  it('goes through the factory for a first key, and to the account for another [accounts.rescue-file]', () => {
    const { signed } = prepare({ usdc: '1' })
    expect(handingInFrom(found, place, signed, '0x00').to).toBe(place.factory)
    expect(handingInFrom({ ...found, key: `0x${'a1'.repeat(20)}` }, place, signed, '0x00').to).toBe(found.account)
  })
})
