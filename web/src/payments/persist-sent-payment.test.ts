import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ChainFailure } from '#lib/chain/chain-failure'

const PAYMENT = { kind: 'purchase', chainId: 8_453, userId: 'ada', usdcMicros: 1_000_000 }
const WALLET = { info: { uuid: '1', name: 'Wallet', icon: '', rdns: 'com.wallet' } }

let persist: typeof import('./persist-sent-payment.ts')['persistSentPayment']
let sentPayments: typeof import('./sent.ts')['sentPayments']
beforeAll(async () => {
  // The module reads the storage when it loads.
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('window', new EventTarget())
  ;({ persistSentPayment: persist } = await import('./persist-sent-payment.ts'))
  ;({ sentPayments } = await import('./sent.ts'))
})
afterEach(() => {
  for (const { hash } of sentPayments.all()) sentPayments.remove(hash)
})
afterAll(() => vi.unstubAllGlobals())

it.each([
  ['UNHEARD', ['0x1']],
  ['LOCKED', ['0x1']],
  ['REVERTED', []],
] as const)(
  'a batch that the wallet accepted stays until it failed: %s [frame.unheard-payment]',
  async (reason, kept) => {
    const failing = persist(PAYMENT, WALLET, async (onBatch) => {
      onBatch('0x1')
      throw new ChainFailure(reason)
    })
    await expect(failing).rejects.toMatchObject({ reason })
    expect(sentPayments.all().map(({ hash }) => hash)).toEqual(kept)
  },
)
