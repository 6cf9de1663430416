import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stageLayout } from '../../../web/src/features/battles/stage/stage-layout.ts'
import { callAs, challengeByCalls, type Fighter, fighter } from '../support/arena.ts'
import { serverForAll } from '../support/server-for.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

const STARTS = '2026-03-02T16:00:00Z'
const ENDS = '2026-03-02T20:00:00Z'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })

async function somebody(browser: Browser, name: string, purse: { ap?: number; steeze?: number }): Promise<Fighter> {
  const context = await browser.newContext()
  return fighter(server, context.request, name, purse)
}

const score = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section', { has: page.getByRole('heading', { name }) })
    .locator('p')

/** Returns the font sizes in pixels of scores, of the initial in a face, and of banners, which are in rem. */
const sizes = (page: Page): Promise<number[]> =>
  Promise.all(
    [score(page, 'bo_cooks'), face(page, 'bo_cooks'), page.locator('html')].map((each) =>
      each.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    ),
  )

const face = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section', { has: page.getByRole('heading', { name }) })
    .locator('[aria-hidden]')
    .first()

/** Expects a face at the ring that the field draws. */
async function expectFaceInRing(page: Page, scale: number): Promise<void> {
  const [width, height] = await page.evaluate(() => [innerWidth, innerHeight] as const)
  const { b, radius } = stageLayout(scale)(width, height)
  const box = await face(page, 'bo_cooks').boundingBox()
  if (!box) throw new Error('the face is not shown')
  for (const [at, expected] of [
    [box.x + box.width / 2, b[0]],
    [box.y + box.height / 2, b[1]],
    [box.width, radius * 2],
  ] as const) {
    expect(Math.abs(at - expected)).toBeLessThan(1)
  }
}

/** Returns the transparent share of the picture, from 0 to 1. */
async function transparency(page: Page): Promise<number> {
  const picture = (await page.screenshot({ omitBackground: true })).toString('base64')
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height)
    const ctx = canvas.getContext('2d')
    ctx?.drawImage(image, 0, 0)
    const data = ctx?.getImageData(0, 0, image.width, image.height).data ?? []
    let clear = 0
    for (let i = 3; i < data.length; i += 4) if (data[i] === 0) clear += 1
    return clear / (data.length / 4)
  }, picture)
}

test('a battle on a stream, from the settings to the result, and on another site [battles.overlay] [battles.overlay-address] [battles.overlay-steps] [battles.stream-alerts] [battles.alert-queue] [battles.embed]', async ({
  browser,
}) => {
  const [ada, bo, cy] = await Promise.all([
    somebody(browser, 'ada_streams', { ap: 1_000 }),
    somebody(browser, 'bo_cooks', { ap: 1_000 }),
    somebody(browser, 'cy_claps', { steeze: 500 }),
  ])
  const context = await browser.newContext({
    storageState: await ada.request.storageState(),
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  })
  const desk = await context.newPage()
  await desk.goto(`${server.url}/settings/stream`)
  await expect(desk.getByRole('heading', { name: 'You have no battle yet' })).toBeVisible()
  const id = await challengeByCalls(server, ada, bo, { title: 'Who cooked harder?', startsAt: STARTS })
  await callAs(server, bo, `/api/battles/${id}/accept`)
  await desk.goto(`${server.url}/settings`)
  await desk.getByRole('link', { name: 'Set up: Stream overlay' }).click()
  await expect(desk.getByRole('heading', { name: 'Show a battle on your stream' })).toBeVisible()
  await desk.getByRole('radiogroup', { name: 'Size', exact: true }).getByRole('radio', { name: 'Large' }).click()
  await expect(desk.getByRole('region', { name: 'Alerts as they will look' }).getByRole('figure')).toHaveCount(4)
  await desk.getByRole('button', { name: 'Copy the address' }).click()
  await expect(desk.getByText('Copied')).toBeAttached()
  const address = await desk.evaluate(() => navigator.clipboard.readText())
  expect(address).toBe(`${server.url}/overlay/battle/${id}?scale=1.5&alerts=on`)

  // A streaming program opens it as a browser without a session.
  const source = await (await browser.newContext({ viewport: { width: 1_280, height: 720 } })).newPage()
  const asked: string[] = []
  source.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await source.goto(address)
  await expect(source.getByText('Starts in')).toBeVisible()
  await server.setClock(STARTS)
  await expect(source.getByRole('timer')).toHaveText('04:00:00')
  await expect(score(source, 'bo_cooks')).toHaveText('0 Steeze')
  const alert = source.locator('[data-alert]')
  const gift = (amount: number) =>
    Promise.all([
      alert.first().textContent(),
      callAs(server, cy, '/api/battles/gift', { battleId: id, participantId: bo.id, amount }),
    ])
  const [alerted] = await gift(18)
  expect(alerted).toMatch(/cy_claps\s*18 Steezeto bo_cooks/)
  await expect(score(source, 'bo_cooks')).toHaveText('18 Steeze')
  await expect(score(source, 'ada_streams')).toHaveText('0 Steeze')
  await expect(source.locator('[data-banners]')).toHaveText(/cy_claps\s*18/)
  expect(await transparency(source)).toBeGreaterThan(0.3)
  expect(await source.locator('a, button, input, [tabindex]').count()).toBe(0)
  expect(asked.filter((call) => !call.startsWith('GET ') || call.includes('/api/auth'))).toEqual([])

  // A program may load it again at any time. The next alert is that of the next gift.
  await source.reload()
  await expect(score(source, 'bo_cooks')).toHaveText('18 Steeze')
  const [next] = await gift(7)
  expect(next).toMatch(/cy_claps\s*7 Steezeto bo_cooks/)
  await expect(score(source, 'bo_cooks')).toHaveText('25 Steeze')
  const large = await sizes(source)
  await expectFaceInRing(source, 1.5)
  await source.goto(`${server.url}/overlay/battle/${id}?scale=3`)
  await expect(score(source, 'bo_cooks')).toHaveText('25 Steeze')
  await expectFaceInRing(source, 3)
  await source.goto(`${server.url}/overlay/battle/${id}?field=off&theme=light`)
  await expect(score(source, 'bo_cooks')).toHaveText('25 Steeze')
  for (const [i, size] of (await sizes(source)).entries()) expect((large[i] ?? 0) / size).toBeCloseTo(1.5, 2)
  await expect(source.locator('canvas')).toHaveCount(0)
  await expect(source.locator('html')).toHaveAttribute('data-theme', 'light')

  const other = createServer((_, response) => {
    const frames = ['embed/battle', 'overlay/battle', 'battles'].map(
      (page) => `<iframe title="${page}" src="${server.url}/${page}/${id}" width="640" height="360"></iframe>`,
    )
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Elsewhere</title>${frames.join('')}`)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  try {
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
    const embed = page.frameLocator('iframe[title="embed/battle"]')
    await expect(embed.getByRole('heading', { name: 'Who cooked harder?' })).toBeVisible()
    await expect(embed.getByRole('link', { name: 'Watch on Aura' })).toHaveAttribute('target', '_blank')
    await expect(
      page.frameLocator('iframe[title="overlay/battle"]').getByRole('heading', { name: 'Who cooked harder?' }),
    ).toBeVisible()
    await expect(page.frameLocator('iframe[title="battles"]').getByRole('main')).toHaveCount(0)
  } finally {
    other.closeAllConnections()
    other.close()
  }

  await server.setClock(ENDS)
  await expect(source.getByText('bo_cooks Wins!')).toBeVisible()
  await expect(source.getByText('Top gifter of bo_cooks: cy_claps, 25 Steeze')).toBeVisible()
  await source.goto(`${server.url}/overlay/battle/00000000-0000-4000-8000-000000000000`)
  await expect(source.getByText('This battle doesn’t exist.')).toBeVisible()
})
