import { VOUCH_RULES } from '@aura/api/rules/vouching'
import type { Parts } from '#lib/parts'

const both = {
  credited: 'Credited',
  rate: ({ multiplier }: { multiplier: string | null }) => ({
    value: `${multiplier ?? '1.0'}x`,
    unit: `${VOUCH_RULES.apPerUsdc} AP per USDC`,
  }),
  contract: 'Vouch contract',
  unawarded: 'No Aura Points were awarded for this vouch.',
}

export const receiptWords = {
  vouch_given: {
    ...both,
    name: 'Vouched',
    title: (other) => `USDC, vouched for ${other}`,
    sign: '−',
    paid: 'You gave',
    sender: 'your wallet',
    receiver: 'their wallet',
    awarded: 'They were awarded',
  },
  vouch_received: {
    ...both,
    name: 'Received',
    title: (other) => `USDC, vouched by ${other}`,
    sign: '+',
    paid: 'You received',
    sender: 'their wallet',
    receiver: 'your wallet',
    awarded: 'You were awarded',
  },
} as const satisfies Parts['receipts']
