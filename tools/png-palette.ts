/**
 * Shrinks screenshots to a third: at most 256 colours in a palette. Similar colours merge by less than the
 * visual test notices; areas of one colour are unchanged.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const RGB = 2
const PALETTE = 3
const RGBA = 6
const MAX_COLOURS = 256
/** Bits per channel that distinguish colours, from fine to coarse. */
const FINENESS = [6, 5, 4]

interface Picture {
  width: number
  height: number
  rgb: Buffer
}

/** Reduces a PNG's colours. Returns it unchanged if it has too many colours or a format browsers don't write. */
export function withPalette(png: Buffer): Buffer {
  const picture = decode(png)
  if (!picture) return png
  for (const bits of FINENESS) {
    const indexed = toPalette(picture, bits)
    if (indexed) return encode(picture, indexed)
  }
  return png
}

/** Decodes a PNG. Returns null unless it is opaque with eight bits per channel. */
export function decode(png: Buffer): Picture | null {
  const parts = chunks(png)
  const header = parts.find(({ type }) => type === 'IHDR')?.data
  if (header?.[8] !== 8 || header[12] !== 0) return null
  const kind = header[9]
  if (kind !== RGB && kind !== RGBA && kind !== PALETTE) return null
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const size = kind === RGBA ? 4 : kind === RGB ? 3 : 1
  const bytes = unfilter(inflateSync(Buffer.concat(dataOf(parts, 'IDAT'))), width * size, height, size)
  const palette = dataOf(parts, 'PLTE')[0]
  const rgb = Buffer.alloc(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    if (kind === RGBA && bytes[i * 4 + 3] !== 255) return null
    if (kind === PALETTE) palette?.copy(rgb, i * 3, (bytes[i] ?? 0) * 3, (bytes[i] ?? 0) * 3 + 3)
    else bytes.copy(rgb, i * 3, i * size, i * size + 3)
  }
  return { width, height, rgb }
}

function chunks(png: Buffer): { type: string; data: Buffer }[] {
  const found: { type: string; data: Buffer }[] = []
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    found.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return found
}

const dataOf = (parts: { type: string; data: Buffer }[], type: string): Buffer[] =>
  parts.filter((part) => part.type === type).map(({ data }) => data)

/** Reverts the filters of a PNG's rows. */
function unfilter(raw: Buffer, row: number, height: number, size: number): Buffer {
  const bytes = Buffer.alloc(row * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (row + 1)] ?? 0
    for (let x = 0; x < row; x++) {
      const at = y * row + x
      const left = x >= size ? (bytes[at - size] ?? 0) : 0
      const above = y > 0 ? (bytes[at - row] ?? 0) : 0
      const corner = x >= size && y > 0 ? (bytes[at - row - size] ?? 0) : 0
      bytes[at] = (raw[y * (row + 1) + 1 + x] ?? 0) + predicted(filter, left, above, corner)
    }
  }
  return bytes
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter !== 4) return 0
  const guess = left + above - corner
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

/** Returns palette indexes, or null if there are too many colours. */
function toPalette(picture: Picture, bits: number): { rows: Buffer; palette: Buffer } | null {
  const kinds = coloursByKind(picture, bits)
  if (kinds.size > MAX_COLOURS) return null
  const { width, height, rgb } = picture
  const places = new Map([...kinds.keys()].map((kind, place) => [kind, place]))
  const palette = Buffer.alloc(kinds.size * 3)
  // A group's most frequent colour represents it, so plain areas keep theirs.
  for (const [kind, counts] of kinds) {
    const [most = 0] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))
    palette.writeUIntBE(most, (places.get(kind) ?? 0) * 3, 3)
  }
  const rows = Buffer.alloc((width + 1) * height)
  for (let i = 0; i < width * height; i++) {
    rows[Math.floor(i / width) + 1 + i] = places.get(kindOf(rgb.readUIntBE(i * 3, 3), bits)) ?? 0
  }
  return { rows, palette }
}

function coloursByKind({ rgb }: Picture, bits: number): Map<number, Map<number, number>> {
  const kinds = new Map<number, Map<number, number>>()
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = rgb.readUIntBE(at, 3)
    const kind = kindOf(colour, bits)
    const counts = kinds.get(kind) ?? new Map<number, number>()
    kinds.set(kind, counts.set(colour, (counts.get(colour) ?? 0) + 1))
  }
  return kinds
}

/** Returns the group of a colour: the leading bits of each channel. */
const kindOf = (colour: number, bits: number): number => colour & (((0xff << (8 - bits)) & 0xff) * 0x01_01_01)

function encode({ width, height }: Picture, { rows, palette }: { rows: Buffer; palette: Buffer }): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, PALETTE, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const data = deflateSync(rows, { level: 9, memLevel: 9 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length, 0)
  around.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)])
}
