import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { takeLock } from '../../../scripts/install.mjs'
import { root } from '../../../scripts/local/environment.ts'
import { readProject } from '../../support/project-files.ts'

const directories = [
  '.',
  'scripts/node',
  'test/browser/packages',
  'test/client/packages',
  'test/openapi/packages',
]

test.each(directories)(
  '%s pins every package by its content, and names no registry',
  (directory) => {
    const lock = read(directory, 'package-lock.json')
    const { '': _project, ...packages }: Record<string, Package> = lock.packages
    for (const [path, { integrity, resolved }] of Object.entries(packages)) {
      expect({ path, integrity, resolved }).toEqual({
        path,
        integrity: expect.stringMatching(/^sha512-/),
        resolved: undefined,
      })
    }
    const { dependencies, devDependencies, optionalDependencies } = read(directory, 'package.json')
    const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies }
    for (const version of Object.values(wanted)) expect(version).toMatch(/^\d+\.\d+\.\d+(?:-\w+)?$/)
  },
)

// Without one of them npm refuses to install from the lock file, on any system.
test.each(directories)('%s locks optional packages of every system', (directory) => {
  const { packages }: { packages: Record<string, Package> } = read(directory, 'package-lock.json')
  const optional = Object.values(packages).flatMap((one) =>
    Object.keys(one.optionalDependencies ?? {}),
  )
  const locked = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''))
  expect(optional.filter((name) => !locked.includes(name))).toEqual([])
})

test('a long install keeps its lock, and one that has lost it leaves the lock of the next', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const directory = mkdtempSync(join(tmpdir(), 'install-lock-'))
    const lock = join(directory, 'install.lock')
    const release = await takeLock(directory, new AbortController().signal)
    utimesSync(lock, 1, 1)
    vi.advanceTimersByTime(60_000)
    expect(Date.now() - statSync(lock).mtimeMs).toBeLessThan(60_000)
    writeFileSync(lock, '1')
    vi.advanceTimersByTime(60_000)
    release()
    expect(readFileSync(lock, 'utf8')).toBe('1')
  } finally {
    vi.useRealTimers()
  }
})

test('dependencies of some hosts or of tests only are not in the root lock file', () => {
  const heavy = directories
    .slice(1)
    .flatMap((directory) => Object.keys(read(directory, 'package-lock.json').packages))
    .filter((path) => /node-(?:linux|win)|chromium|noto-sans/.test(path))
  expect(heavy).toHaveLength(6)
  const { packages } = read('.', 'package-lock.json')
  expect(heavy.filter((path) => path in packages)).toEqual([])
})

// `npm start` installs `dependencies` alone, and builds what pages load and the client's package.
test('what the build of pages and of the client imports is no development dependency', () => {
  const client = readdirSync(join(root, 'client/src')).map((name) => `client/src/${name}`)
  const files = ['scripts/assets.mjs', 'scripts/client/pack.mjs', ...client]
  const imported = files.flatMap((file) =>
    [
      ...readProject(file).matchAll(/(?:from |\.resolve\()'((?:@[\w-]+\/)?[\w-]+)(?:\/[^']*)?'/g),
    ].map(([, name]) => name),
  )
  expect(new Set(imported)).toEqual(new Set(['@noble/hashes', 'esbuild', 'typescript']))
  const { dependencies } = read('.', 'package.json')
  expect(imported.filter((name = '') => !(name in dependencies))).toEqual([])
})

type Package = {
  integrity?: string
  resolved?: string
  optionalDependencies?: Record<string, string>
}

function read(directory: string, name: string) {
  return JSON.parse(readProject(`${directory}/${name}`))
}
