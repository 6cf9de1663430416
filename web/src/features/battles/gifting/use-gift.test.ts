import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPage } from '../../../dev/render-hook.ts'

const BATTLE = '11111111-1111-4111-8111-111111111111'
const ADA = '22222222-2222-4222-8222-222222222222'
const order = { side: { person: { id: ADA } } as never, amount: 10 }

let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
})
afterEach(() => page.close())

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
  const { createQueryClient } = await import('#lib/query-client')
  const { toasts } = await import('#ui/feedback/toast')
  const client = createQueryClient(() => {})
  const shown: number[] = []
  const gift = await page.render(client, () =>
    useGift(BATTLE, { onGiven: ({ seq }) => shown.push(seq), onSettled: () => {} }),
  )
  return {
    given,
    shown,
    list: (...seqs: number[]) => client.setQueryData(votesRead(BATTLE).queryKey, seqs.map((seq) => ({ seq })) as never),
    open: () => page.act(async () => gift.current.begin()),
    async give() {
      await page.act(async () => void gift.current.give(order))
      await page.pass(10)
      const toast = toasts.current()
      if (toast) toasts.dismiss(toast.id)
      return toast?.title
    },
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

it('a retry whose gift is not listed yet is the gift, once', async () => {
  const { given, shown, open, give } = await gifting()
  await open()
  expect(await give()).toBe('Gift Failed')
  expect(await give()).toBe('Steeze Gifted!')
  expect([given(), shown]).toEqual([[1], [1]])
})
