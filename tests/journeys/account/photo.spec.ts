import { joinByCalls } from '../support/by-calls.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, type Page, test } from '../support/test.ts'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })
test.use({ timezoneId: 'UTC' })

/** Returns a picture twice as wide as high: green on the left, magenta on the right. */
const pictureBy = (page: Page) =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(640, 320)
    const ctx = canvas.getContext('2d')
    for (const [colour, x] of [
      ['rgb(0 190 90)', 0],
      ['rgb(220 0 190)', 320],
    ] as const) {
      if (ctx) ctx.fillStyle = colour
      ctx?.fillRect(x, 0, 320, 320)
    }
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
  })

const me = async (page: Page) => (await page.request.get(`${server.url}/api/auth/user`)).json()
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your photo' })

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

test('a photo is chosen, cropped by keys, saved, seen everywhere and taken off [settings.avatar] [settings.text-image-updated] [profile.edit-photo] [profile.upload-refreshes] [settings.text-image-failed] [frame.second-press]', async ({
  page,
}) => {
  await joinByCalls(page.request, server.url, 'pictured')
  await page.goto(`${server.url}/settings`)
  await page.getByRole('button', { name: 'Edit photo' }).click()
  await checkVisualsAndA11y(page, 'photo-choose-desktop-dark')
  const input = dialog(page).getByLabel('Image file')
  const photo = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(await pictureBy(page)) }
  await input.setInputFiles({ ...photo, buffer: Buffer.from('nothing') })
  await expect(dialog(page).getByRole('alert')).toContainText('couldn’t read this image')
  await input.setInputFiles(photo)
  const stage = dialog(page).getByRole('group', { name: /Selected part of the picture/ })
  await stage.focus()
  // Moves to the right end and zooms in.
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('+')
  await expect(dialog(page).getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuetext', '110%')
  await checkVisualsAndA11y(page, 'photo-crop-desktop-dark')
  const messages = page.getByRole('region', { name: 'Messages' })
  await page.route('**/api/user/upload-profile-image', (route) => route.fulfill({ status: 500 }))
  await dialog(page).getByRole('button', { name: 'Save photo' }).click()
  await expect(messages).toContainText('Error uploading image')
  await expect(dialog(page).getByRole('alert')).toContainText('Failed to upload image')
  await page.unrouteAll()
  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/upload-profile-image')) uploads.push(request.method())
  })
  // The notice goes with the first press, so the dialog shrinks below the second.
  const save = await dialog(page).getByRole('button', { name: 'Save photo' }).boundingBox()
  if (!save) throw new Error('there is no Save')
  await page.mouse.dblclick(save.x + save.width / 2, save.y + save.height - 4)
  await expect(messages).toContainText('Profile image updated successfully!')
  await expect(dialog(page)).toBeHidden()
  expect(uploads).toEqual(['POST'])
  await expect(page.getByRole('button', { name: 'Edit photo' })).toBeFocused()
  const { profileImageUrl, id } = await me(page)
  const [red = 0, green = 255] = await middleOf(page, profileImageUrl)
  expect([red > 150, green < 80]).toEqual([true, true])
  await expect(page.locator(`main img[src="${profileImageUrl}"]`)).toBeVisible()
  await expect(page.getByRole('banner').locator('img[src$="-128.webp"]')).toBeVisible()

  await page.goto(`${server.url}/profile/${id}`)
  await expect(page.locator(`main img[src="${profileImageUrl}"]`)).toBeVisible()
  await page.getByRole('button', { name: 'Edit photo' }).click()
  await dialog(page).getByRole('button', { name: 'Remove photo' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.locator('main img')).toHaveCount(0)
  expect((await me(page)).profileImageUrl).toBeNull()
})
