import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf, parseWhitelistCsv } from './csv.rules.ts'

const ADA = `0x${'Aa'.repeat(20)}`
const BO = `0x${'b1'.repeat(20)}`
const lower = (address: string) => address.toLowerCase()

describe('parsing a whitelist CSV', () => {
  it('accepts headers, notes, quotes and Windows line endings as well as bare addresses', () => {
    const bare = [{ walletAddress: lower(ADA), note: null, isActive: true }]
    for (const text of [ADA, `${ADA}\n`, `address,note\r\n${ADA},\r\n`, `\uFEFFWallet address\n\n ${ADA} \n\n`]) {
      expect(parseWhitelistCsv(text)).toEqual(bare)
    }
    expect(parseWhitelistCsv(`${ADA},"a ""friend"", of\nBo"\n${BO},plain`)).toEqual([
      { walletAddress: lower(ADA), note: 'a "friend", of\nBo', isActive: true },
      { walletAddress: lower(BO), note: 'plain', isActive: true },
    ])
  })

  it('reads the status from the column of that name, or from the third', () => {
    const expected = [true, false, true].map((isActive) => expect.objectContaining({ isActive }))
    const rows = (head: string, row: (address: string, status: string) => string) =>
      parseWhitelistCsv([head, row(ADA, 'Active'), row(BO, ' inactive '), row(`0x${'c2'.repeat(20)}`, '')].join('\n'))
    expect(rows('', (address, status) => `${address},,${status}`)).toEqual(expected)
    expect(rows('address,note,status,added', (address, status) => `${address},,${status},2026`)).toEqual(expected)
    expect(rows('address,status', (address, status) => `${address},${status}`)).toEqual(expected)
    expect(parseWhitelistCsv(`address,note,added by\n${ADA},,Inactive`)).toMatchObject([{ isActive: true }])
    expect(parseWhitelistCsv(`${ADA},,perhaps`)).toEqual([
      { line: 1, message: 'The status is perhaps, and neither Active nor Inactive' },
    ])
  })

  it.each([',', ';', '\t'])(
    'finds columns by their names, in any order, separated by %j [admin.csv-columns]',
    (delimiter) => {
      const table = [
        ['Wallet Address', 'Status', 'Added', 'Note'],
        [ADA, 'Active', '2026', 'a friend; of, Bo'],
        [BO, 'Inactive', '2026', ''],
      ]
      const cell = (text: string) => (text.includes(delimiter) ? `"${text}"` : text)
      const text = table.map((cells) => cells.map(cell).join(delimiter)).join('\r\n')
      expect(parseWhitelistCsv(text)).toEqual([
        { walletAddress: lower(ADA), note: 'a friend; of, Bo', isActive: true },
        { walletAddress: lower(BO), note: null, isActive: false },
      ])
      expect(parseWhitelistCsv([`${ADA}${delimiter}x`, BO].join('\n'))).toMatchObject([{ note: 'x' }, { note: null }])
      expect(parseWhitelistCsv([`note${delimiter}address`, `x${delimiter}${ADA}`].join('\n'))).toMatchObject([
        { note: 'x' },
      ])
    },
  )

  it('keeps separators of other kinds in a note, and takes none for a header', () => {
    expect(parseWhitelistCsv(`${ADA},a; b; c`)).toMatchObject([{ note: 'a; b; c' }])
    expect(parseWhitelistCsv(`${ADA},my wallet`)).toMatchObject([{ note: 'my wallet' }])
    expect(parseWhitelistCsv(`${ADA};a, b, c`)).toMatchObject([{ note: 'a, b, c' }])
  })

  it('refuses letters that were lost before they came here [admin.csv-encoding]', () => {
    expect(parseWhitelistCsv(`${ADA},Jos\uFFFD`)).toEqual([
      { line: 1, message: 'The note has letters that could not be read. Save the file as “CSV UTF-8”' },
    ])
  })

  it('reports every invalid line by its number', () => {
    const text = `address,note\n${ADA},"two\nlines"\nada,\n${lower(ADA)}\n,note\n${BO},${'x'.repeat(201)}`
    expect(parseWhitelistCsv(text)).toEqual([
      { line: 4, message: 'ada is not a wallet address' },
      { line: 5, message: 'This wallet is on line 2 already' },
      { line: 6, message: 'Nothing is not a wallet address' },
      { line: 7, message: 'The note has more than 200 characters' },
    ])
    expect(parseWhitelistCsv(`${ADA},"open`)).toEqual([
      { line: 1, message: 'A quotation mark is opened and not closed' },
    ])
    for (const empty of ['', '\n\n', 'address,note\n']) {
      expect(parseWhitelistCsv(empty)).toEqual([{ line: 1, message: 'There is no wallet in this file' }])
    }
  })

  it('accepts at most a thousand wallets', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`).join('\n')
    expect(parseWhitelistCsv(many(1_000))).toHaveLength(1_000)
    expect(parseWhitelistCsv(many(1_001))).toEqual([{ line: 1_001, message: 'A file holds at most 1,000 wallets' }])
  })
})

describe('writing a whitelist CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://evil.test")', '＝1+1', '＠SUM(A1)'])(
    'neutralises spreadsheet formulas: %j',
    (note) => {
      const csv = csvOf([[ADA, note]])
      expect(csv.slice(ADA.length + 1)).toMatch(/^"?'/)
    },
  )

  it('round-trips any note', () => {
    const note = fc
      .string({ maxLength: 60 })
      .map((text) => text.trim())
      .filter((text) => !text.startsWith("'"))
    fc.assert(
      fc.property(note, (text) => {
        expect(parseWhitelistCsv(csvOf([[ADA, text]]))).toEqual([
          { walletAddress: lower(ADA), note: text || null, isActive: true },
        ])
      }),
    )
  })
})
