import type { Shape, TextBlock } from '@aura/api/lesson-text'
import { createElement } from 'react'
import styles from './text-blocks.module.css'

/** React's names of the hyphenated attributes that the server accepts. */
const NAMES: Readonly<Record<string, string>> = { 'text-anchor': 'textAnchor' }

export const Figure = ({
  figure: { alt, caption, width, height, shapes },
}: {
  figure: TextBlock & { kind: 'figure' }
}) => (
  <figure>
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={alt}>
      {shapes.map((shape, at) => createElement(shape.tag, propsOf(shape, at), shape.text || undefined))}
    </svg>
    {caption !== '' && <figcaption>{caption}</figcaption>}
  </figure>
)

function propsOf({ attributes }: Shape, key: number) {
  const { class: classes = '', ...others } = attributes
  const named = Object.entries(others).map(([name, value]) => [NAMES[name] ?? name, value])
  const className = classes
    .split(' ')
    .map((name) => styles[name] ?? '')
    .join(' ')
  return { ...Object.fromEntries(named), key, className }
}
