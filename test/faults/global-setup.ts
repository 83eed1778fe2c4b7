import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildBundles } from './service/bundles.ts'

declare module 'vitest' {
  interface ProvidedContext {
    bundles: string
  }
}

/** Builds both Workers once for all tests that start and kill them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'merchant-pay-bundles-'))
  await buildBundles(directory)
  project.provide('bundles', directory)
  return () => rm(directory, { recursive: true, force: true })
}
