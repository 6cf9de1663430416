import { expect, it } from 'vitest'
import { pageForEach } from '../dev/render-hook.ts'

const page = pageForEach()

it('what is pressed early runs once, with what is known then [battles.gift-early-enter]', async () => {
  const { useWhenReady } = await import('./use-when-ready.ts')
  const { useState } = await import('react')
  const sent: number[] = []
  const form = await page.renderAlone(() => {
    const [balance, setBalance] = useState<number>()
    return { ...useWhenReady(balance !== undefined, () => sent.push(balance ?? -1)), setBalance }
  })
  const press = () => page.act(async () => form.current.act())
  const arrives = (balance: number | undefined) => page.act(async () => form.current.setBalance(balance))
  await press()
  expect([sent, form.current.isWaiting]).toEqual([[], true])
  await page.act(async () => form.current.cancel())
  await arrives(5)
  expect(sent).toEqual([])
  await arrives(undefined)
  await press()
  await press()
  await arrives(7)
  expect([sent, form.current.isWaiting]).toEqual([[7], false])
  await press()
  expect(sent).toEqual([7, 7])
})
