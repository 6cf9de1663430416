import { readFileSync } from 'node:fs'
import { RELAY_RULES } from '@aura/api/rules/relay'
import { keyId } from '@aura/contracts/signing/account'
import { encodeAbiParameters, encodeEventTopics, type Hex, numberToHex, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { type KeyEvent, keyEventOf, standingKeys } from './key-events.ts'

const ABI = parseAbi([
  'event KeyAdded(bytes32 indexed id, bytes key)',
  'event KeyLeaving(bytes32 indexed id, uint256 until)',
  'event KeyStays(bytes32 indexed id)',
])
const WALLET: Hex = `0x${'ab'.repeat(20)}`
const PASSKEY: Hex = `0x${'cd'.repeat(84)}`
const block = { number: 7, hash: '0x7', time: new Date('2026-03-02T12:00:00Z') }
const at = (hour: number) => new Date(block.time.getTime() + hour * 3_600_000)

const logOf = (eventName: 'KeyAdded' | 'KeyLeaving' | 'KeyStays', id: Hex, data: Hex) => ({
  address: `0x${'1'.repeat(40)}`,
  topics: encodeEventTopics({ abi: ABI, eventName, args: { id } }) as string[],
  data,
  block,
  txHash: '0xabc',
  logIndex: 3,
})
const bytes = (key: Hex) => encodeAbiParameters([{ type: 'bytes' }], [key])

it('reads what an account tells of its keys [settings.keys-list]', () => {
  expect(keyEventOf(logOf('KeyAdded', keyId(WALLET), bytes(WALLET)))).toMatchObject({ kind: 'added', key: WALLET })
  expect(keyEventOf(logOf('KeyAdded', keyId(PASSKEY), bytes(PASSKEY)))).toMatchObject({ key: PASSKEY, blockNumber: 7 })
  const until = numberToHex(at(48).getTime() / 1_000, { size: 32 })
  expect(keyEventOf(logOf('KeyLeaving', keyId(WALLET), until))).toMatchObject({ kind: 'leaving', until: at(48) })
  expect(keyEventOf(logOf('KeyStays', keyId(WALLET), '0x'))).toMatchObject({ kind: 'stays', until: null })
})

it('reads nothing of a log that no account writes', () => {
  for (const log of [
    logOf('KeyAdded', keyId(PASSKEY), bytes(WALLET)),
    logOf('KeyAdded', keyId('0xabcd'), bytes('0xabcd')),
    logOf('KeyAdded', keyId(WALLET), '0x1234'),
    logOf('KeyLeaving', keyId(WALLET), numberToHex(2n ** 255n, { size: 32 })),
    { ...logOf('KeyStays', keyId(WALLET), '0x'), topics: ['0x12'] },
  ]) {
    expect(keyEventOf(log)).toBeUndefined()
  }
})

it('a key signs from its addition until it left, and again if it was stopped or came back [settings.keys-list]', () => {
  const happened = (kind: KeyEvent['kind'], key: Hex, until: Date | null = null) => ({
    ...{ kind, keyId: keyId(key), key: kind === 'added' ? key : null, until, blockTime: block.time },
  })
  const [added, second] = [happened('added', PASSKEY), happened('added', WALLET)]
  const leaving = happened('leaving', PASSKEY, at(48))
  const keys = (events: ReturnType<typeof happened>[], hour: number) =>
    standingKeys(events, at(hour)).map(({ key, leavesAt }) => [key, leavesAt])
  expect(keys([added, second], 0)).toEqual([
    [PASSKEY, null],
    [WALLET, null],
  ])
  expect(keys([added, second, leaving], 47)).toEqual([
    [PASSKEY, at(48)],
    [WALLET, null],
  ])
  expect(keys([added, second, leaving], 48)).toEqual([[WALLET, null]])
  expect(keys([added, second, leaving, happened('stays', PASSKEY)], 50)[0]).toEqual([PASSKEY, null])
  expect(keys([added, second, leaving, added], 50)).toEqual([
    [WALLET, null],
    [PASSKEY, null],
  ])
  expect(keys([leaving], 0)).toEqual([])
})

it('the contract gives the notice that people are told [settings.keys-remove]', () => {
  const source = readFileSync(new URL('../../../../contracts/src/AuraAccount.sol', import.meta.url), 'utf8')
  expect(source).toContain(`NOTICE = ${RELAY_RULES.removalHours} hours;`)
})
