import { createHash } from 'node:crypto'

/** A file that pages load. Its name has a hash of its content, so that it can be cached forever. */
export type Asset = { readonly name: string; readonly contentType: string; readonly text: string }

/** An asset of that content without its lines of comments, named `stem.hash.ending`. */
export function asset(stem: string, ending: keyof typeof contentTypes, content: string): Asset {
  const text = content.replace(comments[ending], '')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { name: `${stem}.${hash}.${ending}`, contentType: contentTypes[ending], text }
}

/** A script with the asset in the place of the module that it imports; both are in one folder. */
export function importing(script: string, module: string, { name }: Asset): string {
  if (!script.includes(`'${module}'`)) throw new Error(`the script does not import ${module}`)
  return script.replace(`'${module}'`, `'./${name}'`)
}

const comments = {
  css: /^ *\/\*.*\*\/\n/gm,
  js: /^ *(?:\/\/|\/\*\*|\*).*\n/gm,
  svg: /^<!--.*-->\n/gm,
}

const contentTypes = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}
