import { csharp } from './languages/csharp.ts'
import { go } from './languages/go.ts'
import { java } from './languages/java.ts'
import { php } from './languages/php.ts'
import { python } from './languages/python.ts'
import { typescript } from './languages/typescript.ts'
import { regionIn } from './region.ts'
import type { Sample, SampleFile } from './sample.ts'

/** The regions that the page shows of the samples, in the order of the guide. */
export const regions = ['story', 'sign', 'create', 'query', 'link', 'callback', 'ledger'] as const
export type Region = (typeof regions)[number]

/** The languages of the samples; the first one is shown until the reader chooses another. */
export const sampleLanguages: readonly [Sample, ...Sample[]] = [
  typescript,
  php,
  python,
  java,
  go,
  csharp,
]

/** The address of a file of the samples below the documentation's host: `/docs/samples/Pay.php`. */
export function sampleAddress({ path }: SampleFile): string {
  return `/docs/samples/${path.slice(path.lastIndexOf('/') + 1)}`
}

/** A sample by the name of its language; the first one where there is none of that name. */
export function sampleFor(id: string | undefined): Sample {
  return sampleLanguages.find((one) => one.id === id) ?? sampleLanguages[0]
}

/** The code of a region of a sample. Throws where its file does not have the region. */
export function regionOf(
  { files: [{ path, text }], story }: Pick<Sample, 'files' | 'story'>,
  region: Region,
): string {
  const code = regionIn(region === 'story' ? story.text : text, region)
  if (code === undefined) throw new Error(`${path} has no region ${region}`)
  return code
}
