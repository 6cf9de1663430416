import type { ReviewedRedemption } from '../../../../api/src/calls/moderation/redemption-desk.ts'
import type { Receipt, ReceiptKind } from '../../../../api/src/calls/receipts.ts'
import type { RedemptionReview } from '../../../../api/src/calls/steeze.ts'
import type { Answer } from '../../../../api/src/calls.ts'

const HASH = `0x${'8f2c91d4a6b03e77'.repeat(4)}`
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const CONTRACT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const AT = '2026-03-02T11:58:07.000Z'
const LONGEST = { id: '11111111-1111-4111-8111-111111111111', username: 'wwwwwwwwwwwwwwwwwwww' }
const KINDS: readonly ReceiptKind[] = ['purchase', 'redeem', 'vouch_given', 'vouch_received']

/** A receipt of every kind, with the largest amounts. */
export const manyReceipts: Answer<'GET /api/receipts'> = {
  receipts: Array.from({ length: 20 }, (_, i) => {
    const kind = KINDS[i % KINDS.length] ?? 'purchase'
    const isVouch = kind.startsWith('vouch')
    return {
      id: String(12_345_678 - i),
      kind,
      usdc: 98_765_432.1,
      steeze: isVouch ? null : 987_654_321,
      aura: isVouch ? 3_000 : null,
      other: isVouch ? LONGEST : null,
      transactionHash: HASH,
      createdAt: AT,
      status: kind === 'redeem' && i < KINDS.length ? 'confirming' : 'completed',
    }
  }),
  next: '7',
}

const balance = 1_234_567_890
export const hugeReceipt: Receipt = {
  id: '7',
  kind: 'purchase',
  usdc: 98_765_432.1,
  steeze: 987_654_321,
  aura: null,
  other: null,
  transactionHash: HASH,
  createdAt: AT,
  status: 'completed',
  chainId: 31_337,
  block: { number: 138_412_774, logIndex: 1_204 },
  walletAddress: WALLET,
  contractAddress: CONTRACT,
  targetAddress: null,
  multiplier: null,
  countedUsdc: null,
  auraCapped: null,
  transfers: [
    {
      number: 18_204_991,
      key: `steeze-purchase/8453/${HASH}/1204/1`,
      kind: 'steeze_purchase',
      currency: 'STEEZE',
      amount: 987_654_321,
      createdAt: AT,
      from: { account: 'steeze_chain', owner: 'system', username: null, balance: null },
      to: { account: 'steeze_purchased', owner: 'me', username: null, balance },
    },
  ],
}

const ledger = { purchased: 1_000_000_000, earned: 200_000_000, held: 30_000_000, inBattles: 4_000_000 }
const DAY_MS = 86_400_000
/** Too little USDC, and a ledger that disagrees. */
export const shortReserves: Answer<'GET /api/reserves'> = {
  block: { number: 138_412_907, time: AT },
  chain: { id: 31_337, name: 'Aura Local' },
  contractAddress: CONTRACT,
  usdcAddress: WALLET,
  usdcHeld: 80_000_000,
  usdcRequired: 86_419_752.3,
  cover: 80_000_000 / 86_419_752.3,
  steezeOutstanding: 1_234_567_890,
  ledger: { ...ledger, unclaimed: 500_000, forfeited: 67_890, unexplained: -3, debts: -12 },
  purchasedLater: 1_000,
  withdrawnUnsettled: 250,
  difference: -1_265,
  isMatching: false,
  history: Array.from({ length: 90 }, (_, i) => ({
    day: new Date(Date.parse(AT) - (89 - i) * DAY_MS).toISOString().slice(0, 10),
    usdcHeld: 140 - i * 0.55,
    usdcRequired: 100,
    steezeOutstanding: 1_000,
  })),
}

const reviewed = {
  amount: 987_654_321,
  usdcAmount: 69_135_802.47,
  reason: 'We check redemptions above 1,000,000 Steeze in 24 hours. An account that gifted you looks related to yours.',
  openedAt: AT,
  answer: 'w'.repeat(300),
  appeal: { text: 'w'.repeat(500), at: AT, answer: 'w'.repeat(300) },
}

/** A rejected redemption with the longest texts. */
export const longReview: RedemptionReview = {
  ...reviewed,
  holdId: LONGEST.id,
  status: 'rejected',
  until: null,
  mayAppeal: false,
}

const row: ReviewedRedemption = {
  ...reviewed,
  id: LONGEST.id,
  status: 'waiting',
  until: AT,
  person: { ...LONGEST, profileImageUrl: null },
  decidedAt: null,
  needsSecond: true,
}

/** The redemption desk with the longest texts. */
export const longRedemptions: Answer<'GET /api/admin/redemptions'> = {
  waiting: [row],
  decided: [{ ...row, id: LONGEST.id.replaceAll('1', '2'), status: 'rejected', until: null, decidedAt: AT }],
}

const neighbour = {
  person: { ...row.person, id: LONGEST.id.replaceAll('1', '3') },
  score: 160,
  reasons: [
    { kind: 'device' as const, points: 120, accounts: 2 },
    { kind: 'address' as const, points: 40, accounts: null },
  ],
  isRelated: true,
  clearedReason: null,
  gifted: 1_000_000,
}

export const longNeighbours: Answer<'GET /api/admin/redemptions/:id'> = {
  redeemed: 1_000_000,
  neighbours: [
    neighbour,
    {
      ...neighbour,
      person: { ...neighbour.person, id: LONGEST.id.replaceAll('1', '4') },
      isRelated: false,
      clearedReason: 'w'.repeat(300),
    },
  ],
}

export const shop: Answer<'GET /api/steeze/purchase'> = {
  contractAddress: CONTRACT,
  usdcAddress: WALLET,
  chainId: 31_337,
  steezePerUsdc: 10,
  stepUsdc: 0.1,
  usdcPerRedeemedSteeze: 0.07,
  redeemableUsdcPerDay: 1_000,
  confirmationSeconds: 0,
}
