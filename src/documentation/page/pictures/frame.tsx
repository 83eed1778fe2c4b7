import type { Child } from 'hono/jsx'

type Props = { id: string; title: string; height: number; children?: Child }

/** A picture 360 units wide, as wide as a phone, under its title. */
export function Frame({ id, title, height, children }: Props) {
  return (
    <figure class="picture">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 360 ${height}`} role="img">
        <title>{title}</title>
        <defs>
          <marker
            id={`${id}-head`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        {children}
      </svg>
    </figure>
  )
}
