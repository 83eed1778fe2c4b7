import {
  type Region,
  regionOf,
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
      <p class="switch">
        {sampleLanguages.map(({ id: to, name, files }) => (
          <a
            href={`/docs?lang=${view.language}&code=${to}#${id}`}
            data-to={to}
            data-file={sampleAddress(files[0])}
            aria-current={to === chosen.id ? 'true' : undefined}
          >
            {name}
          </a>
        ))}
      </p>
      <pre class="program" tabindex={0}>
        <code data-language={chosen.id} data-region={region}>
          {regionOf(chosen, region)}
        </code>
      </pre>
    </div>
  )
}
