import type { Span, TextBlock } from '@aura/api/lesson-text'
import type { Heading, Nodes, Paragraph, Parent, PhrasingContent, RootContent, Table, TableCell } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { ContentError } from './content-error.ts'
import { type Picture, parsePicture } from './parse-picture.ts'

export interface Source {
  /** File name in error messages. */
  file: string
  markdown: string
  /** SVG files of the same folder, by name. */
  pictures: ReadonlyMap<string, string>
}

export interface ParsedText {
  blocks: TextBlock[]
  /** Line of each block in the file. */
  lines: number[]
}

/** Parses a text. Throws ContentError for anything but the few kinds of blocks and runs that lessons consist of. */
export function parseText({ file, markdown, pictures }: Source): ParsedText {
  const root = fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  const reader = new TextReader(file, pictures)
  return { blocks: root.children.map((node) => reader.block(node)), lines: root.children.map(lineOf) }
}

const lineOf = (node: Nodes): number => node.position?.start.line ?? 1

type Marks = Omit<Span, 'text'>

class TextReader {
  readonly #file: string
  readonly #pictures: ReadonlyMap<string, string>

  constructor(file: string, pictures: ReadonlyMap<string, string>) {
    this.#file = file
    this.#pictures = pictures
  }

  #fail(node: Nodes, problem: string): ContentError {
    return new ContentError(this.#file, lineOf(node), problem)
  }

  block(node: RootContent): TextBlock {
    switch (node.type) {
      case 'paragraph': {
        const [only] = node.children
        if (only?.type === 'image' && node.children.length === 1) return this.#figure(only)
        return { kind: 'paragraph', spans: this.#spans(node) }
      }
      case 'heading':
        if (node.depth !== 2) throw this.#fail(node, 'headings have two #: the title of the page is above them')
        return { kind: 'heading', spans: this.#spans(node) }
      case 'list': {
        const items = node.children.map((item) => {
          const [only] = item.children
          if (only?.type !== 'paragraph' || item.children.length > 1) {
            throw this.#fail(item, 'an item of a list is one paragraph')
          }
          return this.#spans(only)
        })
        return { kind: 'list', ordered: node.ordered === true, items }
      }
      case 'table':
        return this.#table(node)
      case 'code':
        return { kind: 'code', text: node.value }
      default:
        throw this.#fail(node, `${NAMES[node.type] ?? node.type} can't be used here`)
    }
  }

  #table(node: Table): TextBlock {
    const [head, ...rows] = node.children.map((row) => row.children.map((cell) => this.#spans(cell)))
    if (!head || rows.length === 0) throw this.#fail(node, 'a table needs a row')
    const uneven = rows.findIndex((row) => row.length !== head.length)
    if (uneven >= 0) throw this.#fail(node.children[uneven + 1] ?? node, 'this row has another number of cells')
    return { kind: 'table', head: head.map((spans, at) => ({ spans, end: node.align?.[at] === 'right' })), rows }
  }

  #figure(node: PhrasingContent & { type: 'image' }): TextBlock {
    if (!node.alt) throw this.#fail(node, 'a figure needs a text alternative: ![What it shows](file.svg "Caption")')
    return { kind: 'figure', alt: node.alt, caption: node.title ?? '', ...this.#picture(node) }
  }

  #picture(node: PhrasingContent & { type: 'image' }): Picture {
    const svg = this.#pictures.get(node.url)
    if (svg === undefined) throw this.#fail(node, `there is no ${node.url} beside it`)
    return parsePicture(svg, this.#file.replace(/[^/]*$/, node.url))
  }

  #spans(node: Paragraph | Heading | TableCell): Span[] {
    const spans = node.children.flatMap((child) => this.#run(child, {}))
    if (!spans.some(({ text }) => text.trim() !== '')) throw this.#fail(node, 'there is no text here')
    return spans
  }

  #run(node: PhrasingContent, marks: Marks): Span[] {
    const inside = (more: Marks) =>
      (node as Parent).children.flatMap((child) => this.#run(child as PhrasingContent, { ...marks, ...more }))
    switch (node.type) {
      case 'text':
        return [{ text: node.value.replace(/\s+/g, ' '), ...marks }]
      case 'inlineCode':
        return [{ text: node.value, ...marks, code: true }]
      case 'emphasis':
        return inside({ em: true })
      case 'strong':
        return inside({ strong: true })
      case 'link':
        return inside(this.#target(node))
      default:
        throw this.#fail(node, `${NAMES[node.type] ?? node.type} can't be used here`)
    }
  }

  #target(node: PhrasingContent & { type: 'link' }): Marks {
    const term = /^term:([a-z0-9-]+)$/.exec(node.url)?.[1]
    if (term !== undefined) return { term }
    if (!URL.canParse(node.url) || !node.url.startsWith('https://')) {
      throw this.#fail(node, `links start with https:// or term: (${node.url})`)
    }
    return { href: node.url }
  }
}

const NAMES: Readonly<Record<string, string>> = {
  html: 'HTML',
  image: 'an image within text',
  blockquote: 'a quotation',
  thematicBreak: 'a line',
  break: 'a hard line break',
  definition: 'a definition of links',
  linkReference: 'a reference',
  imageReference: 'a reference',
}
