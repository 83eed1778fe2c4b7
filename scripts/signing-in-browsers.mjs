import { join } from 'node:path'

const room = join(import.meta.dirname, '..', 'src', 'documentation', 'browser')

/** The replacements of Node's modules when esbuild bundles the signing code for a page. */
export const signingInBrowsers = {
  alias: { 'node:crypto': join(room, 'node-crypto.ts'), 'js-md5': join(room, 'js-md5.ts') },
  inject: [join(room, 'buffer.ts')],
}
