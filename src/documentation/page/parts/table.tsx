import type { Child } from 'hono/jsx'
import { Inline } from './inline.tsx'

/** What stands for nothing in a cell, which is then empty. */
export const none = '–'

type TableProps = {
  columns: readonly string[]
  rows: readonly Child[][]
  /** Tables of which there are many have the names of their columns in the stylesheet. */
  kind?: 'fields' | 'answers'
}

/** A table. Each cell carries its column's name, since a phone shows rows as cards without a head. */
export function Table({ columns, rows, kind }: TableProps) {
  return (
    <table class={kind}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col">
              <Inline of={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr>
            {cells.map((cell, n) => (
              <td data-label={n === 0 || kind ? undefined : columns[n]?.replaceAll('`', '')}>
                {cell === none ? null : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
