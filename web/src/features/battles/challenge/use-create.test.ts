import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'

const BODY = { opponentId: '1', stakeAmount: 100 } as never

const page = pageForEach()

it('an unanswered challenge is the same one after a look at the other form, and the battles are read again', async () => {
  const { Intent } = await import('#lib/intent')
  const { useCreate } = await import('./use-create.ts')
  const made = new Set<string>()
  let isLost = true
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    made.add(headers['idempotency-key'] ?? '')
    if (isLost) throw new TypeError('Failed to fetch')
    return Response.json({ opponent: { username: 'bo' } })
  })
  const client = await page.newClient({ '/api/battles/counts': {} })
  const intent = new Intent()
  const onDone = vi.fn()
  const form = () => useCreate({ isOpen: true, intent, onFault: () => {}, onMade: () => {}, onDone, onGone: () => {} })
  const send = async () => {
    const create = await page.render(client, form)
    await page.act(async () => create.current.mutate(BODY))
    await page.pass(10)
    await create.unmount()
  }
  await send()
  expect(client.getQueryState(['/api/battles/counts'])?.isInvalidated).toBe(true)
  isLost = false
  await send()
  expect(onDone).toHaveBeenCalledOnce()
  expect(made.size).toBe(1)
})
