import { describe, expect, it } from 'vitest'
import { parseText } from './parse-text.ts'
import { plainText, proseOf, termsOf } from './plain-text.ts'

const SVG = '<svg viewBox="0 0 10 5"><line x1="0" y1="0" x2="10" y2="5" class="line"/></svg>'
const parse = (markdown: string, svg = SVG) =>
  parseText({ file: '01-x/content.md', markdown, pictures: new Map([['a.svg', svg]]) })

describe('a text', () => {
  it('becomes blocks of plain runs', () => {
    const { blocks, lines } = parse(
      [
        'A *very* **bold [allowance](term:allowance)** and `code`, by [EIP-20](https://eips.ethereum.org/EIPS/eip-20).',
        '## Then',
        '1. one\n2. two',
        '| gwei | fee |\n| --- | ---: |\n| 10 | 11.25 |',
        '![A line](a.svg "Down")',
      ].join('\n\n'),
    )
    expect(lines).toEqual([1, 3, 5, 8, 12])
    expect(blocks[0]).toEqual({
      kind: 'paragraph',
      spans: [
        { text: 'A ' },
        { text: 'very', em: true },
        { text: ' ' },
        { text: 'bold ', strong: true },
        { text: 'allowance', strong: true, term: 'allowance' },
        { text: ' and ' },
        { text: 'code', code: true },
        { text: ', by ' },
        { text: 'EIP-20', href: 'https://eips.ethereum.org/EIPS/eip-20' },
        { text: '.' },
      ],
    })
    expect(blocks[3]).toEqual({
      kind: 'table',
      head: [
        { spans: [{ text: 'gwei' }], end: false },
        { spans: [{ text: 'fee' }], end: true },
      ],
      rows: [[[{ text: '10' }], [{ text: '11.25' }]]],
    })
    expect(blocks[4]).toEqual({
      kind: 'figure',
      alt: 'A line',
      caption: 'Down',
      width: 10,
      height: 5,
      shapes: [{ tag: 'line', attributes: { x1: '0', y1: '0', x2: '10', y2: '5', class: 'line' }, text: '' }],
    })
    expect(termsOf(blocks)).toEqual(['allowance'])
    expect(proseOf(blocks)).toEqual([expect.stringMatching(/^A very bold allowance and code/), 'Then', 'one', 'two'])
    expect(plainText(blocks).split('\n\n')).toHaveLength(blocks.length)
    expect(plainText(blocks)).toContain('gwei | fee\n10 | 11.25')
  })

  it.each([
    ['HTML', 'Hook.\n\n<b>bold</b>', '01-x/content.md:3: HTML'],
    ['HTML within a paragraph', 'Hook <script>alert(1)</script>', ':1: HTML'],
    ['an http link', '[a](http://example.org)', ':1: links start with https'],
    ['a script link', '[a](javascript:alert(1))', ':1: links start with https'],
    ['a link that is no address', '[a](https://)', ':1: links start with https'],
    ['a heading of the wrong level', '# Title', ':1: headings have two'],
    ['a quotation', '> so', ':1: a quotation'],
    ['a nested list', '- a\n  - b', ':1: an item of a list is one paragraph'],
    ['an image within text', 'See ![x](a.svg) here', ':1: an image within text'],
    ['a figure without words for it', '\n![](a.svg)', ':2: a figure needs a text alternative'],
    ['a figure that is not there', '![x](b.svg)', ':1: there is no b.svg'],
    ['a figure from elsewhere', '![x](https://example.org/a.svg)', ':1: there is no https'],
    ['an uneven table', '| a | b |\n| - | - |\n| 1 |', ':3: this row has another number of cells'],
  ])('refuses %s with its line', (_what, markdown, message) => {
    expect(() => parse(markdown)).toThrow(message)
  })
})

describe('a picture', () => {
  const around = (inside: string) => `<svg viewBox="0 0 10 5">\n${inside}\n</svg>`

  it('keeps its words', () => {
    const { blocks } = parse('![x](a.svg)', around('<text x="1" y="2" class="label">1 &lt; 2 &amp; 3</text>'))
    expect(blocks[0]).toMatchObject({ shapes: [{ tag: 'text', text: '1 < 2 & 3' }] })
  })

  it.each([
    ['a script', '<script>alert(1)</script>', '01-x/a.svg:2: <script> is not allowed'],
    ['another document', '<foreignObject></foreignObject>', '<foreignObject> is not allowed'],
    ['an image', '<image href="https://example.org/x.png"/>', '<image> is not allowed'],
    ['a group', '<g><line x1="0"/></g>', '<g> is not allowed'],
    ['an event', '<rect x="1" onload="alert(1)"/>', 'onload="alert(1)" is not allowed'],
    ['a style', '<rect x="1" style="fill:red"/>', 'style="fill:red" is not allowed'],
    ['a colour', '<rect x="1" fill="red"/>', 'fill="red" is not allowed'],
    ['a reference', '<rect x="url(#a)"/>', 'x="url(#a)" is not allowed'],
    ['a class of the page', '<rect class="fixed"/>', 'class="fixed" is not allowed'],
    ['an entity', '<text x="1">&evil;</text>', '&evil; is not allowed'],
    ['a comment', '<!-- hi -->', 'not plain SVG'],
    ['an element within another', '<text x="1"><line x1="0"/></text>', '<line> inside <text>'],
    ['no end', '<text x="1">', '</svg> closes nothing'],
  ])('refuses %s', (_what, inside, message) => {
    expect(() => parse('![x](a.svg)', around(inside))).toThrow(message)
  })

  it.each([
    ['a document type', '<!DOCTYPE svg>\n<svg viewBox="0 0 1 1"></svg>', '01-x/a.svg:1: not plain SVG'],
    ['an event on the picture', '<svg viewBox="0 0 1 1" onload="x"></svg>', 'onload is not allowed'],
    ['no size', '<svg width="10"><line x1="0"/></svg>', 'needs viewBox'],
    ['nothing', '<svg viewBox="0 0 1 1"></svg>', 'empty'],
    ['more after the end', '<svg viewBox="0 0 1 1"><line x1="0"/></svg><script/>', 'after the end'],
  ])('refuses %s', (_what, svg, message) => {
    expect(() => parse('![x](a.svg)', svg)).toThrow(message)
  })
})
