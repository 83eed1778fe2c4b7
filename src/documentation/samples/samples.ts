import csharp from '../../../samples/csharp/MerchantPayment/Pay.cs' with { type: 'text' }
import go from '../../../samples/go/pay/pay.go' with { type: 'text' }
import javaJson from '../../../samples/java/src/main/java/merchantpayment/Json.java' with {
  type: 'text',
}
import javaMembers from '../../../samples/java/src/main/java/merchantpayment/Members.java' with {
  type: 'text',
}
import java from '../../../samples/java/src/main/java/merchantpayment/Pay.java' with {
  type: 'text',
}
import phpAutoload from '../../../samples/php/autoload.php' with { type: 'text' }
import phpCallback from '../../../samples/php/src/Callback.php' with { type: 'text' }
import phpEventStore from '../../../samples/php/src/EventStore.php' with { type: 'text' }
import phpFailed from '../../../samples/php/src/Failed.php' with { type: 'text' }
import phpOutcomeUnknown from '../../../samples/php/src/OutcomeUnknown.php' with { type: 'text' }
import php from '../../../samples/php/src/Pay.php' with { type: 'text' }
import phpRefused from '../../../samples/php/src/Refused.php' with { type: 'text' }
import python from '../../../samples/python/pay.py' with { type: 'text' }
import * as typescript from '../../../samples/typescript/pay.ts' with { type: 'text' }
import { regionIn } from './region.ts'
import { stories } from './stories/stories.ts'

/** The regions that the page shows of the samples, in the order of the guide. */
export const regions = ['story', 'sign', 'create', 'query', 'link', 'callback', 'ledger'] as const
export type Region = (typeof regions)[number]

/** A language's sample. */
export type Sample = {
  readonly id: string
  readonly name: string
  /** Whole files, as a merchant's engineer copies them; the first has the regions. */
  readonly files: readonly [SampleFile, ...SampleFile[]]
  /** A program that uses them: a region of its own. */
  readonly story: SampleFile
}

/** A file by its path below `samples`; a story by that below `stories`. */
export type SampleFile = { readonly path: string; readonly text: string }

const javaFolder = 'java/src/main/java/merchantpayment'

/** The languages that there are samples in, the first of which is shown until another is chosen. */
export const sampleLanguages: readonly [Sample, ...Sample[]] = [
  {
    id: 'typescript',
    name: 'TypeScript',
    files: [{ path: 'typescript/pay.ts', text: textOf(typescript) }],
    story: stories.typescript,
  },
  {
    id: 'php',
    name: 'PHP',
    files: [
      { path: 'php/src/Pay.php', text: php },
      { path: 'php/src/Callback.php', text: phpCallback },
      { path: 'php/src/Failed.php', text: phpFailed },
      { path: 'php/src/Refused.php', text: phpRefused },
      { path: 'php/src/OutcomeUnknown.php', text: phpOutcomeUnknown },
      { path: 'php/src/EventStore.php', text: phpEventStore },
      { path: 'php/autoload.php', text: phpAutoload },
    ],
    story: stories.php,
  },
  {
    id: 'python',
    name: 'Python',
    files: [{ path: 'python/pay.py', text: python }],
    story: stories.python,
  },
  {
    id: 'java',
    name: 'Java',
    files: [
      { path: `${javaFolder}/Pay.java`, text: java },
      { path: `${javaFolder}/Members.java`, text: javaMembers },
      { path: `${javaFolder}/Json.java`, text: javaJson },
    ],
    story: stories.java,
  },
  { id: 'go', name: 'Go', files: [{ path: 'go/pay/pay.go', text: go }], story: stories.go },
  {
    id: 'csharp',
    name: 'C#',
    files: [{ path: 'csharp/MerchantPayment/Pay.cs', text: csharp }],
    story: stories.csharp,
  },
]

/** The address of a file of the samples below the documentation's host: `/docs/samples/Pay.php`. */
export function sampleAddress({ path }: SampleFile): string {
  return `/docs/samples/${path.slice(path.lastIndexOf('/') + 1)}`
}

/** The text of a module in TypeScript: to the compiler it is the program itself. */
export function textOf(module: object): string {
  return (module as { readonly default: string }).default
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
