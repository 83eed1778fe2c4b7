import type { Region } from '../blocks.ts'
import { samplesOf } from '../samples/samples.ts'

/**
 * The code of one region in each language, closed. The page's script shows one language at a time in place of that, the
 * same in all chapters.
 */
export function Samples({ region }: { region: Region }) {
  const samples = samplesOf(region)
  if (samples.length === 0) return null
  return (
    <div class="samples">
      {samples.map(({ language, name, text }) => (
        <details data-sample={language}>
          <summary>{name}</summary>
          <pre class="program" tabindex={0}>
            <code data-language={language} data-region={region}>
              {text}
            </code>
          </pre>
        </details>
      ))}
    </div>
  )
}
