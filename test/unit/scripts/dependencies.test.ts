import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { readProject, root } from '../../support/project-files.ts'

// `npm start`, `npm run demo` and `npm run bank` install `dependencies` alone. The local runtime is a process of its own.

const entries = ['start', 'demo', 'bank', 'local/dev-server']
const { dependencies } = JSON.parse(readProject('package.json')) as {
  readonly dependencies: Readonly<Record<string, string>>
}

test.each(entries)('scripts/%s.ts imports no package that its install leaves out', (entry) => {
  const packages = packagesOf(`scripts/${entry}.ts`)
  expect([...packages].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([])
})

test('the packages of a process are found', () => {
  expect(packagesOf('scripts/local/dev-server.ts')).toEqual(new Set(['wrangler']))
})

/** The packages that a file imports as values, itself or by a file that it imports. */
function packagesOf(entry: string): Set<string> {
  const packages = new Set<string>()
  const files = new Set([entry])
  for (const file of files) {
    for (const [, imported = ''] of readProject(file).matchAll(importOfValues)) {
      const path = normalize(join(dirname(file), imported))
      if (!imported.startsWith('.')) packages.add(nameOf(imported))
      else if (/\.tsx?$/.test(path) && existsSync(join(root, path))) files.add(path)
    }
  }
  return new Set([...packages].filter((name) => !isOfPlatform(name)))
}

const importOfValues = /^(?:import|export) (?!type\b)(?:[\w\s{},*$]+ from )?['"]([^'"]+)['"]/gm

function nameOf(imported: string): string {
  return imported.split('/', imported.startsWith('@') ? 2 : 1).join('/')
}

function isOfPlatform(name: string): boolean {
  return /^(?:node|cloudflare):/.test(name) || builtinModules.includes(name)
}
