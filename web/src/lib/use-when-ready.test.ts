import { expect, it } from 'vitest'
import { pageForEach } from '../dev/render-hook.ts'

const page = pageForEach()

it('what is pressed early runs once, with what is known then [battles.gift-early-enter]', async () => {
  const { useWhenReady } = await import('./use-when-ready.ts')
  const sent: number[] = []
  const form = await page.renderWith<number | undefined, ReturnType<typeof useWhenReady>>(undefined, (balance) =>
    useWhenReady(balance !== undefined, () => sent.push(balance ?? -1)),
  )
  const press = () => page.act(async () => form.current.act())
  await press()
  expect([sent, form.current.isWaiting]).toEqual([[], true])
  await page.act(async () => form.current.cancel())
  await form.show(5)
  expect(sent).toEqual([])
  await form.show(undefined)
  await press()
  await press()
  await form.show(7)
  expect([sent, form.current.isWaiting]).toEqual([[7], false])
  await press()
  expect(sent).toEqual([7, 7])
})
