import { crc32, deflateSync } from 'node:zlib'
import { joinByCalls } from '../support/by-calls.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, type Page, test } from '../support/test.ts'

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z' })
})
test.afterAll(() => server.stop())
test.use({ timezoneId: 'UTC' })

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns a picture twice as wide as high: green on the left, magenta on the right. */
function png(): Buffer {
  const [width, height] = [640, 320]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: width }, (_, x) => Buffer.from(x < width / 2 ? [0, 190, 90] : [220, 0, 190])),
  ])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const magic = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const photo = { name: 'me.png', mimeType: 'image/png', buffer: png() }
const me = async (page: Page) => (await page.request.get(`${server.url}/api/auth/user`)).json()
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your photo' })
const theme = (page: Page, name: 'dark' | 'light') =>
  page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), name)

const middleOf = (page: Page, url: string) =>
  page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 1
    const ctx = canvas.getContext('2d')
    ctx?.drawImage(image, image.width / 2, image.height / 2, 1, 1, 0, 0, 1, 1)
    return [...(ctx?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
  }, url)

test('a photo is chosen, cropped by keys, saved, seen everywhere and taken off [settings.avatar] [settings.text-image-updated] [profile.edit-photo] [profile.upload-refreshes]', async ({
  page,
}) => {
  await joinByCalls(page.request, server.url, 'pictured')
  await page.goto(`${server.url}/settings`)
  await page.getByRole('button', { name: 'Edit photo' }).click()
  await checkVisualsAndA11y(page, 'photo-choose-desktop-dark')
  await dialog(page).getByLabel('Image file').setInputFiles(photo)
  const stage = dialog(page).getByRole('group', { name: /Selected part of the picture/ })
  await stage.focus()
  // Moves to the right end and zooms in.
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('+')
  await expect(dialog(page).getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuetext', '110%')
  await checkVisualsAndA11y(page, 'photo-crop-desktop-dark')
  await theme(page, 'light')
  await checkVisualsAndA11y(page, 'photo-crop-desktop-light')
  await theme(page, 'dark')
  await dialog(page).getByRole('button', { name: 'Save photo' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Profile image updated successfully!')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit photo' })).toBeFocused()
  const { profileImageUrl, id } = await me(page)
  const [red = 0, green = 255] = await middleOf(page, profileImageUrl)
  expect([red > 150, green < 80]).toEqual([true, true])
  await expect(page.locator(`main img[src="${profileImageUrl}"]`)).toBeVisible()
  await expect(page.getByRole('banner').locator('img[src$="-128.webp"]')).toBeVisible()
  await checkVisualsAndA11y(page, 'photo-settings-desktop-dark')

  await page.goto(`${server.url}/profile/${id}`)
  await expect(page.locator(`main img[src="${profileImageUrl}"]`)).toBeVisible()
  await checkVisualsAndA11y(page, 'photo-profile-desktop-dark')
  await page.getByRole('button', { name: 'Edit photo' }).click()
  await dialog(page).getByRole('button', { name: 'Remove photo' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.locator('main img')).toHaveCount(0)
  expect((await me(page)).profileImageUrl).toBeNull()
})

test('on another’s profile there is no such button [profile.edit-photo]', async ({ page, browser }) => {
  const other = await browser.newPage()
  await joinByCalls(other.request, server.url, 'somebody')
  const { id } = await me(other)
  await other.close()
  await joinByCalls(page.request, server.url, 'viewer')
  await page.goto(`${server.url}/user/${id}`)
  await expect(page.getByRole('heading', { name: 'somebody', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit photo' })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('an unusable photo says why, one of 6 MB is cropped and uploaded, and a failure can be retried [profile.const-image-bytes] [settings.text-image-failed] [settings.text-image-failed-message]', async ({
    page,
  }) => {
    await joinByCalls(page.request, server.url, 'on_a_phone')
    await page.goto(`${server.url}/settings`)
    await page.getByRole('button', { name: 'Edit photo' }).click()
    await expect(dialog(page).getByRole('button', { name: 'Take a photo' })).toBeVisible()
    const input = dialog(page).getByLabel('Image file')
    await input.setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await expect(dialog(page).getByRole('alert')).toContainText('couldn’t read this image')
    await input.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('nothing') })
    await expect(dialog(page).getByRole('alert')).toContainText('couldn’t read this image')
    await checkVisualsAndA11y(page, 'photo-refused-phone-dark')
    // Larger than an upload may be, before the crop.
    await input.setInputFiles({ ...photo, buffer: Buffer.concat([photo.buffer, Buffer.alloc(6 * 1024 * 1024)]) })
    await page.route('**/api/user/upload-profile-image', (route) => route.fulfill({ status: 500 }))
    await dialog(page).getByRole('button', { name: 'Save photo' }).click()
    const messages = page.getByRole('region', { name: 'Messages' })
    await expect(messages).toContainText('Error uploading image')
    await expect(messages).toContainText('Failed to upload image')
    await expect(dialog(page).getByRole('alert')).toContainText('Failed to upload image')
    await checkVisualsAndA11y(page, 'photo-failed-phone-dark')
    await page.unrouteAll()
    await dialog(page).getByRole('button', { name: 'Save photo' }).click()
    await expect(dialog(page)).toBeHidden()
    expect((await me(page)).profileImageUrl).toMatch(/^\/images\//)
    await theme(page, 'light')
    await checkVisualsAndA11y(page, 'photo-settings-phone-light')
  })
})
