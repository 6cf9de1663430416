import { chatLine, type SmallIrc, startSmallIrc } from '../../server/small-irc.ts'
import { callAs, challengeByCalls, fighter, scores } from '../support/arena.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

const STARTS = '2026-03-02T16:00:00Z'
const ENDS = '2026-03-02T20:00:00Z'

let irc: SmallIrc
let server: ClockServer
test.beforeEach(async () => {
  irc = await startSmallIrc()
  server = await startClockServer({ startAt: '2026-03-02T15:10:00Z', settings: { twitchChatUrl: irc.url } })
})
test.afterEach(async () => {
  expect(await server.audit()).toEqual([])
  await server.stop()
  await irc.close()
})

test('a creator lets their chat cheer, everyone sees it on the meter, and the score stays [battles.chat]', async ({
  browser,
}) => {
  const [mine, theirs, crowd] = await Promise.all([
    browser.newContext({ reducedMotion: 'reduce' }),
    browser.newContext({ reducedMotion: 'reduce' }),
    browser.newContext({ reducedMotion: 'reduce', viewport: { width: 390, height: 844 } }),
  ])
  const ada = await fighter(server, mine.request, 'ada_live')
  const bo = await fighter(server, theirs.request, 'bo_cooks')
  await server.connectTwitch(ada.id, 'ada_on_twitch')
  const id = await challengeByCalls(server, ada, bo, { startsAt: STARTS })
  await callAs(server, bo, `/api/battles/${id}/accept`)

  const [page, other, visitor] = [await mine.newPage(), await theirs.newPage(), await crowd.newPage()]
  for (const each of [page, other, visitor]) {
    await each.goto(`${server.url}/battles/${id}`)
    await expect(each.getByRole('heading', { name: 'Both stakes are in' })).toBeVisible()
  }
  const start = page.getByRole('button', { name: 'Let my Twitch chat cheer' })
  await expect(start).toBeVisible()
  await expect(page.getByText('It writes nothing there and keeps no message.')).toBeVisible()
  await start.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Connecting to the chat of twitch.tv/ada_on_twitch…')).toBeVisible()
  await expect(other.getByRole('button', { name: /Twitch chat/ })).toHaveCount(0)

  await server.setClock('2026-03-02T15:10:01Z')
  const guest = await irc.joined()
  await server.setClock(STARTS)
  const cheersAlong = 'The chat of twitch.tv/ada_on_twitch cheers along: !left for ada_live, !right for bo_cooks'
  await expect(async () => {
    await server.setClock('2026-03-02T16:00:01Z')
    for (const each of [page, other, visitor]) {
      await expect(each.getByText(cheersAlong)).toBeVisible({ timeout: 1_000 })
    }
  }).toPass()
  await guest.send(
    chatLine('ada_on_twitch', 'cy', '!left'),
    chatLine('ada_on_twitch', 'dee', 'so good ❤️'),
    chatLine('ada_on_twitch', 'eli', '!right'),
    'x'.repeat(64 * 1024),
    chatLine('ada_on_twitch', 'fay', '💜'),
    ...Array.from({ length: 1_000 }, () => chatLine('ada_on_twitch', 'cy', '!left')),
  )
  const meter = 'Cheers: ada_live 3, bo_cooks 1'
  await expect(async () => {
    await server.setClock('2026-03-02T16:00:02Z')
    await expect(visitor.getByRole('region', { name: meter })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(other.getByRole('region', { name: meter })).toBeVisible()
  for (const each of [page, visitor]) expect(await scores(each)).toMatchObject({ a: '0', b: '0' })

  await page.getByRole('button', { name: 'Stop my Twitch chat' }).click()
  await expect(start).toBeVisible()
  await expect(visitor.getByText(cheersAlong)).toHaveCount(0)
  const gone = new Promise((resolve) => guest.socket.on('close', resolve))
  await server.setClock('2026-03-02T16:00:03Z')
  await gone
  await server.setClock(ENDS)
  await expect(visitor.getByRole('region', { name: meter })).toBeVisible()
  expect(irc.sent.filter((line) => !/^(?:NICK justinfan\d+|JOIN #ada_on_twitch)$/.test(line))).toEqual([])
  for (const each of [mine, theirs, crowd]) await each.close()
})
