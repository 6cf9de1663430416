import type { Page } from '@playwright/test'
import type { SentPayment } from '../../../../web/src/lib/chain/sent-payments.ts'

/** Stores a payment sent a quarter of an hour ago that the network doesn't know. */
export async function leaveLostPayment(
  page: Page,
  payment: Pick<SentPayment, 'kind' | 'chainId'> & { steeze?: number; vouchedUserId?: string },
) {
  const { id: userId } = await (await page.request.get(new URL('/api/auth/user', page.url()).href)).json()
  const lost: SentPayment = {
    ...payment,
    userId,
    hash: `0x${'7'.repeat(64)}`,
    usdcMicros: 1_000_000,
    sentAtMs: Date.now() - 15 * 60_000,
  }
  await page.evaluate((payments) => localStorage.setItem('aura-payments', JSON.stringify(payments)), [lost])
}
