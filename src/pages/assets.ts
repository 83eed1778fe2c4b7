import names from '../../dist/asset-names.json' with { type: 'json' }
import client from '../../dist/client-package.json' with { type: 'json' }
import { Refusal } from '../contract/refusals.ts'

/** The path of a file that pages load: a static asset of both Workers, with a hash of its content in its name. */
export function assetPath(name: keyof typeof names): string {
  return `/assets/${names[name]}`
}

/** The packed client, also a static asset: its path, and its integrity as npm writes it. */
export const clientPackage = {
  path: `/docs/client/${client.name}`,
  integrity: client.integrity,
} as const

/**
 * The path of this version's file for `fileName`, the name of another version's. While a release divides the traffic
 * only such names reach a Worker: the platform serves the files of the version itself. Throws `not_found` for an
 * unknown kind.
 */
export function currentPath(fileName: string): string {
  const kind = fileName.replace(/\.\w+\./, '.')
  const [, name] = Object.entries(names).find(([stem]) => stem === kind) ?? []
  // The version's own name comes here only if its files are not deployed.
  if (name === undefined || name === fileName) throw new Refusal('not_found')
  return `/assets/${name}`
}
