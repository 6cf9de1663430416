import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineSplitter } from './line-splitter.ts'

function split(chunks: readonly (string | Buffer)[], maxBytes = 16) {
  const lines: string[] = []
  let tooLong = 0
  const splitter = new LineSplitter(maxBytes, {
    onLine: (line) => lines.push(line.toString()),
    onTooLong: () => tooLong++,
  })
  for (const chunk of chunks) splitter.push(Buffer.from(chunk))
  return { lines, tooLong }
}

it('splits at line ends, wherever the bytes are cut', () => {
  const text = 'one\r\ntwo\n\r\nthree ❤\r\nrest'
  fc.assert(
    fc.property(fc.array(fc.nat(Buffer.byteLength(text))), (places) => {
      const bytes = Buffer.from(text)
      const cuts = [0, ...places.sort((a, b) => a - b), bytes.length]
      const chunks = cuts.slice(1).map((end, at) => bytes.subarray(cuts[at], end))
      expect(split(chunks)).toEqual({ lines: ['one', 'two', 'three ❤'], tooLong: 0 })
    }),
  )
})

it.each([1, 7, 64 * 1024])('skips a line of 64 kB once, in pieces of %i, and reads the next', (size) => {
  const bytes = Buffer.from(`${'a'.repeat(64 * 1024)}\nnext\n`)
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )
  expect(split(chunks)).toEqual({ lines: ['next'], tooLong: 1 })
})

it('a line may have as many bytes as allowed', () => {
  expect(split([`${'a'.repeat(16)}\n${'b'.repeat(17)}\n`])).toEqual({ lines: ['a'.repeat(16)], tooLong: 1 })
})
