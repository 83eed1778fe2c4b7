import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { defineConfig, type Plugin } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { shortLengths } from './test/workerd/support/lengths.ts'

// As wrangler does before each build: what pages load, and its names, which their code imports.
execFileSync(process.execPath, [join(import.meta.dirname, 'scripts/assets.mjs')])

// The keys of a deployment, for tests; required secrets are taken from the environment.
const keys = {
  SECRETS_KEY: btoa('0123456789abcdef0123456789abcdef'),
  LINK_SIGNING_KEY: btoa('fedcba9876543210fedcba9876543210'),
}
Object.assign(process.env, keys)

// What holds for the schema of the same commit alone: the tables as the code knows them, counts of written rows, plans of
// statements. Left out where these tests run on the migrations of a later commit (scripts/release/previous-code.ts).
const laterMigrations = process.env.LATER_MIGRATIONS ?? ''
const ofOwnSchema = [
  'test/workerd/store/{schema,usage,query-plans}.test.ts',
  'test/workerd/banking/import-cost.test.ts',
]

const lengths = Object.fromEntries(
  Object.entries(shortLengths).map(([name, length]) => [name, process.env[name] ?? length]),
)

// What `with { type: 'text' }` is to the bundler, for a script of the documentation, and for the samples that it shows.
const servedAsText = /\/src\/documentation\/.+\.js$/
const shownBy = /\/src\/documentation\/samples\/(?:programs|languages\/\w+)\.ts$/
const ownModules = /\/src\/documentation\/.+\.ts$/
const text: Plugin = {
  name: 'text',
  enforce: 'pre',
  async resolveId(target, importer) {
    const resolved = await this.resolve(target, importer, { skipSelf: true })
    // Under another name, so that nobody takes it for a stylesheet or a program.
    if (resolved === null) return null
    // The modules beside them are programs.
    const isShown = shownBy.test(importer ?? '') && !ownModules.test(resolved.id)
    return isShown || servedAsText.test(resolved.id) ? `\0text:${resolved.id}.text` : null
  },
  async load(id) {
    const path = /^\0text:(.+)\.text$/.exec(id)?.[1]
    if (path === undefined) return null
    return `export default ${JSON.stringify(await readFile(path, 'utf8'))}`
  },
}

// A test that proves a law has no clock, and a busy machine is no fault of the code: these end what hangs, no more.
const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 180_000 } },
}

// One server and one browser are behind many tests: where either hangs, each of them waits for as long.
const patienceWithPages = { ...patience, testTimeout: 240_000 }

// What costs are compared in runs first and alone: beside other work even the best of many runs tells of that work.
const alone = { maxWorkers: 1, sequence: { groupOrder: 0 } }
// Files that start nothing outside themselves run side by side, in processes that load the modules once for many files:
// loading them took longer than most files' tests. So do those with pages; what a support module did at its top for each
// test is in a setup file, which runs for each file. After them come those with a browser, and those that start and kill
// servers: most of their time they wait for what only a clock brings about.
const sideBySide = {
  isolate: false,
  maxWorkers: Math.max(3, availableParallelism() - 1),
  sequence: { groupOrder: 1 },
}
// Made once for all projects that start Workers.
const built = './test/support/server/global-setup.ts'
const waiting = { isolate: false, maxWorkers: 5, sequence: { groupOrder: 2 } }

export default defineConfig({
  test: {
    silent: 'passed-only',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [text],
        test: {
          ...patience,
          ...alone,
          name: 'cost',
          include: ['test/cost/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        plugins: [text],
        test: {
          ...patience,
          ...sideBySide,
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        plugins: [
          text,
          cloudflareTest(async () => ({
            main: './src/index.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // Whatever calls out reaches a merchant's server that acknowledges at once.
              outboundService: () => new Response('success'),
              d1Databases: ['SPARE_1', 'SPARE_2'],
              bindings: {
                // In place of what `npm start` has written into `.dev.vars`.
                ...keys,
                BASE_URL: 'https://pay.example',
                EXCHANGE_URL: 'https://exchange.example',
                ALLOW_PRIVATE_CALLBACKS: '',
                SANDBOX_MERCHANT: '',
                // The tests of test/workerd/people turn it on.
                APPROVALS: 'off',
                ...lengths,
                LATER_MIGRATIONS: laterMigrations,
                TEST_MIGRATIONS: await readD1Migrations('./migrations'),
              },
            },
          })),
        ],
        test: {
          ...patience,
          ...sideBySide,
          name: 'workerd',
          include: ['test/workerd/**/*.test.ts'],
          exclude: laterMigrations === '' ? [] : ofOwnSchema,
          setupFiles: ['./test/workerd/support/setup.ts'],
        },
      },
      {
        test: {
          ...patience,
          ...waiting,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/samples/**/*.test.ts'],
          environment: 'node',
          globalSetup: [built, './test/e2e/global-setup.ts', './test/samples/global-setup.ts'],
        },
      },
      {
        plugins: [text],
        test: {
          ...patienceWithPages,
          ...waiting,
          name: 'browser',
          alias: {
            'cloudflare:workers': join(import.meta.dirname, 'test/browser/support/runtime.ts'),
          },
          include: ['test/browser/**/*.test.ts'],
          environment: 'node',
          globalSetup: [built, './test/browser/global-setup.ts'],
        },
      },
      {
        plugins: [text],
        test: {
          ...patienceWithPages,
          ...waiting,
          name: 'desk',
          include: ['test/desk/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['./test/desk/support/setup.ts'],
          globalSetup: [built, './test/browser/global-setup.ts', './test/desk/global-setup.ts'],
        },
      },
      {
        test: {
          ...patience,
          ...waiting,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          environment: 'node',
          globalSetup: [built],
        },
      },
    ],
  },
})
