import type { Parts } from '#lib/parts'
import { receiptWords } from './receipt-words.ts'

const parts: Parts = {
  chainRecords: ['purchases', 'redemptions'],
  receipts: receiptWords,
  notifications: {
    steeze_update: { label: 'Steeze', note: 'A purchase is credited or reversed, a redemption is paid or runs out.' },
  },
}
export default parts
