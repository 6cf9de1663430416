import { expect, it } from 'vitest'
import { entryOf } from './add-wallet.tsx'

it('a blank note is omitted from the request, and another is trimmed [admin.add-note]', () => {
  expect(entryOf('0x1', ' \n')).toEqual({ walletAddress: '0x1' })
  expect(entryOf('0x1', ' A founder ')).toEqual({ walletAddress: '0x1', note: 'A founder' })
})
