import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { readKey } from '#lib/query-client'
import { markupOf } from '../../../dev/markup.tsx'
import { pageForEach } from '../../../dev/render-hook.ts'

const TARGET = { id: 'bo', name: 'bo', walletAddress: '0x1', currentStreak: 0, auraPoints: 0, profileImageUrl: null }
const PAIR = {
  ...{ vouchCount: 0, totalVouchedAmount: 0, remainingAmount: 10, auraLeftToday: 100 },
  ...{ isRelated: false, uncountedAmount: 0, receivedLately: 0 },
}

pageForEach()

it('while a vouch is sent its fields can’t be changed, and keep the focus', async () => {
  const { VouchForm } = await import('./vouch-form.tsx')
  const { WithCurrentUser } = await import('#features/auth')
  const client = new QueryClient()
  client.setQueryData(readKey('GET /api/auth/user'), { id: 'ada', walletAddress: '0x2', currentStreak: 0 })
  const payment = { kind: 'vouch', hash: '0xa', chainId: 1, userId: 'ada', usdcMicros: 1_000_000, sentAtMs: 0 }
  const inputs = (confirming: { payment: typeof payment; depth: null } | undefined) => {
    const given = { target: TARGET as never, pair: PAIR as never, confirming, failed: null, onTrying: () => {} }
    const form = markupOf(
      <WithCurrentUser useFigures={(user) => user}>
        <VouchForm {...given} />
      </WithCurrentUser>,
      { client },
    )
    const texts = [...form.matchAll(/<input[^>]*>/g)]
      .map(([input]) => input)
      .filter((input) => /type="text"|enterKeyHint/i.test(input))
    return texts.map((input) => ({ isReadOnly: /readonly/i.test(input), isDisabled: / disabled/.test(input) }))
  }
  const [free, busy] = [inputs(undefined), inputs({ payment, depth: null })]
  expect(free).toEqual([
    { isReadOnly: false, isDisabled: false },
    { isReadOnly: false, isDisabled: false },
  ])
  expect(busy).toEqual([
    { isReadOnly: true, isDisabled: false },
    { isReadOnly: true, isDisabled: false },
  ])
})
