import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import { readProject } from '../../support/project-files.ts'

const directory = join(import.meta.dirname, '../../../dist/static')
const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** What the platform answers before any Worker is asked; null where it has no such file. */
export async function staticAsset({ url = '' }: IncomingMessage): Promise<Response | null> {
  const [, name] = /^\/assets\/([\w.]+)$/.exec(url) ?? []
  const file =
    name === undefined ? null : await readFile(join(directory, 'assets', name)).catch(() => null)
  if (file === null) return null
  const lines = readProject('dist/static/_headers').matchAll(/^ {2}([\w-]+): (.+)$/gm)
  const headers = new Headers([...lines].map(([, header = '', value = '']) => [header, value]))
  headers.set('content-type', types[extname(url)] ?? '')
  return new Response(file, { headers })
}
