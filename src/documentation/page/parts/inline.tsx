import type { Child } from 'hono/jsx'

const marks = /`([^`]+)`|\[([^\]]+)\]\(([#/][^)]*)\)/g

/** Words with their `code` and [links](#anchor) as elements. */
export function Inline({ of }: { of: string }) {
  const parts: Child[] = []
  let end = 0
  for (const { 0: whole, 1: code, 2: name, 3: href, index } of of.matchAll(marks)) {
    parts.push(of.slice(end, index))
    parts.push(code === undefined ? <a href={href}>{name}</a> : <code>{code}</code>)
    end = index + whole.length
  }
  parts.push(of.slice(end))
  return <>{parts}</>
}
