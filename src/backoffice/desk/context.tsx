import { raw } from 'hono/html'
import type { Child, FC } from 'hono/jsx'

type PageContext<Value> = {
  readonly Provider: FC<{ readonly value: Value; readonly children: Child }>
  /** The value of the innermost provider around the part that is being drawn. */
  readonly read: () => Value
}

/**
 * Makes a context. A page is drawn synchronously, so the values are a stack. The context of `hono/jsx` would bring the
 * renderer for browsers into the Worker.
 */
export function createContext<Value>(initial: Value): PageContext<Value> {
  const values: Value[] = [initial]
  return {
    Provider: ({ value, children }) => {
      values.push(value)
      try {
        // biome-ignore lint/complexity/noUselessFragments: it draws one child as well as several, and escapes texts
        return raw(String(<>{children}</>))
      } finally {
        values.pop()
      }
    },
    read: () => values.at(-1) ?? initial,
  }
}
