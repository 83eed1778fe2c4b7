import type { TestProject } from 'vitest/node'
import { findSamples, languages, type Sample } from './support/languages.ts'

declare module 'vitest' {
  interface ProvidedContext {
    samples: readonly Sample[]
  }
}

/** Says which samples are tried on this machine, and which are not. `SAMPLES` names languages, or `all`. */
export default async function setup(project: TestProject): Promise<void> {
  const { SAMPLES: asked = '' } = process.env
  const all = languages.map(({ name }) => name)
  const wanted = asked === '' ? null : asked === 'all' ? all : asked.split(',')
  const { samples, skipped } = await findSamples(wanted)
  project.provide('samples', samples)
  console.log(`Samples tried: ${samples.map(({ name }) => name).join(', ') || 'none'}`)
  for (const one of skipped) console.log(`Samples skipped: ${one}`)
}
