import { expect, it } from 'vitest'
import { receiptsCsv } from './receipts-csv.ts'

const receipt = {
  id: '7',
  kind: 'purchase',
  usdc: 12.5,
  steeze: 125,
  aura: null,
  other: null,
  transactionHash: '0xab',
  createdAt: '2025-11-20T14:02:11.000Z',
  status: 'completed',
} as const

it('is a line a receipt, empty where there is nothing', () => {
  expect(receiptsCsv([receipt])).toBe(
    'receipt,time_utc,kind,status,usdc,steeze,aura_points,with,transaction\r\n' +
      '2025-000007,2025-11-20T14:02:11.000Z,purchase,completed,12.5,125,,,0xab\r\n',
  )
  expect(receiptsCsv([]).split('\r\n').length).toBe(2)
})

it('lets no text out of its cell, nor become a formula', () => {
  const named = (username: string) =>
    receiptsCsv([{ ...receipt, kind: 'vouch_given', other: { id: '', username } }]).split('\r\n')[1]
  expect(named('a,"b"')).toContain(',"a,""b""",')
  expect(named('=1+1')).toContain(",'=1+1,")
})
