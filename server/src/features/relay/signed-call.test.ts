import type { RelayedAccountCall, RelayedPayment } from '@aura/api/calls/relay'
import { auraAccountAbi, auraAccountFactoryAbi, auraVouchAbi, steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import { decodeFunctionData, getAddress, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { purposeOf, signedCall } from './signed-call.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const place = {
  chainId: 8_453,
  contracts: { usdc: address('a'), vouch: address('b'), steeze: address('c') },
  accountFactory: address('d'),
  wallet: address('1'),
  vouchTarget: address('2'),
}
const salt: Hex = `0x${'ab'.repeat(32)}`
const signed = { validBefore: 1_000, salt, signature: '0x1234' }
const vouch: RelayedPayment = { purpose: 'vouch', vouchedUserId: 'not on chain', usdc: 7, ...signed }
const buy: RelayedPayment = { purpose: 'buy', steeze: 35, ...signed }
const withdrawal: RelayedPayment = { purpose: 'withdraw', limit: 12, deadline: 2_000, signature: '0x5678' }
const execution = (call: RelayedAccountCall): RelayedPayment => ({
  ...{ purpose: 'execute', call, nonce: salt, deadline: 2_000, signature: '0x9abc' },
})
const sending: RelayedAccountCall = { kind: 'send-usdc', to: address('3'), usdcMicros: 2_500_000 }

it('is what the contract takes, with the amounts in micro-USDC and the wallet of the caller', () => {
  const vouched = signedCall(vouch, place)
  expect(vouched).toMatchObject({ target: place.contracts.vouch, until: 1_000 })
  expect(decodeFunctionData({ abi: auraVouchAbi, data: vouched.data })).toEqual({
    functionName: 'vouchWithAuthorization',
    args: [getAddress(place.wallet), getAddress(place.vouchTarget), 7_000_000n, 1_000n, salt, '0x1234'],
  })
  const bought = signedCall(buy, place)
  expect(bought.target).toBe(place.contracts.steeze)
  expect(decodeFunctionData({ abi: steezeStackAbi, data: bought.data })).toEqual({
    functionName: 'buySteezeWithAuthorization',
    args: [getAddress(place.wallet), 3_500_000n, 1_000n, salt, '0x1234'],
  })
  const withdrawn = signedCall(withdrawal, place)
  expect(withdrawn).toMatchObject({ target: place.contracts.steeze, until: 2_000 })
  expect(decodeFunctionData({ abi: steezeStackAbi, data: withdrawn.data })).toEqual({
    functionName: 'withdrawSteezeFor',
    args: [getAddress(place.wallet), 12n, 2_000n, '0x5678'],
  })
})

it('is one call of the account, of USDC or of itself, without value [relay.execute]', () => {
  const key = address('4')
  const cases: [RelayedAccountCall, Hex, readonly unknown[]][] = [
    [sending, place.contracts.usdc, ['transfer', getAddress(address('3')), 2_500_000n]],
    [{ kind: 'add-key', key }, place.wallet, ['addKey', key]],
    [{ kind: 'remove-key', keyId: salt }, place.wallet, ['removeKey', salt]],
    [{ kind: 'keep-key', keyId: salt }, place.wallet, ['keepKey', salt]],
  ]
  for (const [call, to, expected] of cases) {
    const { target, data, until } = signedCall(execution(call), place)
    expect([target, until]).toEqual([place.wallet, 2_000])
    const { args } = decodeFunctionData({ abi: auraAccountAbi, data })
    const [calls, ...rest] = args as [{ to: Hex; value: bigint; data: Hex }[], bigint, bigint, Hex]
    expect(rest).toEqual([BigInt(salt), 2_000n, '0x9abc'])
    expect(calls).toEqual([{ to: getAddress(to), value: 0n, data: expect.any(String) }])
    const inner = decodeFunctionData({ abi: [...auraAccountAbi, ...usdcAbi], data: calls[0]?.data as Hex })
    expect([inner.functionName, ...(inner.args as readonly unknown[])]).toEqual(expected)
  }
  expect([sending, { kind: 'keep-key', keyId: salt } as const].map((call) => purposeOf(execution(call)))).toEqual([
    'send',
    'keys',
  ])
})

it('goes through the factory with the first key of an account, if there is a factory', () => {
  const accountKey: Hex = `0x${'ef'.repeat(84)}`
  const direct = signedCall(buy, place)
  const made = signedCall({ ...buy, accountKey }, place)
  expect(made).toMatchObject({ target: place.accountFactory, intent: direct.intent, until: 1_000 })
  expect(decodeFunctionData({ abi: auraAccountFactoryAbi, data: made.data })).toEqual({
    functionName: 'createAndCall',
    args: [accountKey, getAddress(direct.target), direct.data],
  })
  expect(signedCall({ ...buy, accountKey }, { ...place, accountFactory: null })).toEqual(direct)
})

it('is the same intent however it is signed or written, and another one for anything else', () => {
  const intentOf = (payment: RelayedPayment, change: Partial<typeof place> = {}) =>
    signedCall(payment, { ...place, ...change }).intent
  const same = intentOf(vouch)
  const upper = `0x${'AB'.repeat(32)}`
  expect(intentOf({ ...vouch, signature: '0x99', validBefore: 5, salt: upper, usdc: 9 } as RelayedPayment)).toBe(same)
  const others = [
    intentOf(buy),
    intentOf(withdrawal),
    intentOf({ ...withdrawal, limit: 13 } as RelayedPayment),
    intentOf({ ...withdrawal, deadline: 3_000 } as RelayedPayment),
    intentOf({ ...vouch, salt: `0x${'cd'.repeat(32)}` } as RelayedPayment),
    intentOf(vouch, { wallet: address('3') }),
    intentOf(vouch, { vouchTarget: address('3') }),
    intentOf(vouch, { chainId: 1 }),
    intentOf(execution(sending)),
    intentOf(execution(sending), { wallet: address('3') }),
  ]
  expect(new Set([same, ...others]).size).toBe(others.length + 1)
})
