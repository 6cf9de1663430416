import type { Shape } from '@aura/api/lesson-text'
import { ContentError } from './content-error.ts'

export interface Picture {
  width: number
  height: number
  shapes: Shape[]
}

const NUMBER = /^-?\d+(\.\d+)?$/
const NUMBERS = /^[-\d.,\s]+$/
const PATH = /^[MLHVCSQTAZmlhvcsqtaz\d\s.,-]+$/
const NUMERIC = ['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'width', 'height']
const ATTRIBUTES = new Map<string, RegExp>([
  ...NUMERIC.map((name) => [name, NUMBER] as const),
  ['points', NUMBERS],
  ['d', PATH],
  ['text-anchor', /^(start|middle|end)$/],
  [
    'class',
    /^(line|soft|strong|aura|fill|fill-soft|fill-aura|dashed|label|note|mono)( (line|soft|strong|aura|fill|fill-soft|fill-aura|dashed|label|note|mono))*$/,
  ],
])
const TAGS: readonly string[] = ['path', 'line', 'polyline', 'polygon', 'rect', 'circle', 'ellipse', 'text']

const TOKEN = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>|([^<]+)/gy
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Reads an SVG file that consists of shapes without groups, styles, scripts or links. Throws ContentError for anything
 * beyond the allowed elements and attributes.
 */
export function parsePicture(svg: string, file: string): Picture {
  const lineAt = (index: number) => svg.slice(0, index).split('\n').length
  let picture: Picture | undefined
  let open: Shape | undefined
  let isClosed = false
  let at = 0
  TOKEN.lastIndex = 0
  while (at < svg.length) {
    const fail = (problem: string) => new ContentError(file, lineAt(at), problem)
    TOKEN.lastIndex = at
    const token = TOKEN.exec(svg)
    if (!token) throw fail('not plain SVG: comments, CDATA, declarations and quotes other than " are not allowed')
    const [whole, slash, tag = '', attributes = '', selfClosing, text] = token
    if (text !== undefined) {
      if (open?.tag === 'text') open.text += unescaped(text, fail)
      else if (text.trim() !== '') throw fail(`text outside a <text>: “${text.trim()}”`)
    } else if (slash) {
      if (open ? open.tag !== tag : tag !== 'svg') throw fail(`</${tag}> closes nothing`)
      if (!open) isClosed = true
      open = undefined
    } else if (isClosed) {
      throw fail('an element after the end of the picture')
    } else if (!picture) {
      if (tag !== 'svg' || selfClosing) throw fail('the first element must be <svg>')
      picture = { ...sizeOf(attributes, fail), shapes: [] }
    } else {
      if (open) throw fail(`<${tag}> inside <${open.tag}>`)
      const shape = { tag: tagOf(tag, fail), attributes: attributesOf(attributes, fail), text: '' }
      picture.shapes.push(shape)
      if (!selfClosing) open = shape
    }
    at += whole.length
  }
  if (!picture || !isClosed) throw new ContentError(file, lineAt(svg.length), 'the picture has no end')
  if (picture.shapes.length === 0) throw new ContentError(file, 1, 'the picture is empty')
  return picture
}

type Fail = (problem: string) => ContentError

function tagOf(tag: string, fail: Fail): Shape['tag'] {
  if (!TAGS.includes(tag)) throw fail(`<${tag}> is not allowed in a picture`)
  return tag as Shape['tag']
}

function attributesOf(text: string, fail: Fail): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (!ATTRIBUTES.get(name)?.test(value)) throw fail(`${name}="${value}" is not allowed in a picture`)
    found[name] = value
  }
  return found
}

function sizeOf(text: string, fail: Fail): { width: number; height: number } {
  const attributes = new Map([...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]))
  const [, width, height] = /^0 0 (\d+) (\d+)$/.exec(attributes.get('viewBox') ?? '') ?? []
  if (!width || !height) throw fail('<svg> needs viewBox="0 0 WIDTH HEIGHT"')
  for (const name of attributes.keys()) {
    if (name !== 'viewBox' && name !== 'xmlns') throw fail(`${name} is not allowed on <svg>`)
  }
  return { width: Number(width), height: Number(height) }
}

const unescaped = (text: string, fail: Fail): string =>
  text.replace(/&([^;\s]*);?/g, (_, name: string) => {
    const char = ENTITIES[name]
    if (char === undefined) throw fail(`&${name}; is not allowed in a picture`)
    return char
  })
