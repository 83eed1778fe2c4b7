import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundledTextsKib } from '../../../scripts/checks/bundled-texts.ts'
import { problemOf } from '../../../scripts/checks/run.ts'
import { readProject } from '../../support/project-files.ts'

const size = {
  pattern: /gzip: ([\d.]+) KiB/,
  kibMax: 150,
  texts: { metafile: 'meta.json', kibMax: 20 },
}

test.each([
  [{ programKib: 150, textsKib: 20 }, null],
  [{ programKib: 150.1, textsKib: 20 }, '150.1 KiB of program are more than the 150 KiB allowed'],
  [{ programKib: 150, textsKib: 20.1 }, '20.1 KiB of texts are more than the 20 KiB allowed'],
  [null, 'tells no size:\nthe output'],
])('a bundle of %j', (sizes, problem) => {
  expect(problemOf({ size }, 'the output', sizes)).toBe(problem)
})

test('a command without a size limit needs no size', () => {
  expect(problemOf({}, 'done', null)).toBeNull()
})

test('texts are what the bundler took as texts, whatever they are called', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bundle-size-'))
  const metafile = join(directory, 'meta.json')
  const inputs = {
    LICENSE: { bytes: 1, with: { type: 'text' } },
    'README.md': { bytes: 1, with: { type: 'json' } },
    'vitest.config.ts': { bytes: 1 },
  }
  await writeFile(metafile, JSON.stringify({ inputs }))
  expect(await bundledTextsKib(metafile)).toBe(gzipSync(readProject('LICENSE')).length / 1024)
  await rm(directory, { recursive: true })
})
