import type { Parts } from '#lib/parts'

const parts: Parts = {
  chainRecords: ['purchases', 'redemptions'],
  notifications: {
    steeze_update: { label: 'Steeze', note: 'A purchase is credited or reversed, a redemption is paid or runs out.' },
  },
}
export default parts
