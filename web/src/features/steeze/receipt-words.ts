import type { Parts } from '#lib/parts'

const rate = (of: number, to: number) => String(to === 0 ? 0 : Math.round((of / to) * 10_000) / 10_000)
const side = { contract: 'Steeze contract', sender: 'your wallet' }

export const receiptWords = {
  purchase: {
    ...side,
    name: 'Bought',
    title: () => 'Steeze, bought',
    sign: '+',
    paid: 'You paid',
    credited: 'Credited',
    rate: ({ steeze, usdc }) => ({ value: rate(steeze ?? 0, usdc), unit: 'Steeze per USDC' }),
  },
  redeem: {
    ...side,
    name: 'Redeemed',
    title: () => 'Steeze, redeemed',
    sign: '−',
    paid: 'You received',
    credited: 'Settled',
    rate: ({ steeze, usdc }) => ({ value: rate(usdc, steeze ?? 0), unit: 'USDC per Steeze' }),
  },
} as const satisfies Parts['receipts']
