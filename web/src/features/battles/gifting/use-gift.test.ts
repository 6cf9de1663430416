import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'

const BATTLE = '11111111-1111-4111-8111-111111111111'
const ADA = '22222222-2222-4222-8222-222222222222'
const order = { side: { person: { id: ADA } } as never, amount: 10 }

const page = pageForEach()

function serverThatLosesOneAnswer() {
  const seqs = new Map<string, number>()
  const given = () => [...seqs.values()]
  vi.stubGlobal(
    'fetch',
    async (_: string, { method, headers }: { method: string; headers: Record<string, string> }) => {
      if (method === 'GET') return Response.json([])
      const key = headers['idempotency-key'] ?? ''
      const isFirst = seqs.size === 0
      if (!seqs.has(key)) seqs.set(key, seqs.size + 1)
      if (isFirst) throw new TypeError('Failed to fetch')
      return Response.json({ seq: seqs.get(key), participantId: ADA, amount: 10 })
    },
  )
  return given
}

async function gifting() {
  const given = serverThatLosesOneAnswer()
  const { useGift } = await import('./use-gift.ts')
  const { votesRead } = await import('../shared/battle-reads.ts')
  const { toasts } = await import('#ui/feedback/toast')
  const client = await page.newClient()
  const shown: number[] = []
  const gift = await page.render(client, () =>
    useGift(BATTLE, { onGiven: ({ seq }) => shown.push(seq), onSettled: () => {} }),
  )
  const told = async (press: () => unknown) => {
    await page.act(async () => void press())
    await page.pass(10)
    const toast = toasts.current()
    if (toast) toasts.dismiss(toast.id)
    return toast?.title
  }
  return {
    given,
    shown,
    list: (...seqs: number[]) => client.setQueryData(votesRead(BATTLE).queryKey, seqs.map((seq) => ({ seq })) as never),
    open: () => page.act(async () => gift.current.begin()),
    give: () => told(() => gift.current.give(order)),
    giveTaps: () => told(() => gift.current.giveTaps(order).catch(() => undefined)),
  }
}

it('an unanswered gift that arrived is not announced as given again, and the next one is given', async () => {
  const { given, shown, list, open, give } = await gifting()
  await open()
  expect(await give()).toBe('Gift Failed')
  list(1)
  await open()
  expect(await give()).toBe('Already Gifted')
  expect([given(), shown]).toEqual([[1], []])
  await open()
  expect(await give()).toBe('Steeze Gifted!')
  expect([given(), shown]).toEqual([[1, 2], [2]])
})

it('the gift of taps whose answer was lost is given once, also after trying again in the form [battles.tap-once]', async () => {
  const { given, shown, open, give, giveTaps } = await gifting()
  expect(await giveTaps()).toBe('Gift Failed')
  await open()
  expect(await give()).toBe('Steeze Gifted!')
  expect([given(), shown]).toEqual([[1], [1]])
  // Taps are gifts of their own, and their combo says what they gave.
  expect(await giveTaps()).toBeUndefined()
  expect([given(), shown]).toEqual([
    [1, 2],
    [1, 2],
  ])
})

it('taps give what the balance has when it has less than they knew [battles.tap-balance]', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return Response.json({ purchasedSteeze: 3, battleEarnedSteeze: 1 })
    const { amount } = JSON.parse(body ?? '{}')
    asked.push(amount)
    if (amount > 4) return Response.json({ code: 'GIFT_STEEZE_TOO_LOW', message: 'x' }, { status: 409 })
    return Response.json({ seq: 1, participantId: ADA, amount, address })
  })
  const { useGift } = await import('./use-gift.ts')
  const gift = await page.renderAlone(() => useGift(BATTLE, { onGiven: () => {}, onSettled: () => {} }))
  let given: number | undefined
  await page.act(async () => void gift.current.giveTaps(order).then(({ amount }) => (given = amount)))
  await page.pass(10)
  expect([asked, given]).toEqual([[10, 4], 4])
})

it('a retry whose gift is not listed yet is the gift, once', async () => {
  const { given, shown, open, give } = await gifting()
  await open()
  expect(await give()).toBe('Gift Failed')
  expect(await give()).toBe('Steeze Gifted!')
  expect([given(), shown]).toEqual([[1], [1]])
})
