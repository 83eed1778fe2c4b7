import type { Language } from '../../../units/language.ts'
import {
  type Region,
  regionOf,
  regions,
  sampleAddress,
  sampleFor,
  sampleLanguages,
} from '../../samples/samples.ts'
import type { View } from '../blocks.ts'

/**
 * The code of one region in the chosen language, with links to the others. The page's script changes the code of all
 * chapters in place, and remembers the choice.
 */
export function Samples({ region, view }: { region: Region; view: View }) {
  const chosen = sampleFor(view.code)
  const id = `code-${region}`
  return (
    <div class="samples" id={id}>
      {region === regions[0] ? <Switch view={view} /> : null}
      <pre class="program" tabindex={0}>
        <code data-language={chosen.id} data-region={region}>
          {regionOf(chosen, region)}
        </code>
      </pre>
    </div>
  )
}

// Once, since each of its links leads to the whole page in that language; the script repeats it at each region.
function Switch({ view }: { view: View }) {
  const chosen = sampleFor(view.code)
  return (
    <p class="switch">
      {sampleLinks(view.language).map(({ id, name, file, href }) => (
        <a
          href={href}
          data-to={id}
          data-file={file}
          aria-current={id === chosen.id ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </p>
  )
}

/** The languages of the samples, each with its file and the address of the page that shows it. */
export function sampleLinks(language: Language) {
  return sampleLanguages.map(({ id, name, files }) => {
    const href = `/docs?lang=${language}&code=${id}#code-${regions[0]}`
    return { id, name, file: sampleAddress(files[0]), href }
  })
}
