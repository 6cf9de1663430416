import type { ReactNode, RefObject } from 'react'
import styles from './table.module.css'

interface TableProps<Item> {
  caption: string
  /** On a phone, the first two form a row's first line, the next two its second. */
  columns: readonly { name: string; cell: (item: Item) => ReactNode; end?: boolean }[]
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** On a phone the first column takes a line, and the others follow each other below it. */
  flow?: boolean
  /** The rows' parent, for moving the focus. */
  rows?: RefObject<HTMLTableSectionElement | null>
}

export function Table<Item>({ caption, columns, items, keyOf, flow = false, rows }: TableProps<Item>) {
  return (
    <table className={`${styles.table} ${flow ? styles.flow : styles.pairs}`}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, end }) => (
            <th key={name} scope="col" className={end ? styles.end : ''}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={rows}>
        {items.map((item) => (
          <tr key={keyOf(item)}>
            {columns.map(({ name, cell, end }) => (
              <td key={name} className={end ? styles.end : ''}>
                {cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
