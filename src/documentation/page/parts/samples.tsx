import type { Language } from '../../../units/language.ts'
import { beforePrograms, programCommands } from '../../samples/program-commands.ts'
import { programParts } from '../../samples/programs.ts'
import { linesShown } from '../../samples/region.ts'
import type { Sample } from '../../samples/sample.ts'
import {
  type Region,
  regionOf,
  regions,
  sampleAddress,
  sampleFor,
  sampleLanguages,
} from '../../samples/samples.ts'
import type { View } from '../blocks.ts'
import { Inline } from './inline.tsx'

/**
 * The code of one region in the chosen language, with links to the others. The page's script changes the code of all
 * chapters in place, and remembers the choice. A phone shows its first lines, until the element below it is open.
 */
export function Samples({ region, view }: { region: Region; view: View }) {
  const chosen = sampleFor(view.code)
  const id = `code-${region}`
  const code = regionOf(chosen, region)
  const lines = code.split('\n').length
  return (
    <div class="samples" id={id}>
      {region === regions[0] ? <Switch view={view} /> : null}
      <pre class="program" tabindex={0}>
        <code data-language={chosen.id} data-region={region}>
          {code}
        </code>
      </pre>
      <details hidden={lines <= linesShown}>
        <summary>{view.say({ zh: `顯示全部 ${lines} 行`, en: `Show all ${lines} lines` })}</summary>
      </details>
    </div>
  )
}

// The links exist once, because each leads to the whole page in its language; the script repeats them at each region.
function Switch({ view }: { view: View }) {
  const chosen = sampleFor(view.code)
  return (
    <p class="switch">
      {sampleLinks(view.language).map(({ id, name, href }) => (
        <a href={href} data-to={id} aria-current={id === chosen.id ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </p>
  )
}

/** The commands that get and run the story. The page's script changes them with the code. */
export function Commands({ view }: { view: View }) {
  const chosen = sampleFor(view.code)
  return (
    <figure data-code={chosen.id}>
      <figcaption>
        <Inline text={`${chosen.name} (${chosen.needs})${view.say(colon)}${fileLinks(chosen)}`} />
      </figcaption>
      <pre class="program" tabindex={0}>
        <code data-language="text">{commandsOf(chosen)}</code>
      </pre>
    </figure>
  )
}

/** The commands that get and run a language's story. */
export function commandsOf({ id }: Sample): string {
  return `${beforePrograms}\n${programCommands[id]}`
}

/** Links to all files of a language's sample. */
export function fileLinks({ id, files, story }: Sample): string {
  const parts = programParts.filter(({ path }) => path.startsWith(`${id}/`))
  return [story, ...parts, ...files]
    .map(sampleAddress)
    .map((address) => `[${address.slice(address.lastIndexOf('/') + 1)}](${address})`)
    .join(' ')
}

const colon = { zh: '：', en: ': ' }

/** The languages of the samples, each with the address of the page that shows it. */
export function sampleLinks(language: Language) {
  return sampleLanguages.map(({ id, name }) => {
    const href = `/docs?lang=${language}&code=${id}#code-${regions[0]}`
    return { id, name, href }
  })
}
