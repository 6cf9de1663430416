import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import {
  acceptedBattle,
  creator,
  doDue,
  gift,
  giver,
  readBattle,
  runAfter,
  runAt,
  STARTS_AT,
} from '../../../../tests/server/actors/battles.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { openRound, playRound } from '../../../../tests/server/actors/rounds.ts'
import { memoryFiles } from '../../../../tests/server/memory-files.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { upload } from '../../../../tests/server/upload.ts'
import { battlePicture, wordsOf } from './battle-picture.ts'
import { battlePageTags, publicBattleReader } from './battle-tags.ts'
import { drawShareImage, versionOf } from './share-image.ts'
import { SHAPES } from './size.ts'

const PAGE = '<!doctype html><head><title>Aura</title></head>'
const NOBODY = '00000000-0000-4000-8000-000000000000'

let test: TestApp
let webDir: string
let isDown = false
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'aura-web-'))
  await writeFile(join(webDir, 'index.html'), PAGE)
  await writeFile(join(webDir, 'framed.html'), PAGE.replace('Aura', 'Framed'))
  test = await testApp({
    settings: { webDir },
    wrapDb: (db) => ({
      ...db,
      query: (...query) => (isDown ? Promise.reject(new Error('no database')) : db.query(...query)),
    }),
  })
})
afterAll(async () => {
  await test.close()
  await rm(webDir, { recursive: true })
})
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers: { host: 'aura.test', ...headers } })
const image = (id: string, headers: Record<string, string> = {}) => get(`/share/battles/${id}.jpg`, headers)

async function colourOf(picture: Buffer): Promise<{ width: number; height: number; lit: number }> {
  const { width, height } = await loadImage(picture)
  const ctx = createCanvas(width, height).getContext('2d')
  ctx.drawImage(await loadImage(picture), 0, 0)
  const { data } = ctx.getImageData(0, 0, width, height)
  let lit = 0
  for (let i = 0; i < data.length; i += 4) {
    const [r = 0, g = 0, b = 0] = [data[i], data[i + 1], data[i + 2]]
    if (Math.max(r, g, b) - Math.min(r, g, b) > 60) lit += 1
  }
  return { width, height, lit }
}

describe('sharing a battle', () => {
  it('can be embedded by other sites, within the size they ask for [battles.oembed]', async () => {
    const { id } = await acceptedBattle(test)
    const page = (await get(`/battles/${id}`, { accept: 'text/html' })).body
    const [, link = ''] = /type="application\/json\+oembed" href="http:\/\/aura\.test([^"]+)"/.exec(page) ?? []
    const whole = await get(link.replaceAll('&amp;', '&'))
    expect(whole.json()).toMatchObject({ version: '1.0', type: 'rich', width: 640, height: 360 })
    expect(whole.json().html).toContain(`<iframe src="http://aura.test/embed/battle/${id}" width="640" height="360"`)
    const picture = whole.json().thumbnail_url.replace('http://aura.test', '')
    expect((await get(picture)).headers['content-type']).toBe('image/jpeg')
    const embed = (query: string) => get(`/share/oembed?url=http://aura.test/battles/${id}${query}`)
    expect((await embed('&maxwidth=400')).json()).toMatchObject({ width: 400, height: 225 })
    expect((await embed('&maxheight=180&maxwidth=900')).json()).toMatchObject({ width: 320, height: 180 })
    const small = (await embed('&maxwidth=200&maxheight=100')).json()
    expect(small).toMatchObject({ width: 177, height: 100 })
    expect(small.html).toContain('width="177" height="100"')
    expect(small).not.toHaveProperty('thumbnail_url')
    expect((await embed('&maxwidth=200')).json()).toMatchObject({ width: 200, height: 112 })
    expect((await embed('&maxwidth=wide&maxheight=-1')).json()).toMatchObject({ width: 640, height: 360 })
    expect((await get(`/share/oembed?url=http://elsewhere.test/battles/${id}`)).statusCode).toBe(404)
    const framed = await get(`/embed/battle/${id}`, { accept: 'text/html' })
    expect([
      framed.statusCode,
      framed.body.includes(`<link rel="canonical" href="http://aura.test/battles/${id}"`),
    ]).toEqual([200, true])
  })

  it('is previewed and embedded at its address in upper case, too', async () => {
    const { id } = await acceptedBattle(test)
    const upper = `/battles/${id.toUpperCase()}`
    expect(await battlePageTags(test.ctx).read(id.toUpperCase())).toMatchObject({ path: `/battles/${id}` })
    expect((await get(upper, { accept: 'text/html' })).statusCode).toBe(200)
    expect((await get(`/share/oembed?url=http://aura.test${upper}`)).json().html).toContain(`/embed/battle/${id}"`)
  })

  it('changes the image and text before, during and after it, and has an upright one [battles.share-upright]', async () => {
    const { id, ada } = await acceptedBattle(test)
    const tags = battlePageTags(test.ctx)
    const before = await image(id)
    expect(before.statusCode).toBe(200)
    expect(before.headers['content-type']).toBe('image/jpeg')
    const plain = await colourOf(before.rawPayload)
    expect(plain).toMatchObject({ width: 1200, height: 630 })
    expect((await tags.read(id))?.description).toContain('Starts')

    await runAt(test, STARTS_AT)
    const cy = await giver(test)
    await gift(cy, id, ada.id, 30)
    const live = await image(id)
    expect(live.headers.etag).not.toBe(before.headers.etag)
    expect((await colourOf(live.rawPayload)).lit).toBeGreaterThan(plain.lit + 5_000)
    const told = await tags.read(id)
    expect([told?.title, told?.besides]).toEqual([expect.stringMatching(/: live$/), undefined])

    await runAfter(test, { ms: 4 * 3_600_000 })
    const over = await tags.read(id)
    expect(over?.title).toMatch(/ Wins!$/)
    expect(over?.image).toBe(`/share/battles/${id}.jpg?v=${await versionNow(id)}`)
    const known = await image(id)
    const again = await image(id, { 'if-none-match': String(known.headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    // Proxies weaken tags, and clients list several.
    const listed = await image(id, { 'if-none-match': `"x", W/${known.headers.etag}` })
    expect(listed.statusCode).toBe(304)
    const upright = await get(`/share/battles/${id}-upright.jpg`)
    expect(upright.headers.etag).not.toBe(known.headers.etag)
    expect(await colourOf(upright.rawPayload)).toMatchObject({ width: 1_080, height: 1_920 })
    const uprightAgain = await get(`/share/battles/${id}-upright.jpg`, {
      'if-none-match': String(upright.headers.etag),
    })
    expect(uprightAgain.statusCode).toBe(304)
    const earlier = await get(`/share/battles/${id}.png`)
    expect([earlier.statusCode, earlier.headers.location]).toEqual([308, `/share/battles/${id}.jpg`])
  })

  it('says when a rematch starts once it is accepted, not when it expires; a name from X has its username beside it [battles.panel-username]', async () => {
    const { ada, id } = await acceptedBattle(test)
    for (const moment of [STARTS_AT, '2026-03-02T20:00:00Z']) await runAt(test, moment)
    const { body } = await ada.send<{ id: string }>('POST', `/api/battles/${id}/rematch`)
    const rematch = await readBattle(ada, body.id)
    expect(battlePicture(rematch)).toMatchObject({ stage: 'before', note: 'Starts 10 minutes after it is accepted' })
    const { description } = (await battlePageTags(test.ctx).read(body.id)) ?? {}
    expect(description).toBe('Starts 10 minutes after it is accepted. 250 AP each.')
    const { challenger } = rematch
    const { title } = wordsOf({ ...rematch, challenger: { ...challenger, firstName: 'Ada' } })
    expect(title).toContain(`Ada (@${challenger.username}) against `)
  })

  it.each([
    ['', 400],
    [`?url=http://aura.test/battles/${NOBODY}`, 404],
    [`?url=http://aura.test/battles/${NOBODY}&format=xml`, 501],
  ])('embeds nothing for %s', async (query, status) => {
    expect((await get(`/share/oembed${query}`)).statusCode).toBe(status)
  })

  it('frames nothing for an unknown battle', async () => {
    const reply = await get(`/overlay/battle/${NOBODY}`, { accept: 'text/html' })
    expect([reply.statusCode, reply.body]).toEqual([404, PAGE.replace('Aura', 'Framed')])
  })

  it('shows nothing for an unknown battle', async () => {
    expect((await image(NOBODY)).statusCode).toBe(404)
    expect((await image('x')).statusCode).toBe(404)
    expect(await battlePageTags(test.ctx).read(NOBODY)).toBeNull()
  })
})

describe('sharing a profile', () => {
  it('shows the person publicly [profile.og-tags]', async () => {
    const ada = await newcomer(test)
    const { id } = await ada.me()
    await ada.call('POST /api/auth/update-profile', { body: { username: 'ada_onchain' } })
    for (const path of [`/profile/${id}`, `/user/${id}`, `/user/${id.toUpperCase()}?ref=x`]) {
      const { body } = await get(path)
      expect(body).toContain('<meta property="og:title" content="ada_onchain" />')
      expect(body).toContain('<meta property="og:description" content="Clout Chaser, 100 Aura Points." />')
      expect(body).toContain(`<meta property="og:url" content="http://aura.test/user/${id}" />`)
      expect(body).toContain(`<link rel="canonical" href="http://aura.test/user/${id}" />`)
      const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? []
      expect(JSON.parse(data)).toMatchObject({
        '@type': 'ProfilePage',
        mainEntity: { name: 'ada_onchain', url: `http://aura.test/user/${id}` },
      })
      const [, picture = ''] = /property="og:image" content="http:\/\/aura\.test([^"]+)"/.exec(body) ?? []
      expect((await get(picture)).headers['content-type']).toBe('image/jpeg')
    }
    for (const path of ['/profile', `/user/${NOBODY}`, '/user/ada', '/leaderboard'])
      expect((await get(path)).body).toBe(PAGE)
    isDown = true
    const untold = await get(`/user/${id}`)
    isDown = false
    expect([untold.statusCode, untold.body]).toEqual([200, PAGE])
  })

  it('draws their aura, again after each change [profile.og-image]', async () => {
    const ada = await newcomer(test)
    const { id } = await ada.me()
    const picture = (headers = {}) => get(`/share/profiles/${id}.jpg`, headers)
    const bare = await picture()
    expect(bare.statusCode).toBe(200)
    expect(bare.headers['cross-origin-resource-policy']).toBe('cross-origin')
    const plain = await colourOf(bare.rawPayload)
    expect(plain).toMatchObject({ width: 1200, height: 630 })
    const known = { 'if-none-match': String(bare.headers.etag) }
    const unchanged = await picture(known)
    expect([unchanged.statusCode, unchanged.headers['cross-origin-resource-policy']]).toEqual([304, 'cross-origin'])
    await learn(ada)
    const lit = await picture(known)
    expect(lit.statusCode).toBe(200)
    expect((await colourOf(lit.rawPayload)).lit).toBeGreaterThan(plain.lit)
    expect((await picture()).rawPayload.equals(lit.rawPayload)).toBe(true)
    const upright = await get(`/share/profiles/${id}-upright.jpg`)
    expect(await colourOf(upright.rawPayload)).toMatchObject({ width: 1_080, height: 1_920 })
  })

  it('draws their photo instead of the letter, while the store gives it [profile.og-image]', async () => {
    const files = memoryFiles()
    let isStoreDown = false
    const shop = await testApp({
      files: { ...files, get: (name) => (isStoreDown ? Promise.reject(new Error('down')) : files.get(name)) },
    })
    const ada = await newcomer(shop)
    const { id } = await ada.me()
    const red = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    await upload(ada, red)
    const middleOf = async (file: string) => {
      const { rawPayload } = await shop.app.inject({ url: `/share/profiles/${file}`, headers: { host: 'aura.test' } })
      const ctx = createCanvas(1_200, 1_920).getContext('2d')
      ctx.drawImage(await loadImage(rawPayload), 0, 0)
      const [r = 0, g = 0] = (
        file.includes('upright') ? ctx.getImageData(540, 660, 1, 1) : ctx.getImageData(336, 250, 1, 1)
      ).data
      return r > 200 && g < 60
    }
    isStoreDown = true
    expect(await middleOf(`${id}-upright.jpg`)).toBe(false)
    isStoreDown = false
    expect(await middleOf(`${id}.jpg`)).toBe(true)
    await shop.close()
  })

  it('gives other sites a badge of ring, level and streak, without scripts [profile.badge]', async () => {
    const ada = await newcomer(test)
    const { username } = await ada.me()
    const badge = () => get(`/badge/${username}.svg`)
    const first = await badge()
    expect(first.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(first.body).toContain(`${username} on Aura: Clout Chaser · 0 days`)
    expect(first.body).not.toMatch(/<script|href|onload/)
    expect((await loadImage(first.rawPayload)).height).toBe(64)
    await learn(ada)
    const later = await badge()
    expect(later.body).toContain('· 1 day<')
    const known = { 'if-none-match': String(later.headers.etag) }
    expect((await get(`/badge/${username.toUpperCase()}.svg`, known)).statusCode).toBe(304)
    for (const path of ['/badge/nobody_here.svg', '/badge/%3Csvg%3E.svg', '/badge/ada']) {
      expect((await get(path)).statusCode).toBe(404)
    }
  })

  it('has no image for an unknown user', async () => {
    for (const file of [`${NOBODY}.jpg`, 'ada.jpg', `${NOBODY}.gif`])
      expect((await get(`/share/profiles/${file}`)).statusCode).toBe(404)
  })

  it('fits no points, a billion, and the widest name', () => {
    for (const [days, auraPoints, name] of [
      [0, 0, 'a'],
      [365, 1_000_000_000, 'wwwwwwwwwwwwwwwwwwww'],
    ] as const) {
      const { width, height } = SHAPES.wide
      const ctx = createCanvas(width, height).getContext('2d')
      drawShareImage(ctx, {
        of: 'profile',
        shape: 'wide',
        id: NOBODY,
        name,
        photo: null,
        days,
        auraPoints,
        figures: [{ number: '1.2M', words: 'vouches' }],
      })
      const { data } = ctx.getImageData(width - 60, 130, 60, height - 130)
      const brightest = Math.max(...data.filter((_, at) => at % 4 !== 3))
      expect(brightest).toBeLessThan(60)
    }
  })
})

describe('finding Aura', () => {
  it('tells that knowledge decides, and shows points as the score, or a walkover [battles.rounds-kind] [battles.walkover]', async () => {
    const battle = await openRound(test)
    await playRound(test, battle, { ada: true, bo: false })
    const live = await readBattle(battle.ada, battle.id)
    expect(battlePicture(live)).toMatchObject({ a: { score: 1 }, b: { score: 0 } })
    expect(wordsOf(live).description).toContain('0 points')
    const rounds = live.rounds && { ...live.rounds, absent: 'opponent' as const }
    const walkover = { ...live, status: 'completed', winnerId: live.challengerId, rounds } as const
    expect(battlePicture(walkover).isWalkover).toBe(true)
    expect(wordsOf(walkover).description).toMatch(/By walkover: no question was asked.$/)
    const body = { stakeAmount: 40, duration: 0.25, decidedBy: 'knowledge', bestOf: 7 } as const
    const { id } = await battle.ada.call('POST /api/challenge-links', { body })
    expect((await get(`/challenge/${id}`)).body).toContain('40 AP each. Decided by knowledge: best of 7 questions.')
  })

  it('tells of a challenge link while it is open, and keeps it out of search engines [battles.link-page-tags]', async () => {
    const ada = await creator(test)
    const body = { stakeAmount: 40, duration: 0.25 } as const
    const { id } = await ada.call('POST /api/challenge-links', { body })
    const page = async (path: string) => (await get(path)).body
    const { username } = await ada.me()
    const open = await page(`/challenge/${id}`)
    expect(open).toContain(`<meta property="og:title" content="${username} challenges you" />`)
    expect(open).toContain(
      `content="40 AP each, 15 minutes, and the crowd decides. The first to accept battles ${username}."`,
    )
    expect(open).toContain(`/challenge/${id}" />`)
    expect(open).toMatch(new RegExp(`og:image" content="[^"]*/share/profiles/${ada.id}\\.jpg\\?v=`))
    expect(open).toContain('<meta name="robots" content="noindex" />')
    await ada.call('POST /api/challenge-links/:id/withdraw', { params: { id } })
    const ended = await page(`/challenge/${id}`)
    expect(ended).toContain(`<meta property="og:title" content="A challenge by ${username}" />`)
    expect(ended).toContain('This challenge is no longer open.')
    expect(ended).not.toContain('40 AP')
    for (const unknown of [NOBODY, 'nothing']) expect(await page(`/challenge/${unknown}`)).not.toContain('og:title')
    expect(await page('/')).not.toContain('noindex')
  })

  it('tells who invites while an invite is open, and keeps it out of search engines [invites.page-tags]', async () => {
    const ada = await creator(test)
    const { id } = await ada.call('POST /api/invites')
    const { username } = await ada.me()
    const page = async (path: string) => (await get(path)).body
    const open = await page(`/invite/${id}`)
    expect(open).toContain(`<meta property="og:title" content="${username} invites you to Aura" />`)
    expect(open).toContain('The invite is for one person.')
    expect(open).toContain(`/invite/${id}" />`)
    expect(open).toMatch(new RegExp(`og:image" content="[^"]*/share/profiles/${ada.id}\\.jpg\\?v=`))
    expect(open).toContain('<meta name="robots" content="noindex" />')
    await ada.call('POST /api/invites/:id/withdraw', { params: { id } })
    const ended = await page(`/invite/${id}`)
    expect(ended).toContain(`<meta property="og:title" content="An invite by ${username}" />`)
    expect(ended).toContain('This invite is no longer open.')
    for (const unknown of [NOBODY, 'nothing']) expect(await page(`/invite/${unknown}`)).not.toContain('og:title')
  })

  it('tells of the first page and those about Aura, at their canonical addresses [landing.page-tags]', async () => {
    const { body } = await get('/?join=1')
    expect(body).toContain('<meta property="og:title" content="Build your aura" />')
    expect(body).toContain('<link rel="canonical" href="http://aura.test/" />')
    expect(body.match(/name="description"/g)).toHaveLength(1)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? []
    expect(JSON.parse(data)).toMatchObject({ '@type': 'WebSite', url: 'http://aura.test/' })
    const [, picture = ''] = /property="og:image" content="http:\/\/aura\.test([^"]+)"/.exec(body) ?? []
    const drawn = await get(picture)
    expect(drawn.headers['content-type']).toBe('image/jpeg')
    expect((await colourOf(drawn.rawPayload)).lit).toBeGreaterThan(10_000)
    const help = await get('/Help/FAQ/')
    expect(help.body).toContain('<link rel="canonical" href="http://aura.test/help/faq" />')
    expect(help.body).toContain('<title>FAQ — Aura</title>')
  })

  it('tells of a lesson and a term at their addresses, and of no others [learning.public-tags]', async () => {
    const dataOf = (body: string) =>
      JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    const { body } = await get('/lessons/What-a-wallet-holds')
    expect(body).toContain('<title>What a wallet actually holds — Aura</title>')
    expect(body).toContain('<link rel="canonical" href="http://aura.test/lessons/what-a-wallet-holds" />')
    expect(dataOf(body)).toMatchObject({ '@type': 'LearningResource', educationalLevel: 'beginner' })
    expect(body).not.toContain('two-apps-one-key')
    const term = await get('/glossary/gas')
    expect(term.body).toContain('<link rel="canonical" href="http://aura.test/glossary/gas" />')
    expect(dataOf(term.body)).toMatchObject({ '@type': 'DefinedTerm', name: 'Gas' })
    for (const path of ['/lessons/nowhere', '/glossary/nowhere']) expect((await get(path)).statusCode).toBe(404)
  })

  it('names public pages in a sitemap: about Aura, ranked people and battles [landing.sitemap]', async () => {
    const fresh = await testApp({ settings: { webDir } })
    const address = (url: string) => fresh.app.inject({ url, headers: { host: 'aura.test' } })
    const { id, ada, bo } = await acceptedBattle(fresh)
    fresh.ctx.clock.set(STARTS_AT)
    await doDue(fresh.ctx)
    const robots = await address('/robots.txt')
    expect(robots.body).toContain('Sitemap: http://aura.test/sitemap.xml')
    const sitemap = await address('/sitemap.xml')
    expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
    const found = [...sitemap.body.matchAll(/<loc>http:\/\/aura\.test([^<]+)<\/loc>/g)].map(([, path]) => path)
    expect(found).toEqual(expect.arrayContaining(['/', '/reserves', '/help/faq', `/user/${ada.id}`, `/user/${bo.id}`]))
    expect(found).toEqual(expect.arrayContaining([`/battles/${id}`, '/lessons/what-a-wallet-holds', '/glossary/gas']))
    for (const path of found)
      expect((await address(path ?? '')).body).toContain(`rel="canonical" href="http://aura.test${path}"`)
    await fresh.close()
  })
})

async function versionNow(id: string): Promise<string> {
  const battle = await publicBattleReader(test.ctx)(id)
  return battle ? versionOf(battlePicture(battle)) : ''
}
