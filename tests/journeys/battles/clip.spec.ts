import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Download } from '@playwright/test'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { callAs, challengeByCalls, type Fighter, fighter } from '../support/arena.ts'
import { checkInBothThemes } from '../support/check-visuals-and-a11y.ts'
import { serverForAll } from '../support/server-for.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

const STARTS = '2026-03-02T16:00:00Z'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })
test.use({ timezoneId: 'UTC' })

/** Fights a battle with three changes of the lead, the last of which moves its end. Returns its id. */
async function foughtBattle(browser: Browser): Promise<string> {
  const somebody = async (name: string) =>
    fighter(server, (await browser.newContext()).request, name, { ap: 1_000, steeze: 500 })
  const [ada, bo, cy] = [await somebody('ada_live'), await somebody('bo_cooks'), await somebody('cy_claps')]
  const id = await challengeByCalls(server, ada, bo, { title: 'Who cooked harder?', startsAt: STARTS })
  await callAs(server, bo, `/api/battles/${id}/accept`)
  const at = (seconds: number) => server.setClock(new Date(Date.parse(STARTS) + seconds * 1_000).toISOString())
  const gift = (to: Fighter, amount: number) =>
    callAs(server, cy, '/api/battles/gift', { battleId: id, participantId: to.id, amount })
  await at(0)
  for (const [seconds, to, amount] of [
    [600, ada, 10],
    [3_000, bo, 25],
    [9_000, ada, 50],
    [4 * 3_600 - 13, bo, 40],
  ] as const) {
    await at(seconds)
    await gift(to, amount)
  }
  await at(4 * 3_600 + 120)
  return id
}

/** Reads a saved video by its container alone. */
async function videoOf(download: Download) {
  const path = await download.path()
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(await readFile(path)) })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('the file has no video')
  const stats = await track.computePacketStats()
  return {
    path,
    name: download.suggestedFilename(),
    codec: track.codec ?? '',
    size: [track.displayWidth, track.displayHeight],
    frames: stats.packetCount,
    seconds: await input.computeDuration(),
  }
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Your video' })

async function save(page: Page): Promise<Awaited<ReturnType<typeof videoOf>>> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialogOf(page).getByRole('button', { name: 'Save video' }).press('Enter'),
  ])
  return videoOf(saved)
}

/** Returns what ffprobe says, or null where it isn't installed. */
async function probed(path: string): Promise<string[] | null> {
  const args = ['-v', 'error', '-count_packets', '-select_streams', 'v:0', '-of', 'csv=p=0', '-show_entries']
  const entries = 'stream=codec_name,width,height,r_frame_rate,nb_read_packets'
  try {
    const { stdout } = await promisify(execFile)('ffprobe', [...args, entries, path])
    return stdout.trim().split(',')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

test('a visitor saves a video of a finished battle, in pictures and by keyboard, and leaving stops it [battles.video] [battles.video-still] [battles.video-failed]', async ({
  page,
  browser,
}) => {
  const id = await foughtBattle(browser)
  await page.setViewportSize({ width: 390, height: 844 })
  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') uploads.push(request.url())
  })
  await page.goto(`${server.url}/battles/${id}`)
  const make = page.getByRole('button', { name: 'Make a video' })
  const dialog = dialogOf(page)
  await expect(make).toBeVisible()
  // An encoder that is lost, as when another app takes a phone's chip.
  await page.evaluate(() => {
    const { encode } = VideoEncoder.prototype
    VideoEncoder.prototype.encode = () => {
      VideoEncoder.prototype.encode = encode
      throw new DOMException('lost', 'EncodingError')
    }
  })
  await make.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(/^Your browser couldn’t make the video/)
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(dialog.getByRole('img', { name: /^Made: [1-9]/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(make).toBeFocused()
  await make.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText(/^Your video is ready: \d+ seconds/)
  await checkInBothThemes(page, (theme) => `video-ready-phone-${theme}`)
  const { path, name, codec, size, frames, seconds } = await save(page)
  expect(name).toMatch(/^aura-battle-[0-9a-f]{8}\.(mp4|webm)$/)
  expect(codec).toBe(name.endsWith('.mp4') ? 'avc' : 'vp9')
  expect(size).toEqual([1_080, 1_920])
  // Both faces, two changes of the lead, the late lead, the end and the winner, three seconds each.
  expect([frames, seconds]).toEqual([18 * 30, expect.closeTo(18, 1)])
  const foreign = await probed(path)
  if (foreign === null) test.info().annotations.push({ type: 'not checked', description: 'ffprobe is not installed' })
  else expect(foreign).toEqual([codec === 'avc' ? 'h264' : 'vp9', '1080', '1920', '30/1', String(frames)])

  // It is kept: opening again makes no second one.
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
  await make.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText(/^Your video is ready/)
  expect(uploads).toEqual([])

  await page.addInitScript(() => Object.assign(window, { VideoEncoder: undefined }))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Share result' })).toBeVisible()
  await expect(make).toHaveCount(0)
})
