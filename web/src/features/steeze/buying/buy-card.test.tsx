import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPage } from '../../../dev/render-hook.ts'

const NETWORK = { id: 8_453, name: 'Base Mainnet', rpcUrls: [], explorerUrl: null }
const SHOP = { contractAddress: '0x1', usdcAddress: '0x2', chainId: 8_453 }
const WALLET = { state: 'connected', wallet: {}, address: '0x3', chainId: 8_453, isOwn: true }

let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
})
afterEach(() => page.close())

it('a card that opens while a purchase of its amount confirms offers only another amount', async () => {
  const { sentPayments } = await import('#payments/sent.ts')
  const { BuyCard } = await import('./buy-card.tsx')
  const textOf = (usdc: string) =>
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <BuyCard
          user={{ id: 'ada' } as never}
          wallet={WALLET as never}
          network={NETWORK}
          shop={SHOP}
          usdc={usdc}
          onBought={() => {}}
        />
      </QueryClientProvider>,
    )
  const button = (usdc: string) => /<button[^>]*aria-busy="true"/.test(textOf(usdc))
  expect(button('3')).toBe(false)
  const sending = {
    kind: 'buy',
    chainId: 8_453,
    userId: 'ada',
    usdcMicros: 3_000_000,
    steeze: 30,
    sentAtMs: Date.now(),
  }
  sentPayments.add({ ...sending, hash: '0xa' })
  expect(button('3')).toBe(true)
  expect(textOf('3')).toContain('Processing')
  expect(button('4')).toBe(false)
  sentPayments.remove('0xa')
  expect(button('3')).toBe(false)
})
