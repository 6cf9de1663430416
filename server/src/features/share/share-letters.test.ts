import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { readFaces } from './faces.ts'
import { drawShareImage, encodeShareImage, type PictureOf, type SharePicture, upright } from './share-image.ts'
import { SHAPES } from './size.ts'
import { fillText, fitLines, fitText, textWidth } from './text.ts'
import { drawable, setText, withoutLacking } from './typefaces.ts'

const ID = '00000000-0000-4000-8000-0000000000a'

const side = (name: string, username = 'temi_codes', score = 1_234_567) => ({
  id: `${ID}${username.length % 10}`,
  name,
  username,
  photo: 'photo',
  days: 400,
  auraPoints: 1_000_000_000,
  score,
  gifts: Array.from({ length: 100 }, (_, i) => 1_000 * (i + 1)),
})
const battle = (title: string, a: string, b: string): PictureOf<'battle'> => ({
  of: 'battle',
  shape: 'wide',
  title,
  untitled: 'Battle #01234567',
  stage: 'live',
  note: '',
  a: side(a),
  b: side(b, 'tobi_wav', 987_654),
  winner: null,
  isWalkover: false,
})

function drawn(picture: SharePicture, faces: Parameters<typeof drawShareImage>[2] = new Map()): Buffer {
  const { width, height } = SHAPES[picture.shape]
  const canvas = createCanvas(width, height)
  drawShareImage(canvas.getContext('2d'), picture, faces)
  return encodeShareImage(canvas)
}

/** A photo that compresses as badly as any. */
function noise(): Uint8Array {
  const canvas = createCanvas(512, 512)
  const ctx = canvas.getContext('2d')
  const pixels = ctx.createImageData(512, 512)
  let state = 1
  for (let i = 0; i < pixels.data.length; i++) {
    state = (state * 48_271) % 2_147_483_647
    pixels.data[i] = i % 4 === 3 ? 255 : state % 256
  }
  ctx.putImageData(pixels, 0, 0)
  return canvas.toBuffer('image/webp', 100)
}

describe('letters on share pictures', () => {
  it.each([
    ['Latin', 'Łódź Ångström Ğřű'],
    ['Yoruba', 'Ẹ́yẹ̀ Ọlá'],
    ['Vietnamese', 'Nguyễn Phương Đặng'],
    ['Cyrillic', 'Привет Київ Ђурђевић'],
    ['Greek', 'Ελλάδα Ώρα ἀρχή'],
    ['Arabic', 'مُبدعة الفجر ۱۲۳ پگاه'],
    ['Hebrew', 'עברית שָׁלוֹם'],
    ['Devanagari', 'क्षत्रिय श्री'],
    ['Thai', 'สวัสดีเพื่อนน้ำ'],
    ['Japanese', '今夜バトル東京ひらがな'],
    ['Korean', '안녕하세요'],
    ['Chinese', '中文龍體臺灣简体'],
    ['emoji', '😎 👩🏽‍🤝‍👨🏿 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 🇳🇬 ❤️ 7️⃣ 👨‍👩‍👧‍👦'],
  ])('are drawn in %s [battles.share-letters]', (_, text) => {
    for (const style of ['display', 'reading'] as const) expect([...setText(text, style).lacking]).toEqual([])
    expect(drawable(text, 'temi_codes')).toBe(text)
  })

  it('of a name from X have the username beside them, which nobody else has [battles.panel-username]', () => {
    const { width, height } = SHAPES.wide
    const ctx = createCanvas(width, height).getContext('2d')
    const texts: string[] = []
    const fillText = ctx.fillText.bind(ctx)
    ctx.fillText = (text, ...at) => {
      texts.push(text)
      fillText(text, ...at)
    }
    for (const stage of ['before', 'live', 'over', 'off'] as const)
      drawShareImage(ctx, { ...battle('One', 'Temi', 'tobi_wav'), stage })
    expect(texts.filter((text) => text.startsWith('@'))).toEqual(Array(4).fill('@temi_codes'))
  })

  it('that no font has become the username, the number of the battle, or an ellipsis', () => {
    const unknown = 'தமிழ்'
    expect(drawn(battle(unknown, unknown, 'Bo'))).toEqual(drawn(battle('Battle #01234567', 'temi_codes', 'Bo')))
    expect(drawn(battle('One', 'Z\u0335\u0336\u0337\u0338', 'Bo'))).toEqual(drawn(battle('One', 'temi_codes', 'Bo')))
    expect(withoutLacking(`Won against ${unknown} ${unknown} today`)).toBe('Won against … today')
  })

  it('of one word come from one font where the display font would misplace its marks', () => {
    expect(setText('Łódź', 'display').families).toEqual(['source-sans-3 latin-ext', 'source-sans-3 latin'])
    expect(setText('Łódź', 'display').isOwn).toBe(false)
    expect(setText('Ré Привет', 'display').isOwn).toBe(true)
  })

  it('are ideographs in the way of the language that the text shows', () => {
    expect(setText('直', 'display').families).toEqual([expect.stringContaining('noto-sans-sc')])
    expect(setText('直す', 'display').families.every((family) => family.startsWith('noto-sans-jp'))).toBe(true)
  })

  it('run from right to left where the first one does', () => {
    const look = { size: 60, weight: 700, stretch: 100, align: 'left' } as const
    const start = (text: string, width: number) => {
      const ctx = createCanvas(600, 100).getContext('2d')
      fillText(ctx, text, 0, 70, look)
      return Buffer.from(ctx.getImageData(0, 0, width, 100).data.buffer)
    }
    const width = Math.floor(textWidth(createCanvas(1, 1).getContext('2d'), 'Max', look)) - 4
    expect(start('שלום Max', width)).toEqual(start('Max', width))
    expect(start('Max שלום', width)).toEqual(start('Max', width))
  })

  it.each(['漢'.repeat(50), 'Ž'.repeat(50), 'مم '.repeat(16), '👩🏽‍🤝‍👨🏿'.repeat(7), 'W'.repeat(50)])(
    'fit, or are cut: %s',
    (name) => {
      const ctx = createCanvas(1, 1).getContext('2d')
      const { text, look } = fitText(ctx, name, 430, { size: 32, weight: 700, stretch: 78 })
      expect(textWidth(ctx, text, look)).toBeLessThanOrEqual(430)
      expect(text === name || (text.endsWith('…') && name.startsWith(text.slice(0, -1)))).toBe(true)
    },
  )
})

describe('lines of a text', () => {
  const ctx = createCanvas(1, 1).getContext('2d')
  const lines = (text: string) => fitLines(ctx, text, { size: 76, weight: 850, stretch: 88, most: 3, room: 556 })

  it.each([
    'Won',
    'Your longest streak: 12 days in a row',
    'Won against slow_slippage by 2 Steeze with a comeback in the final minute',
    `First vouch, from ${'w'.repeat(20)}`,
    '漢'.repeat(60),
  ])('are narrower, then smaller, until all of it fits: %s [recap.picture-whole]', (text) => {
    const { lines: fitted, look } = lines(text)
    expect(fitted.join(' ').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    expect(fitted.length).toBeLessThanOrEqual(3)
    for (const line of fitted) expect(textWidth(ctx, line, look)).toBeLessThanOrEqual(556)
  })

  it('end with an ellipsis where even the smallest letters have no room', () => {
    const { lines: fitted } = lines('wide words '.repeat(40))
    expect([fitted.length, fitted[2]?.endsWith('…')]).toEqual([3, true])
  })
})

it('a winner’s underscore stays clear of what is written below it', () => {
  const { width, height } = SHAPES.wide
  const ctx = createCanvas(width, height).getContext('2d')
  drawShareImage(ctx, { ...battle('', 'g_w', 'bo'), stage: 'over', winner: 'a' })
  const { data } = ctx.getImageData(width / 2 - 200, 60, 400, 110)
  const isLit = Array.from({ length: 110 }, (_, row) =>
    data.subarray(row * 1_600, (row + 1) * 1_600).some((value, at) => at % 4 !== 3 && value > 60),
  )
  const between = isLit.slice(isLit.indexOf(true), isLit.lastIndexOf(true))
  expect(between.filter((lit) => !lit).length).toBeGreaterThanOrEqual(4)
})

it.each<[string, Exclude<SharePicture, { of: 'home' }>]>([
  ['a live battle', battle('漢'.repeat(20), '漢'.repeat(50), 'Ž'.repeat(50))],
  ['an even one', { ...battle('W'.repeat(20), '😎', 'W'.repeat(20)), b: side('W'.repeat(20), 'tobi_wav') }],
  ['a won one', { ...battle('', 'W'.repeat(50), '漢'), stage: 'over', winner: 'a' }],
  ['one won by walkover', { ...battle('', 'W'.repeat(50), 'bo'), stage: 'over', winner: 'a', isWalkover: true }],
  ['a drawn one', { ...battle('', 'W'.repeat(50), '漢'), stage: 'over' }],
  ['a planned one', { ...battle('漢'.repeat(20), '漢', '漢'), stage: 'before', note: 'Starts 2 Mar 2026, 12:00 UTC' }],
  [
    'a profile',
    { of: 'profile', shape: 'wide', ...side('w'.repeat(20)), figures: [{ number: '1.2M', words: 'vouches' }] },
  ],
  [
    'a recap',
    {
      of: 'recap',
      shape: 'wide',
      ...side('w'.repeat(20)),
      week: '2–8 Mar 2026',
      title: '漢'.repeat(60),
      detail: '漢'.repeat(60),
      figures: [],
    },
  ],
])(
  'the share pictures of %s have less than 300 kB, wide and upright [battles.share-bytes] [battles.share-upright]',
  async (_, picture) => {
    const faces = await readFaces({ photo: noise(), broken: Uint8Array.of(1, 2, 3) })
    expect([...faces.keys()]).toEqual(['photo'])
    for (const shaped of [picture, upright(picture, 'aura.example')]) {
      const jpeg = drawn(shaped, faces)
      expect(jpeg.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
      expect(jpeg.length).toBeLessThan(300_000)
      expect(drawn(shaped)).not.toEqual(jpeg)
    }
  },
)
