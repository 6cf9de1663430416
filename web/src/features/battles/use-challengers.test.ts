import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'

const page = pageForEach()

it('a choice during a slow save is shown at once and saved after it', async () => {
  const { useChallengers } = await import('./use-challengers.ts')
  const saved: string[] = []
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: { method: string; body: string }) => {
    if (method === 'GET') return Response.json({ challengers: 'everybody' })
    const asked = JSON.parse(body)
    saved.push(asked.challengers)
    await new Promise<void>((resolve) => answers.push(resolve))
    return Response.json(asked)
  })
  const setting = await page.renderAlone(useChallengers)
  await page.pass(10)
  const press = async (work: () => void) => {
    await page.act(async () => work())
    await page.pass(10)
  }
  await press(() => setting.current.choose('known'))
  await press(() => setting.current.choose('nobody'))
  expect([saved, setting.current.value]).toEqual([['known'], 'nobody'])
  await press(() => answers.shift()?.())
  expect([saved, setting.current.value]).toEqual([['known', 'nobody'], 'nobody'])
  await press(() => answers.shift()?.())
  expect(setting.current.value).toBe('nobody')
})
