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
      {sampleLanguages.map(({ id, name, files }) => (
        <a
          href={`/docs?lang=${view.language}&code=${id}#code-${regions[0]}`}
          data-to={id}
          data-file={sampleAddress(files[0])}
          aria-current={id === chosen.id ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </p>
  )
}
