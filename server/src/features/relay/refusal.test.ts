import { auraAccountAbi, auraVouchAbi, steezeStackAbi } from '@aura/contracts/abi'
import { encodeErrorResult, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { refusalOf } from './refusal.ts'

const text = (reason: string) =>
  encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: [reason] })

it.each([
  ['Pausable: paused', 'usdc-paused'],
  ['Blacklistable: account is blacklisted', 'usdc-blocked'],
  ['ERC20: transfer amount exceeds balance', 'balance'],
  ['FiatTokenV2: authorization is expired', 'expired'],
  ['FiatTokenV2: authorization is used or canceled', 'used'],
  ['FiatTokenV2: invalid signature', 'signature'],
  ["ECRecover: invalid signature 's' value", 'signature'],
  ['something new', 'reverts'],
])('of USDC that says "%s" is %s [relay.refused]', (reason, expected) => {
  expect(refusalOf(text(reason)).reason).toBe(expected)
})

it('of our contracts is named, with a sentence of its own [relay.refused]', () => {
  const abi = [...auraVouchAbi, ...steezeStackAbi, ...auraAccountAbi]
  const named = (errorName: string, args: readonly unknown[] = []) =>
    refusalOf(encodeErrorResult({ abi, errorName, args } as never))
  expect(named('AbovePairCap', [30_000_000n])).toEqual({
    reason: 'pair-cap',
    message: 'You can vouch 30 USDC more for this person.',
  })
  expect(named('EnforcedPause').reason).toBe('paused')
  expect(named('LimitExpired', [1n]).reason).toBe('expired')
  expect(named('AboveDailyCap', [1n]).reason).toBe('day-cap')
  expect(named('NonceUsed', [1n]).reason).toBe('used')
  expect(named('LastKey').reason).toBe('last-key')
  expect(named('SafeERC20FailedOperation', [`0x${'1'.repeat(40)}`]).reason).toBe('reverts')
})

it('is general where the node does not say why, or says nonsense', () => {
  for (const data of [null, '0x', '0x12345678', 'nonsense']) expect(refusalOf(data).reason).toBe('reverts')
})
