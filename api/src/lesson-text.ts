import { z } from 'zod'

/** A run of text. Neighbours with the same `href` or `term` are one link. */
export const Span = z.object({
  text: z.string(),
  strong: z.literal(true).optional(),
  em: z.literal(true).optional(),
  code: z.literal(true).optional(),
  href: z.string().optional(),
  term: z.string().optional(),
})
export type Span = z.output<typeof Span>

const Spans = z.array(Span)

/** An SVG element without children. Colours are class names that the page's theme resolves. */
export const Shape = z.object({
  tag: z.enum(['path', 'line', 'polyline', 'polygon', 'rect', 'circle', 'ellipse', 'text']),
  attributes: z.record(z.string(), z.string()),
  text: z.string(),
})
export type Shape = z.output<typeof Shape>

export const TextBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), spans: Spans }),
  z.object({ kind: z.literal('heading'), spans: Spans }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(Spans) }),
  z.object({
    kind: z.literal('table'),
    head: z.array(z.object({ spans: Spans, end: z.boolean() })),
    rows: z.array(z.array(Spans)),
  }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({
    kind: z.literal('figure'),
    alt: z.string(),
    caption: z.string(),
    width: z.number(),
    height: z.number(),
    shapes: z.array(Shape),
  }),
])
export type TextBlock = z.output<typeof TextBlock>

export const Term = z.object({ id: z.string(), name: z.string(), short: z.string() })
export type Term = z.output<typeof Term>
