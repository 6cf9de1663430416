import { expect, it } from 'vitest'
import { pageForEach } from '../dev/render-hook.ts'

const TRACKER = {
  kind: 'buy',
  contract: { abi: [], texts: {} },
  sendFailed: { title: 'Purchase Failed', description: 'Failed to purchase Steeze' },
} as never
const PAYMENT = { kind: 'buy', chainId: 8_453, userId: 'ada', usdcMicros: 1_000_000, sentAtMs: 0 }

const page = pageForEach(0)

async function paying() {
  const { sentPayments } = await import('./sent.ts')
  const { usePayment } = await import('./use-payment.ts')
  const client = await page.newClient({ '/api/config': { chain: { name: 'Base Mainnet' } } })
  return { sentPayments, payment: await page.render(client, () => usePayment<string>(TRACKER, 'ada')) }
}

it('a batch that becomes a transaction has not ended: nothing more is sent until that was credited', async () => {
  const { sentPayments, payment } = await paying()
  const pay = () =>
    page.act(() =>
      payment.current.run({ paidMicros: 1 }, async () => {
        sentPayments.add({ ...PAYMENT, hash: 'batch', batchOf: 'some.wallet' })
      }),
    )
  await pay()
  expect(payment.current.isSent).toBe(true)
  await page.act(async () => sentPayments.add({ ...PAYMENT, hash: '0x1' }, 'batch'))
  expect(payment.current.isSent).toBe(true)
  await page.act(async () => sentPayments.remove('0x1'))
  expect(payment.current.isSent).toBe(false)
})

it('while it confirms, the next press is still said to be another payment [frame.unheard-payment]', async () => {
  const { sentPayments, payment } = await paying()
  const { ChainFailure } = await import('#lib/chain/chain-failure')
  await page.act(() =>
    payment.current.run({ paidMicros: 1 }, async () => {
      sentPayments.add({ ...PAYMENT, hash: 'batch', batchOf: 'some.wallet' })
      throw new ChainFailure('UNHEARD')
    }),
  )
  await page.act(async () => sentPayments.add({ ...PAYMENT, hash: '0x1' }, 'batch'))
  expect(payment.current.isUnheard).toBe(true)
  await page.act(async () => sentPayments.remove('0x1'))
  expect(payment.current.isUnheard).toBe(false)
})

it('a refusal leaves the form once what it refused is changed [frame.corrected-error]', async () => {
  const { payment } = await paying()
  const problem = { title: 'Invalid Amount', description: 'Please enter a valid USDC amount' }
  await page.act(async () => payment.current.refuse(problem))
  expect(payment.current.problem).toEqual(problem)
  await page.act(async () => payment.current.forgetProblem())
  expect(payment.current.problem).toBeNull()
})
