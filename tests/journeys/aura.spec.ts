import { passCheck } from './support/lesson.ts'
import { joinAs, openNextLesson } from './support/person.ts'
import { serverForAll } from './support/server-for.ts'
import { expect, type Locator, type Page, test } from './support/test.ts'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })
// Small, because rendering may be in software, and low enough to scroll the hero away.
test.use({
  contextOptions: { reducedMotion: 'no-preference' },
  colorScheme: 'dark',
  viewport: { width: 960, height: 720 },
})

/** A visitor has no session, and this server reads no chain. */
const EXPECTED_REFUSALS = /\/api\/(auth\/user|reserves)$/

const complaints: string[] = []
test.beforeEach(({ page }) => {
  complaints.length = 0
  page.on('console', (message) => {
    if (message.type() !== 'error' || EXPECTED_REFUSALS.test(message.location().url)) return
    complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
})
test.afterEach(() => expect(complaints).toEqual([]))

const hero = (page: Page) => page.getByRole('img', { name: /one filament of light for every day/ })
const running = (page: Page) => page.locator('[data-running]').first()

/** Returns the share of pixels around the disc that differ from the plate. */
async function litShare(page: Page, picture: Locator): Promise<number> {
  const box = await picture.boundingBox()
  if (!box) return 0
  const clip = {
    x: box.x + box.width * 0.6,
    y: box.y + box.height * 0.1,
    width: box.width * 0.36,
    height: box.height * 0.6,
  }
  const image = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    canvas?.drawImage(bitmap, 0, 0)
    const pixels = canvas?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? []
    let lit = 0
    for (let i = 0; i < pixels.length; i += 4) {
      if (Math.max(pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0) > 40) lit++
    }
    return lit / (pixels.length / 4)
  }, image)
}

for (const path of ['canvas', 'still']) {
  test(`the hero is drawn by way of ${path}`, async ({ page }) => {
    await page.goto(`${server.url}/?aura=${path}`)
    await expect(page.locator(`[data-path=${path}]`)).toBeAttached()
    // The ring is bare on day 0, and the live hero needs a few seconds.
    await expect.poll(() => litShare(page, hero(page))).toBeGreaterThan(0.05)
  })
}

// Without a graphics card it is the video.
for (const [path, query] of [
  ['webgl', '?aura=webgl'],
  ['video', ''],
] as const) {
  test(`the hero is drawn by way of ${path}, pauses by its button and rests while nobody sees it [landing.hero-video]`, async ({
    page,
  }) => {
    await page.goto(`${server.url}/${query}`)
    await expect(page.locator(`[data-path=${path}]`)).toBeAttached()
    await expect.poll(() => litShare(page, hero(page))).toBeGreaterThan(0.05)
    await expect(running(page)).toHaveAttribute('data-running', 'true')
    if (path === 'video') {
      const film = page.locator('[data-path=video] video')
      for (const [name, value] of Object.entries({ muted: true, loop: true, paused: false }))
        await expect(film).toHaveJSProperty(name, value)
    }
    await page.getByRole('button', { name: 'Pause' }).focus()
    await page.keyboard.press('Enter')
    await expect(running(page)).toHaveAttribute('data-running', 'false')
    // Other parts of the page may still be arriving; a running hero never repeats a picture for many frames.
    await expect(async () => {
      const before = await page.screenshot()
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
      expect(before.equals(await page.screenshot())).toBe(true)
    }).toPass()
    await page.getByRole('button', { name: 'Play' }).click()
    await expect(running(page)).toHaveAttribute('data-running', 'true')
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect(running(page)).toHaveAttribute('data-running', 'false')
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect(running(page)).toHaveAttribute('data-running', 'true')
  })
}

test('with reduced motion the hero shows day 30, still, with nothing to pause', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${server.url}/?aura=webgl`)
  await expect(page.locator('[data-path=still]')).toContainText('Day30Aura Vader')
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0)
  // The renderer loads after the text.
  await expect.poll(() => litShare(page, hero(page))).toBeGreaterThan(0.05)
  const before = await page.screenshot()
  expect(before.equals(await page.screenshot())).toBe(true)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(running(page)).toHaveAttribute('data-running', 'true')
})

test('a lost graphics card is replaced by a drawing', async ({ page }) => {
  await page.goto(`${server.url}/?aura=webgl`)
  await expect(running(page)).toHaveAttribute('data-running', 'true')
  await page.evaluate(() => {
    for (const canvas of document.querySelectorAll('canvas')) {
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
    }
  })
  await expect(page.locator('[data-path=webgl]')).toHaveCount(0)
  await expect.poll(() => litShare(page, hero(page))).toBeGreaterThan(0.05)
})

test('only the ring in front is drawn live; the one behind it is a drawing meanwhile', async ({ page }) => {
  await page.goto(`${server.url}/?aura=still`)
  await joinAs(page, 'Esi')
  await page.goto(`${server.url}/?aura=webgl`)
  const dashboard = page.getByRole('region', { name: 'Your aura' }).locator('[data-live]')
  await expect(dashboard).toHaveAttribute('data-running', 'true')
  const { dialog } = await openNextLesson(page)
  await passCheck(dialog)
  const front = dialog.locator('[data-live]')
  await expect(front).toHaveAttribute('data-running', 'true')
  const behind = page.locator('[data-live=false]')
  await expect(behind).toHaveAttribute('data-running', 'false')
  await expect(behind.locator('canvas')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dashboard).toHaveAttribute('data-live', 'true')
  // The lesson may have scrolled it out of view.
  await dashboard.scrollIntoViewIfNeeded()
  await expect(dashboard).toHaveAttribute('data-running', 'true')
})
