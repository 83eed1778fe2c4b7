import type { Child } from 'hono/jsx'
import { Inline } from './inline.tsx'

// The text of an empty cell, which a phone does not show.
export const none = '–'

/** A table. Each cell carries its column's name, since a phone shows rows as cards without a head. */
export function Table({ columns, rows }: { columns: readonly string[]; rows: readonly Child[][] }) {
  return (
    <table>
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
              <td
                data-label={n === 0 ? undefined : columns[n]?.replaceAll('`', '')}
                class={cell === none ? 'none' : undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
