import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '../../../scripts/local/database.ts'
import { root, wranglerEnvironment } from '../../../scripts/local/environment.ts'
import { localKeys } from '../../../scripts/local/keys.ts'
import { createProcessGroups } from '../../../scripts/local/processes.ts'
import { buildBundles, workers } from '../../faults/service/bundles.ts'

declare module 'vitest' {
  interface ProvidedContext {
    built: Builds
    bundles: string
  }
}

/** The files that servers of tests start on, built once for all: a build takes seconds of both processors. */
export type Builds = {
  /** Both Workers as they are deployed. */
  readonly bundles: string
  /** The wrangler files of both, which name those. */
  readonly configurations: string
  /** State as a first `npm start` leaves it: keys, migrated databases and the demo merchants. */
  readonly state: string
}

// Each project loads this module anew, all in one process.
const kept = globalThis as { builtForTests?: Promise<Builds> }

/** Makes them where no other project has, and provides them to tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  kept.builtForTests ??= build()
  const built = await kept.builtForTests
  project.provide('built', built)
  project.provide('bundles', built.bundles)
  return () => rm(built.configurations, { recursive: true, force: true, maxRetries: 5 })
}

async function build(): Promise<Builds> {
  const folder = await mkdtemp(join(tmpdir(), 'merchant-pay-built-'))
  const [bundles, state] = [join(folder, 'bundles'), join(folder, 'state')]
  await Promise.all([buildBundles(bundles), prepare(state)])
  for (const { name, config } of workers) {
    const text = await readFile(join(root, config), 'utf8')
    await writeFile(join(folder, config), onBundle(text, join(bundles, name, 'index.js')))
  }
  return { bundles, configurations: folder, state }
}

// The same settings and bindings, on a program that is built: a start then bundles it with what is of `wrangler dev` alone.
function onBundle(text: string, program: string): string {
  return text
    .replace(/^main = .*$/m, `main = ${JSON.stringify(program)}`)
    .replace(/^minify = .*$/m, '')
    .replace(/^\[build\]\ncommand = .*$/m, '')
    .replace(
      /^directory = "(.*)"$/m,
      (_, path) => `directory = ${JSON.stringify(join(root, path))}`,
    )
}

async function prepare(stateDir: string): Promise<void> {
  const groups = createProcessGroups()
  try {
    const [keys, env] = [await localKeys(stateDir), wranglerEnvironment(stateDir)]
    await prepareDatabase(groups, { stateDir, keys, env, onLog: () => {}, withAccounts: false })
  } finally {
    await groups.stopAll()
  }
}
