import { describe, expect, it } from 'vitest'
import { csvFile, csvText } from './csv-file.ts'

const TEXT = 'address,note\r\n0x1,José 今夜\r\n'
const utf16 = Buffer.from(`\uFEFF${TEXT}`, 'utf16le')

describe('a CSV file', () => {
  it.each<[string, Buffer<ArrayBuffer>]>([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['UTF-16, as spreadsheets save it', utf16],
    ['UTF-16 in the other order', Buffer.from(utf16).swap16()],
  ])('is read in %s [admin.csv-encoding]', async (_, bytes) => {
    expect(await csvText(new Blob([bytes]))).toBe(TEXT)
  })

  it('in Windows-1252 is not guessed at [admin.csv-encoding]', async () => {
    expect(await csvText(new Blob([Buffer.from('0x1,José', 'latin1')]))).toBeNull()
  })

  it('is written so that spreadsheets read its letters right [admin.csv-out]', async () => {
    const file = csvFile(TEXT, 'list.csv')
    expect([...new Uint8Array(await file.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf])
    expect(await csvText(file)).toBe(TEXT)
  })
})
