import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedBattle, doDue, gift, giver, STARTS_AT } from '../../../test/battles.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { pictureOf, versionOf } from './battle-picture.ts'
import { battlePageTags, publicBattleReader } from './battle-tags.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
afterAll(() => test.close())

const image = (id: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'GET', url: `/share/battles/${id}.png`, headers })

/** How many of the picture's pixels are clearly coloured. */
async function colourOf(png: Buffer): Promise<{ width: number; height: number; lit: number }> {
  const { width, height } = await loadImage(png)
  const ctx = createCanvas(width, height).getContext('2d')
  ctx.drawImage(await loadImage(png), 0, 0)
  const { data } = ctx.getImageData(0, 0, width, height)
  let lit = 0
  for (let i = 0; i < data.length; i += 4) {
    const [r = 0, g = 0, b = 0] = [data[i], data[i + 1], data[i + 2]]
    if (Math.max(r, g, b) - Math.min(r, g, b) > 60) lit += 1
  }
  return { width, height, lit }
}

describe('sharing a battle', () => {
  it('shows another picture and other words before, during and after it', async () => {
    const { id, ada } = await acceptedBattle(test)
    const tags = battlePageTags(test.ctx)
    const before = await image(id)
    expect(before.statusCode).toBe(200)
    expect(before.headers['content-type']).toBe('image/png')
    const plain = await colourOf(before.rawPayload)
    expect(plain).toMatchObject({ width: 1200, height: 630 })
    expect((await tags.read(id))?.description).toContain('Starts')

    test.ctx.clock.set(STARTS_AT)
    await doDue(test.ctx)
    const cy = await giver(test)
    await gift(cy, id, ada.id, 30)
    const live = await image(id)
    expect(live.headers.etag).not.toBe(before.headers.etag)
    expect((await colourOf(live.rawPayload)).lit).toBeGreaterThan(plain.lit + 5_000)
    expect((await tags.read(id))?.title).toMatch(/: live$/)

    test.ctx.clock.advance({ ms: 4 * 3_600_000 })
    await doDue(test.ctx)
    const over = await tags.read(id)
    expect(over?.title).toMatch(/ Wins!$/)
    expect(over?.image).toBe(`/share/battles/${id}.png?v=${await versionNow(id)}`)
    const known = await image(id)
    const again = await image(id, { 'if-none-match': String(known.headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  it('has nothing to show where there is no battle', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect((await image(nobody)).statusCode).toBe(404)
    expect((await image('x')).statusCode).toBe(404)
    expect(await battlePageTags(test.ctx).read(nobody)).toBeNull()
  })
})

async function versionNow(id: string): Promise<string> {
  const battle = await publicBattleReader(test.ctx)(id)
  return battle ? versionOf(pictureOf(battle)) : ''
}
