import { crc32, deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { decode, withPalette } from './png-palette.ts'

const SIZE = 16

/** Encodes a PNG as browsers do: rows filtered by their left neighbours. */
function png(colourOf: (x: number, y: number) => readonly [number, number, number]): Buffer {
  const rows = Buffer.alloc((SIZE * 3 + 1) * SIZE)
  for (let y = 0; y < SIZE; y++) {
    const start = y * (SIZE * 3 + 1)
    rows[start] = 1
    for (let x = 0; x < SIZE; x++) {
      const before = x > 0 ? colourOf(x - 1, y) : [0, 0, 0]
      colourOf(x, y).forEach((value, i) => {
        rows[start + 1 + x * 3 + i] = value - (before[i] ?? 0)
      })
    }
  }
  const header = Buffer.from([0, 0, 0, SIZE, 0, 0, 0, SIZE, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))],
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

it('keeps a picture of few colours as it is, to the pixel', () => {
  const picture = png((x, y) => [x * 16, y < 8 ? 0 : 255, 40])
  const small = withPalette(picture)
  expect(decode(small)).toEqual(decode(picture))
  // Reducing a reduced picture changes nothing.
  expect(withPalette(small)).toEqual(small)
})

it('brings many colours down to few, each by less than one would see', () => {
  const picture = png((x, y) => [x * 16 + y, y * 16 + x, (x + y) * 8])
  const before = decode(picture)?.rgb ?? Buffer.alloc(0)
  const after = decode(withPalette(picture))?.rgb ?? Buffer.alloc(0)
  expect(after.length).toBe(before.length)
  for (let i = 0; i < before.length; i++) expect(Math.abs((before[i] ?? 0) - (after[i] ?? 0))).toBeLessThan(16)
})
