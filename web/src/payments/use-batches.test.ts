import { expect, it } from 'vitest'
import type { SentPayment } from '#lib/chain/sent-payments'
import { pageForEach } from '../dev/render-hook.ts'

const MINUTE_MS = 60_000
const HASH = '0xabc'

const page = pageForEach()

/** A stored batch, 11 minutes after it was sent, whose wallet reports `status`. */
async function elevenMinutesLater(status: () => unknown, { batchOf = 'some.wallet' } = {}) {
  const provider = {
    request: async ({ method }: { method: string }) => (method === 'wallet_getCallsStatus' ? status() : null),
  }
  const info = { uuid: '1', name: 'Some Wallet', icon: '', rdns: 'some.wallet' }
  page.window.addEventListener('eip6963:requestProvider', () => {
    page.window.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail: { info, provider } }))
  })
  const { sentPayments, useSentPayments } = await import('./sent.ts')
  const { useBatches } = await import('./use-batches.ts')
  const sentAtMs = Date.now() - 11 * MINUTE_MS
  sentPayments.add({
    kind: 'buy',
    hash: 'batch',
    batchOf,
    chainId: 8_453,
    userId: 'ada',
    usdcMicros: 1_000_000,
    sentAtMs,
  })
  const client = await page.newClient()
  const failures: unknown[] = []
  const follow = () =>
    useBatches(useSentPayments<SentPayment>('ada', 'buy'), (error) =>
      failures.push((error as Error & { reason: string }).reason),
    )
  await page.render(client, follow)
  const before = sentPayments.all()
  client.setQueryData(['/api/config'], {})
  await page.pass(10)
  return { before, payments: sentPayments, failures, sentAtMs }
}

it('an old batch is kept until its wallet was asked, and becomes its transaction, sent just now', async () => {
  const { before, payments, failures } = await elevenMinutesLater(() => ({
    status: 200,
    receipts: [{ transactionHash: HASH, status: '0x1' }],
  }))
  expect(before).toMatchObject([{ hash: 'batch' }])
  expect(payments.all()).toMatchObject([{ hash: HASH, batch: 'batch' }])
  expect(payments.all()[0]).not.toHaveProperty('batchOf')
  expect(Date.now() - (payments.all()[0]?.sentAtMs ?? 0)).toBeLessThan(1_000)
  expect(failures).toEqual([])
})

it('it is kept while its wallet says that it is pending', async () => {
  const { payments, failures } = await elevenMinutesLater(() => ({ status: 100 }))
  await page.pass(60 * MINUTE_MS)
  expect(payments.all()).toMatchObject([{ hash: 'batch' }])
  expect(failures).toEqual([])
})

it.each([
  ['a wallet that has forgotten it', {}],
  ['a wallet that is gone', { batchOf: 'gone.wallet' }],
])(
  'forgets a batch of %s, and tells the person that it may have been sent [frame.unheard-payment]',
  async (_, wallet) => {
    const { payments, failures } = await elevenMinutesLater(() => {
      throw { code: 5730, message: 'Unknown bundle id' }
    }, wallet)
    expect(payments.all()).toEqual([])
    expect(failures).toEqual(['UNHEARD'])
  },
)
