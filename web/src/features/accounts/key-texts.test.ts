import type { AccountKey } from '@aura/api/calls/accounts'
import { expect, it } from 'vitest'
import { timesIn } from '#lib/time/times'
import { keptBecause, keyName, keyNote, stayingKeys } from './key-texts.ts'

const PHONE: AccountKey = {
  id: '0x1',
  walletAddress: null,
  passkeyId: '00000000-0000-4000-8000-000000000001',
  name: 'Chrome on Android',
  addedAt: '2026-03-02T12:00:00Z',
  leavesAt: null,
}
const LAPTOP: AccountKey = { ...PHONE, id: '0x2', passkeyId: '00000000-0000-4000-8000-000000000002', name: 'Laptop' }
const WALLET: AccountKey = {
  ...PHONE,
  ...{ id: '0x3', passkeyId: null, name: null, walletAddress: '0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD' },
}
const UNKNOWN: AccountKey = { ...PHONE, id: '0x4', passkeyId: null, name: null }
const leaving = (key: AccountKey): AccountKey => ({ ...key, leavesAt: '2026-03-04T12:00:00Z' })

it('names a key by its passkey or address, and says when it leaves [settings.keys-list]', () => {
  const times = timesIn('UTC')
  expect([PHONE, WALLET, UNKNOWN].map(keyName)).toEqual([
    'Chrome on Android',
    'Wallet 0xABcd...abCD',
    'A passkey Aura doesn’t know',
  ])
  expect(keyNote(leaving(PHONE), times)).toBe('Stops signing on 4 Mar 2026, 12:00 unless one of your keys keeps it.')
  expect(keyNote(WALLET, times)).toContain('An ordinary wallet')
  expect(keyNote(UNKNOWN, times)).toContain('move your USDC out')
  expect(keyNote({ ...PHONE, addedAt: null }, times)).toBe('A passkey of yours.')
})

it('counts no key that is leaving [settings.keys-list]', () => {
  expect(stayingKeys([PHONE, leaving(LAPTOP)])).toEqual([PHONE])
})

it('keeps the last key, and the last passkey that signs here [settings.keys-remove]', () => {
  expect(keptBecause(PHONE, [PHONE])).toContain('only key')
  expect(keptBecause(PHONE, [PHONE, leaving(LAPTOP)])).toContain('only key')
  expect(keptBecause(PHONE, [PHONE, WALLET, UNKNOWN, leaving(LAPTOP)])).toContain('last passkey')
  expect(keptBecause(WALLET, [PHONE, WALLET])).toBeNull()
  expect(keptBecause(UNKNOWN, [PHONE, UNKNOWN])).toBeNull()
  expect(keptBecause(PHONE, [PHONE, LAPTOP])).toBeNull()
})
