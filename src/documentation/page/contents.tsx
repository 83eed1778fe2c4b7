import type { Say } from '../../units/language.ts'
import { anchorOf, describedEndpoints } from '../described-endpoints.ts'
import { type Chapter, line } from './blocks.ts'

type Props = { guide: readonly Chapter[]; reference: readonly Chapter[]; say: Say }

/** The contents: the guide, then the reference with its endpoints. */
export function Contents({ guide, reference, say }: Props) {
  return (
    <nav aria-label={say(labels.contents)}>
      <details open>
        <summary>
          {say(labels.contents)} <span id="here" />
        </summary>
        <h2>{say(labels.guide)}</h2>
        <Links of={guide} say={say} />
        <h2>{say(labels.reference)}</h2>
        <Links of={reference} say={say} />
      </details>
    </nav>
  )
}

function Links({ of, say }: { of: readonly Chapter[]; say: Say }) {
  return (
    <ul>
      {of.map(({ id, title, shortTitle = title }) => (
        <li>
          <a href={`#${id}`}>{say(shortTitle)}</a>
          {id === 'endpoints' ? <EndpointLinks say={say} /> : null}
        </li>
      ))}
    </ul>
  )
}

function EndpointLinks({ say }: { say: Say }) {
  return (
    <ul>
      {describedEndpoints().map((endpoint) => (
        <li>
          <a href={`#${anchorOf(endpoint)}`}>{say(endpoint.summary)}</a>
        </li>
      ))}
    </ul>
  )
}

const labels = {
  contents: line('目錄', 'Contents'),
  guide: line('指南', 'Guide'),
  reference: line('參考', 'Reference'),
}
