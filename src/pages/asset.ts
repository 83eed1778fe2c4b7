import { createHash } from 'node:crypto'

/** A file that pages load. Its name has a hash of its content, so that it can be cached forever. */
export type Asset = { readonly name: string; readonly contentType: string; readonly text: string }

/** An asset of that content, named `stem.hash.ending`. */
export function asset(stem: string, ending: keyof typeof contentTypes, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { name: `${stem}.${hash}.${ending}`, contentType: contentTypes[ending], text }
}

const contentTypes = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}
