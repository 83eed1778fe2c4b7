import { dirname, join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'
import { filesIn, readProject } from '../support/project-files.ts'

// Which room may import which: its rooms and packages may be imported, its types only as types.
const rooms: Record<string, Allowance> = {
  units: { rooms: [], types: [], packages: [] },
  contract: { rooms: ['units'], types: [], packages: ['zod'] },
  signing: { rooms: ['units'], types: [], packages: ['js-md5', 'node:crypto'] },
  rules: {
    rooms: ['units', 'contract/json-as-sent', 'contract/back-office-names'],
    types: ['contract'],
    packages: ['csv-parse', 'ipaddr.js'],
  },
  store: {
    rooms: ['units', 'contract/refusals'],
    types: ['rules', 'contract/back-office'],
    packages: ['drizzle-orm'],
  },
  operations: {
    rooms: ['units', 'contract', 'signing', 'rules', 'store'],
    types: ['context', 'platform', 'settings'],
    packages: [],
  },
  // Computes worked examples with the code that verifies signatures; shows the schedule, the breaker and the samples.
  documentation: {
    rooms: [
      'units',
      'contract',
      'signing',
      '../samples',
      'pages/assets',
      'rules/callbacks/callback-schedule',
      'rules/callbacks/receiver-breaker',
    ],
    types: [],
    packages: ['hono', 'zod', '../samples'],
  },
  // The names of assets are what the build writes.
  pages: { rooms: ['units', 'contract'], types: [], packages: ['hono', '../dist'] },
  http: {
    rooms: [
      'units',
      'contract',
      'documentation',
      'operations',
      'pages',
      'signing/md5',
      'signing/parameters',
    ],
    types: ['context', 'platform', 'rules', 'settings', 'signing/json-mistake', 'zod'],
    packages: ['hono'],
  },
  rpc: {
    rooms: ['context', 'contract', 'operations', 'platform/log'],
    types: ['rules'],
    packages: ['cloudflare:workers'],
  },
  jobs: {
    rooms: ['context', 'contract/log-redaction', 'operations', 'platform/log', 'units/time-limit'],
    types: ['platform/callback-queue', 'rules'],
    packages: ['cloudflare:workers'],
  },
  backoffice: {
    rooms: ['units', 'contract', 'pages', 'platform/log'],
    types: [],
    packages: ['hono', '@hono/zod-validator', 'jose', 'node:crypto', 'zod'],
  },
  platform: {
    rooms: ['units'],
    types: ['contract/log', 'settings'],
    packages: ['cloudflare:workers'],
  },
  settings: { rooms: ['units'], types: ['rules'], packages: ['zod'] },
  context: {
    rooms: ['platform', 'settings', 'store', 'units'],
    types: ['contract/log', 'rules'],
    packages: [],
  },
  index: {
    rooms: ['context', 'contract', 'http', 'jobs', 'platform/log', 'rpc', 'units'],
    types: ['platform/callback-queue', 'settings'],
    packages: [],
  },
}

type Allowance = {
  readonly rooms: readonly string[]
  readonly types: readonly string[]
  readonly packages: readonly string[]
}

type Import = { readonly file: string; readonly of: string; readonly typeOnly: boolean }

const files = filesIn('src')
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => relative('src', file))

const programs = ['src', 'scripts', 'bench', 'client/src', 'test']
  .flatMap(filesIn)
  .filter((file) => /\.(?:tsx?|mjs|js)$/.test(file) && !file.includes('node_modules/'))

test('every room is in the table, and every room of the table exists', () => {
  expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(rooms).sort())
})

test('no room imports what it may not', () => {
  expect(
    files
      .flatMap(importsOf)
      .filter((one) => !allowed(one))
      .map(importText),
  ).toEqual([])
})

// Operations take time, randomness, the network and the log from their context, so that tests can replace them. Only
// these files use the platform's own.
const sources: Readonly<Record<string, readonly string[]>> = {
  'context.ts': ['Date.now', 'fetch'],
  'platform/random.ts': ['crypto'],
  'platform/log.ts': ['console'],
  // The request's id is made before the context.
  'index.ts': ['crypto'],
  'http/request-pipeline.ts': ['crypto'],
  // A random placeholder in JSON, the nonce of an encrypted secret, the nonce of a content security policy.
  'contract/json-as-sent.ts': ['crypto'],
  'store/merchants/secret-encryption.ts': ['crypto'],
  // Checksums.
  'store/copies/copy-bucket.ts': ['crypto'],
  'http/documentation-pages.ts': ['crypto'],
  // What the reader sends, by the reader's clock.
  'documentation/browser/doctor.ts': ['Date.now'],
  'documentation/browser/console.ts': ['Date.now'],
  'documentation/browser/answer.ts': ['fetch'],
  'documentation/browser/page/sample-language.ts': ['fetch'],
  // Its parameter is called fetch.
  'operations/callbacks/post-callback.ts': ['fetch'],
  // The back office's Worker has no context.
  'backoffice/api.ts': ['Date.now', 'crypto'],
  'backoffice/desk/make-desk.ts': ['Date.now'],
  'backoffice/desk/routes.ts': ['Date.now'],
  'backoffice/desk/token.ts': ['crypto'],
}

test('no file has a clock, a random source or a network of its own', () => {
  const found = files.flatMap((file) =>
    ownSources(text(file))
      .filter((name) => !sources[file]?.includes(name))
      .map((name) => `${file} uses ${name}`),
  )
  expect(found).toEqual([])
  const unused = Object.entries(sources).flatMap(([file, names]) =>
    names.filter((name) => !ownSources(text(file)).includes(name)).map((name) => [file, name]),
  )
  expect(unused).toEqual([])
})

test('what runs in a reader’s browser is the signing code, and nothing of the service beside it', () => {
  const scripts = ['main', 'tools', 'search/search'].map(
    (name) => `documentation/browser/${name}.ts`,
  )
  const reached = new Set(scripts)
  for (const file of reached) {
    const imports = files.includes(file) ? importsOf(file) : []
    for (const { of, typeOnly } of imports) if (!typeOnly) reached.add(of)
  }
  // Both packages have a stand-in there.
  const rooms =
    /^(?:documentation\/(?:browser|doctor|samples)|signing|units)\/|^(?:js-md5|node:crypto)$/
  expect([...reached].filter((file) => !rooms.test(file))).toEqual([])
  expect([...reached]).toContain('signing/current-style.ts')
})

test('a file imports a module once, and a name of it under one name', () => {
  const twice = programs.filter((file) => {
    const imports = readProject(file).matchAll(/^import ([^'"]*?) from '([^']+)'/gm)
    const parts = [...imports].flatMap(([, names = '', of]) => [
      of,
      ...Array.from(names.matchAll(/[{,]\s*(?:type )?(\w+)/g), ([, name]) => `${name} of ${of}`),
    ])
    return new Set(parts).size < parts.length
  })
  expect(twice).toEqual([])
})

test('zod comes whole, never by the named import that carries every locale', () => {
  const named = files.filter((file) => /import \{[^}]*\bz\b[^}]*\} from 'zod'/.test(text(file)))
  expect(named).toEqual([])
})

// zod puts the whole library into the bundle, zod/mini only what is used.
test('the public Worker’s schemas are zod/mini; only what the back office alone reads is zod', () => {
  const withMethods = files.filter((file) => /from 'zod'/.test(text(file)))
  const ofBackOffice = /^(backoffice\/|contract\/back-office\/)/
  expect(withMethods.filter((file) => !ofBackOffice.test(file))).toEqual([])
})

test('nothing that the public Worker runs is zod', () => {
  const reached = new Set(['index.ts'])
  for (const file of reached) {
    const imports = files.includes(file) ? importsOf(file) : []
    for (const { of, typeOnly } of imports) if (!typeOnly) reached.add(of)
  }
  expect(reached.size).toBeGreaterThan(150)
  expect([...reached]).toContain('zod/mini')
  expect([...reached].filter((file) => file === 'zod')).toEqual([])
})

test('no folder holds more than twenty files', () => {
  const folders = Map.groupBy([...filesIn('src'), ...filesIn('test/unit')], dirname)
  expect([...folders].filter(([, inside]) => inside.length > 20)).toEqual([])
})

test('no line is over 120 characters', () => {
  const wide = files.filter((file) =>
    text(file)
      .split('\n')
      .some((line) => line.length > 120),
  )
  expect(wide).toEqual([])
})

test('no files import one another in a circle, types included', () => {
  const left = new Map(files.map((file) => [file, importsOf(file).map(({ of }) => of)]))
  // What imports nothing that is left is in no circle.
  for (let before = 0; before !== left.size; ) {
    before = left.size
    for (const [file, imports] of left) {
      if (!imports.some((one) => left.has(one))) left.delete(file)
    }
  }
  expect([...left.keys()]).toEqual([])
})

test('no literal is spread into another one to save a line', () => {
  const literal = /^\s*\.\.\.(?:\{|\(?\[[^\]]*\](?: as const\))?,?$(?!\n\s*\.))|\{\.\.\.\{/m
  expect(programs.filter((file) => literal.test(readProject(file)))).toEqual([])
})

test('an export has a reader in another file', () => {
  const declared = /^export (?:async )?(?:function\*?|const|class|type) (\w+)/gm
  const folders = ['src', 'scripts', 'bench', 'client', 'samples', 'test']
  const sources = folders.flatMap(filesIn).filter((file) => {
    return /\.(?:tsx?|mjs|js)$/.test(file) && !file.includes('node_modules/')
  })
  const wordsOf = new Map(sources.map((file) => [file, readProject(file).match(/\w+/g) ?? []]))
  const readers = new Map<string, number>()
  for (const words of wordsOf.values()) {
    for (const word of new Set(words)) readers.set(word, (readers.get(word) ?? 0) + 1)
  }
  const unread = sources
    .filter((file) => /^(?:src|scripts|bench)\//.test(file))
    .flatMap((file) => Array.from(readProject(file).matchAll(declared), ([, name = '']) => name))
    .filter((name) => readers.get(name) === 1)
  expect(unread).toEqual([])
})

// What a name of a type may not end in, beside -ed.
const irregular =
  'Begun|Broken|Brought|Built|Chosen|Done|Drawn|Found|Given|Gone|Heard|Held|Hidden|Kept|Known|Left|Lost|Made|Met|Paid|' +
  'Proven|Put|Read|Said|Seen|Sent|Shown|Sold|Sought|Taken|Told|Undone|Withdrawn|Written'

test('a type’s name is a noun, never what somebody has told, asked, given or found', () => {
  const participle = new RegExp(
    `^(?:export )?(?:type|interface) ((?:Told|Asked|Given|Shown|Listed|Named|Found)\\w*|\\w*(?:ed|${irregular}))\\b`,
    'gm',
  )
  const found = programs.flatMap((file) => {
    const names = readProject(file).matchAll(participle)
    return Array.from(names, ([, name]) => `${name} of ${file}`)
  })
  expect(found.filter((name) => !/^(?:SaidPaid|Need|TestBed) /.test(name))).toEqual([])
})

test('forbidden imports are recognised', () => {
  const forbidden: Import[] = [
    { file: 'rules/accounts/ledger.ts', of: 'zod', typeOnly: false },
    { file: 'rules/accounts/ledger.ts', of: 'store/database.ts', typeOnly: true },
    { file: 'http/answer-signed.ts', of: 'store/merchants/merchants.ts', typeOnly: false },
    { file: 'operations/orders/create-collection.ts', of: 'context.ts', typeOnly: false },
    { file: 'backoffice/api.ts', of: 'operations/orders/create-collection.ts', typeOnly: true },
    { file: 'http/answer-signed.ts', of: 'signing/current-style.ts', typeOnly: false },
    { file: 'pages/wait.tsx', of: 'operations/links/show-wait-page.ts', typeOnly: true },
  ]
  expect(forbidden.filter(allowed).map(importText)).toEqual([])
})

test('every kind of import is recognised', () => {
  const source = [
    "import { a } from './a.ts'",
    "import {\n  type B,\n  type C,\n} from './b.ts'",
    "export * from './c.ts'",
    "import './d.ts'",
    "const later = () => import('./e.ts')",
    "type Db = import('./f.ts').Database",
  ].join('\n')
  expect(importsIn(source)).toEqual([
    { target: './a.ts', typeOnly: false },
    { target: './b.ts', typeOnly: true },
    { target: './c.ts', typeOnly: false },
    { target: './d.ts', typeOnly: false },
    { target: './e.ts', typeOnly: false },
    { target: './f.ts', typeOnly: false },
  ])
})

function allowed({ file, of, typeOnly }: Import): boolean {
  const room = roomOf(file)
  const table = rooms[room]
  if (table === undefined) return false
  if (roomOf(of) === room) return true
  if (!/\.tsx?$/.test(of)) {
    const packages = typeOnly ? [...table.packages, ...table.types] : table.packages
    return packages.some((name) => of === name || of.startsWith(`${name}/`))
  }
  const within = (names: readonly string[]) =>
    names.some((name) => of.replace(/x$/, '') === `${name}.ts` || of.startsWith(`${name}/`))
  return within(table.rooms) || (typeOnly && within(table.types))
}

function importsOf(file: string): Import[] {
  return importsIn(text(file)).map(({ target, typeOnly }) => ({
    file,
    of: target.startsWith('.') ? relative('.', normalize(join(dirname(file), target))) : target,
    typeOnly,
  }))
}

function importsIn(source: string): { readonly target: string; readonly typeOnly: boolean }[] {
  const named = source.matchAll(/^(?:import|export)\s+(type\s+)?([^'"]*?)from\s+['"]([^'"]+)['"]/gm)
  // Side effects, dynamic imports and import types.
  const bare = source.matchAll(/\bimport\s*\(?\s*['"]([^'"]+)['"]/g)
  return [
    ...[...named].map(([, type, names = '', target = '']) => {
      return { target, typeOnly: type !== undefined || onlyTypes(names) }
    }),
    ...[...bare].map(([, target = '']) => ({ target, typeOnly: false })),
  ]
}

/** Which of the platform's clock, random source, network and log a source uses directly. */
function ownSources(source: string): string[] {
  const code = source.replace(/\/\*.*?\*\//gs, '').replace(/(?<!:)\/\/.*$/gm, '')
  const patterns = {
    'Date.now': /\b(?:Date\.now|performance\.now)\b|\bnew Date\(\)/,
    'Math.random': /\bMath\.random\b/,
    crypto: /(?<![.\w])crypto\.\w/,
    fetch: /(?<![.\w]|async )fetch\(/,
    console: /(?<![.\w])console\.\w+\(/,
  }
  const isUsed = (pattern: RegExp) => pattern.test(code)
  return Object.entries(patterns).flatMap(([name, pattern]) => (isUsed(pattern) ? [name] : []))
}

// `import { type A, type B }` is removed by the compiler like `import type { A, B }`.
function onlyTypes(names: string): boolean {
  const listed = /^\{([^}]*)\}\s*$/.exec(names.trim())?.[1]
  if (listed === undefined) return false
  const each = listed.split(',').map((name) => name.trim())
  return each.filter((name) => name !== '').every((name) => name.startsWith('type '))
}

function roomOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/\.tsx?$/, '')
}

function text(file: string): string {
  return readProject(`src/${file}`)
}

function importText({ file, of }: Import): string {
  return `${file} imports ${of}`
}
