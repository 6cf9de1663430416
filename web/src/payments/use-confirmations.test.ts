import { expect, it } from 'vitest'
import type { SentPayment } from '#lib/chain/sent-payments'
import { pageForEach } from '../dev/render-hook.ts'
import type { PaymentProgress } from './payment-tracker.ts'

const PAYMENT: SentPayment = { kind: 'buy', hash: '0xa', chainId: 1, userId: 'ada', usdcMicros: 1, sentAtMs: 0 }
const DONE: PaymentProgress = { status: 'completed', confirmedSeconds: 24, confirmationSeconds: 24 }

const page = pageForEach(0)

/** Follows a payment whose result arrives after `meanwhile`. Returns what this tab announced. */
async function announced(meanwhile: () => void) {
  const { sentPayments } = await import('./sent.ts')
  const { useConfirmations } = await import('./use-confirmations.ts')
  const { toasts } = await import('#ui/feedback/toast')
  const client = await page.newClient({ '/api/config': { chain: { name: 'Base Mainnet' } } })
  sentPayments.add(PAYMENT)
  const answer = Promise.withResolvers<PaymentProgress>()
  const text = { title: 'Paid', description: 'It arrived.' }
  const tracker = { kind: 'buy', contract: {} as never, changes: [], sendFailed: text, confirmFailed: text } as const
  const credited: string[] = []
  await page.render(client, () =>
    useConfirmations(
      'ada',
      { ...tracker, ask: () => answer.promise, credited: () => text },
      { onCredited: ({ hash }) => credited.push(hash), onFailed: () => {} },
    ),
  )
  meanwhile()
  answer.resolve(DONE)
  await page.pass(10)
  return { credited, toast: toasts.current()?.title, left: sentPayments.all() }
}

it('a payment is announced by the tab that learns first that it was credited, and by no other [frame.payment-announced-once]', async () => {
  expect(await announced(() => {})).toEqual({ credited: ['0xa'], toast: 'Paid', left: [] })
})

it('a payment that another tab has just announced is not announced again [frame.payment-announced-once]', async () => {
  // The other tab's change, of which this one hasn't heard yet.
  const taken = await announced(() => localStorage.setItem('aura-payments', '[]'))
  expect(taken).toEqual({ credited: [], toast: undefined, left: [] })
})
