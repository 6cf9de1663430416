import { playerPage, type StreamAddress } from '@aura/api/streams'
import { startSandbox } from '../../../tools/provider-sandbox/start-sandbox.ts'
import { callAs, challengeByCalls, type Fighter, fighter, scores } from '../support/arena.ts'
import { fakePlayers, policyFaults } from '../support/players.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { type BrowserContext, expect, type Locator, type Page, test } from '../support/test.ts'

const STARTS = '2026-03-02T16:00:00Z'
const OWNCAST = 'https://tv.example.org/'

let server: ClockServer
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let playlist: string
test.beforeEach(async () => {
  sandbox = await startSandbox([0])
  const { host } = new URL(sandbox.url)
  playlist = `${sandbox.url}/stream/loop.m3u8`
  const streamHosts = [
    { kind: 'hls', host },
    { kind: 'owncast', host: 'tv.example.org' },
  ] as const
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z', settings: { streamHosts } })
})
test.afterEach(async () => {
  await server.stop()
  await sandbox.stop()
})

const put = async ({ request }: Fighter, path: string, address: string | null) => {
  const reply = await request.put(`${server.url}${path}`, { headers: { origin: server.url }, data: { address } })
  expect(reply.ok(), await reply.text()).toBe(true)
}

/** A live battle in which Ada shows the sandbox's loop and Bo an Owncast host. */
async function battleWithStreams(): Promise<{ ada: Fighter; bo: Fighter; id: string }> {
  const [ada, bo] = [
    await fighter(server, (await contextOf()).request, 'ada_live'),
    await fighter(server, (await contextOf()).request, 'bo_cooks'),
  ]
  const id = await challengeByCalls(server, ada, bo, { title: 'On air', startsAt: STARTS, stake: 500 })
  await callAs(server, bo, `/api/battles/${id}/accept`)
  await put(ada, '/api/battles/streams', playlist)
  await put(bo, '/api/battles/streams', OWNCAST)
  await server.setClock(STARTS)
  return { ada, bo, id }
}

let contextOf: () => Promise<BrowserContext>
test.beforeEach(({ browser }) => {
  contextOf = () => browser.newContext({ timezoneId: 'UTC', reducedMotion: 'reduce' })
})

/** Returns the texts of scores, clock and gifts that are below the first screen, or covered there. */
const outOfSight = (page: Page) =>
  page.evaluate(() => {
    const gifts = [...document.querySelectorAll('main a')].filter((link) =>
      link.textContent?.startsWith('Join to gift'),
    )
    const parts = [...document.querySelectorAll('[data-score], [role="timer"]'), ...gifts]
    if (parts.length !== 5) return [`${parts.length} parts`]
    return parts
      .filter((part) => {
        const { left, top, width, height } = part.getBoundingClientRect()
        const isSeen = (y: number) => part.contains(document.elementFromPoint(left + width / 2, y))
        return !isSeen(top + 1) || !isSeen(top + height - 1)
      })
      .map((part) => part.textContent)
  })

const panel = (page: Page, name: string) => page.getByRole('region', { name: `${name}’s stream` })

/** Returns the hosts, other than Aura's, that a page and its frames have asked since the last call. */
function foreignHosts(page: Page): () => string[] {
  let hosts = new Set<string>()
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(server.url).host) hosts.add(host)
  })
  return () => {
    const found = [...hosts].sort()
    hosts = new Set()
    return found
  }
}

test('two streams, of which one is offline, by keyboard: nothing is asked of their hosts before the press or after they are hidden [battles.stream-press] [battles.stream-players] [battles.stream-offline] [battles.stream-delay] [battles.stream-room]', async () => {
  const { ada, bo, id } = await battleWithStreams()
  const context = await contextOf()
  const asked = await fakePlayers(context)
  const page = await context.newPage()
  const [hosts, faults] = [foreignHosts(page), policyFaults(page)]
  const here = new URL(sandbox.url).host
  await page.goto(`${server.url}/battles/${id}`)
  await expect(panel(page, 'ada_live')).toContainText(`Plays from ${here}, which sees your address`)
  await expect(panel(page, 'bo_cooks')).toContainText('Plays from tv.example.org')
  await expect(page.getByText('Their picture may be up to 20 s late')).toBeVisible()
  expect(await outOfSight(page)).toEqual([])
  expect(hosts()).toEqual([])

  await panel(page, 'ada_live').getByRole('button', { name: 'Play ada_live’s stream' }).press('Enter')
  await expect(panel(page, 'ada_live').getByRole('status')).toHaveText('ada_live’s stream is playing.')
  await expect(panel(page, 'ada_live').getByRole('button', { name: 'Stop ada_live’s stream' })).toBeFocused()
  const video = page.frameLocator('iframe[title*="ada_live"]').locator('video')
  await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.currentTime)).toBeGreaterThan(0)
  expect(await video.evaluate((each: HTMLVideoElement) => each.muted)).toBe(true)
  expect(hosts()).toEqual([here])

  // Bo's host can't be reached. The battle goes on, and the link leads to the stream itself.
  await context.route('https://tv.example.org/**', (route) => route.abort())
  await panel(page, 'bo_cooks').getByRole('button', { name: 'Play bo_cooks’s stream' }).press('Enter')
  await expect(panel(page, 'bo_cooks').getByRole('status')).toContainText('The player didn’t load.')
  await expect(panel(page, 'bo_cooks').getByRole('link', { name: 'Open on tv.example.org' })).toHaveAttribute(
    'href',
    OWNCAST,
  )
  expect(await scores(page)).toMatchObject({ a: '0', b: '0' })
  await context.unroute('https://tv.example.org/**')
  await fakePlayers(context)
  await panel(page, 'bo_cooks').getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(
    page.frameLocator('iframe[title*="bo_cooks"]').frameLocator('iframe').getByText('Owncast, muted'),
  ).toBeVisible()

  // Both hosts are remembered: the next visit plays at once.
  await page.reload()
  await expect(panel(page, 'bo_cooks').getByRole('status')).toHaveText('bo_cooks’s stream is playing.')
  await expect(panel(page, 'ada_live').getByRole('status')).toHaveText('ada_live’s stream is playing.')

  // What is shown on other sites never plays them.
  const elsewhere = await context.newPage()
  const [otherHosts, otherFaults] = [foreignHosts(elsewhere), policyFaults(elsewhere)]
  for (const path of ['overlay', 'embed']) {
    await elsewhere.goto(`${server.url}/${path}/battle/${id}`)
    await expect(elsewhere.getByText('ada_live').first()).toBeVisible()
    await expect(elsewhere.locator('iframe')).toHaveCount(0)
  }
  expect([otherHosts(), otherFaults]).toEqual([[], []])
  await elsewhere.close()

  // Ada takes hers back while the battle is live, and Bo's is stopped here.
  await put(ada, `/api/battles/${id}/stream`, null)
  await expect(panel(page, 'ada_live')).toHaveCount(0)
  await panel(page, 'bo_cooks').getByRole('button', { name: 'Stop bo_cooks’s stream' }).press('Enter')
  await expect(panel(page, 'bo_cooks').getByRole('button', { name: 'Play' })).toBeFocused()
  await expect(page.locator('iframe')).toHaveCount(0)
  hosts()
  asked.length = 0
  await page.reload()
  await expect(panel(page, 'bo_cooks')).toContainText('Plays from tv.example.org')
  await put(bo, '/api/battles/streams', null)
  await expect(panel(page, 'bo_cooks')).toHaveCount(0)
  expect([hosts(), asked]).toEqual([[], []])
  expect(faults).toEqual([])
})

test('on a phone one stream is on screen at a time, and only its player is loaded [battles.stream-phone] [battles.stream-room]', async ({
  browser,
}) => {
  const { id } = await battleWithStreams()
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  await fakePlayers(context)
  const page = await context.newPage()
  const frames = () => page.locator('iframe').evaluateAll((all) => all.map((each) => each.getAttribute('title')))
  await page.goto(`${server.url}/battles/${id}`)
  const choice = page.getByRole('radiogroup', { name: 'Which stream is on screen' })
  await expect(choice.getByRole('radio', { name: 'ada_live' })).toBeChecked()
  expect(await outOfSight(page)).toEqual([])
  await panel(page, 'ada_live').getByRole('button', { name: 'Play' }).tap()
  await expect(panel(page, 'ada_live').getByRole('status')).toHaveText('ada_live’s stream is playing.')

  await choice.getByText('bo_cooks').tap()
  await expect(panel(page, 'bo_cooks').getByRole('button', { name: 'Play' })).toBeInViewport()
  expect(await frames()).toEqual([])
  await panel(page, 'bo_cooks').getByRole('button', { name: 'Play' }).tap()
  await expect(panel(page, 'bo_cooks').getByRole('status')).toHaveText('bo_cooks’s stream is playing.')
  expect(await frames()).toEqual(['bo_cooks’s stream on tv.example.org'])

  // A swipe back, as the row scrolls under a finger.
  await panel(page, 'ada_live')
    .locator('..')
    .evaluate((row) => row.scrollTo({ left: 0 }))
  await expect(choice.getByRole('radio', { name: 'ada_live' })).toBeChecked()
  await expect.poll(frames).toEqual([expect.stringContaining('ada_live')])
})

const CHANNEL = 'UCabcdefghijklmnopqrst_-'
const PLATFORMS: readonly [StreamAddress, (site: string) => string][] = [
  [{ kind: 'twitch', host: 'twitch.tv', id: 'ada' }, () => 'ada on Twitch, muted'],
  [{ kind: 'youtube', host: 'youtube.com', id: CHANNEL }, (site) => `${CHANNEL} for ${site}/, muted`],
  [{ kind: 'kick', host: 'kick.com', id: 'ada' }, () => 'ada on Kick, muted'],
  [{ kind: 'owncast', host: 'tv.example.org', id: '' }, () => 'Owncast, muted'],
]

test('each platform’s player gets what it asks for, and can’t leave its frame [battles.stream-players]', async () => {
  const context = await contextOf()
  const asked = await fakePlayers(context)
  const page = await context.newPage()
  const faults = policyFaults(page)
  await page.goto(`${server.url}/help/faq`)
  for (const [stream, text] of PLATFORMS) {
    await page.evaluate((src) => {
      for (const old of document.querySelectorAll('iframe')) old.remove()
      const frame = document.createElement('iframe')
      frame.allow = 'autoplay; fullscreen'
      frame.src = src
      document.body.append(frame)
    }, playerPage(stream))
    const player = page.frameLocator('iframe').frameLocator('iframe')
    await expect(player.getByText(text(server.url), { exact: true }), stream.kind).toBeAttached()
    expect(new URL(page.url()).host).toBe(new URL(server.url).host)
  }
  expect(faults).toEqual([])

  // Only their own pages may frame players.
  asked.length = 0
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.src = 'https://player.twitch.tv/?channel=ada'
    document.body.append(frame)
  })
  await expect.poll(() => faults.length).toBe(1)
  expect(asked).toEqual([])
})

test('a creator sets and changes a stream, in Settings and in the battle [battles.stream-choice] [battles.stream-address] [battles.stream-report]', async () => {
  const { ada, bo, id } = await battleWithStreams()
  const cookies = async (of: Fighter) => (await of.request.storageState()).cookies
  const context = await contextOf()
  await context.addCookies(await cookies(ada))
  const page = await context.newPage()
  await page.goto(`${server.url}/settings`)
  const change = page.getByRole('button', { name: 'Change: Your stream in battles' })
  await change.click()
  const dialog = page.getByRole('dialog', { name: 'Your stream' })
  await expect(dialog.getByLabel('Address of the stream')).toHaveValue(playlist)
  await dialog.getByLabel('Address of the stream').fill('https://twitch.tv.evil.example/ada')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Aura can’t show streams from this site.')).toBeVisible()
  await dialog.getByLabel('Address of the stream').fill(OWNCAST)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('tv.example.org')).toBeVisible()

  await page.goto(`${server.url}/battles/${id}`)
  await panel(page, 'ada_live').getByRole('button', { name: 'Change your stream' }).click()
  await expect(dialog.getByRole('radio', { name: 'As in Settings: tv.example.org' })).toBeChecked()
  await dialog.getByText('No stream', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(panel(page, 'ada_live')).toHaveCount(0)

  await context.clearCookies()
  await context.addCookies(await cookies(await fighter(server, (await contextOf()).request, 'cy_claps')))
  await page.goto(`${server.url}/battles/${id}`)
  await panel(page, 'bo_cooks').getByRole('button', { name: 'Report bo_cooks’s stream' }).click()
  const report = page.getByRole('dialog', { name: 'Report bo_cooks' })
  await expect(report.getByRole('radio', { name: 'Their stream in a battle' })).toBeChecked()
  await report.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByText('An admin will look into it. bo_cooks isn’t told.')).toBeVisible()
  expect(bo.id).toBeTruthy()
})

test('a battle of rounds shows streams below its question, and a participant can add theirs [battles.stream] [battles.stream-choice] [battles.stream-delay]', async () => {
  const [ada, bo] = [
    await fighter(server, (await contextOf()).request, 'ada_live'),
    await fighter(server, (await contextOf()).request, 'bo_cooks'),
  ]
  const body = {
    opponentId: bo.id,
    stakeAmount: 250,
    decidedBy: 'knowledge',
    bestOf: 3,
    duration: null,
    battleDate: STARTS,
  }
  const { id } = await callAs<{ id: string }>(server, ada, '/api/battles', body)
  await callAs(server, bo, `/api/battles/${id}/accept`)
  await put(ada, '/api/battles/streams', playlist)
  await server.setClock(STARTS)
  const context = await contextOf()
  await context.addCookies((await bo.request.storageState()).cookies)
  const page = await context.newPage()
  await page.goto(`${server.url}/battles/${id}`)
  await expect(panel(page, 'ada_live').getByRole('button', { name: 'Play ada_live’s stream' })).toBeVisible()
  await expect(page.getByText('Their picture may be up to 20 s late')).toBeVisible()
  const topOf = async (of: Locator) => (await of.boundingBox())?.y ?? 0
  const lobby = page.getByRole('region', { name: 'Lobby' })
  expect(await topOf(panel(page, 'ada_live'))).toBeGreaterThan(await topOf(lobby))
  await put(ada, '/api/battles/streams', null)
  await page.reload()
  await expect(lobby).toBeVisible()
  await expect(panel(page, 'ada_live')).toHaveCount(0)
  await page.getByRole('button', { name: 'Your stream' }).click()
  await expect(page.getByRole('dialog', { name: 'Your stream' })).toBeVisible()
})
