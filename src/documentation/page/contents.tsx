import { type Language, type Say, sayIn } from '../../units/language.ts'
import { anchorOf } from '../described-endpoints.ts'
import { endpointGroups, shortPathOf } from '../endpoint-groups.ts'
import { versions } from '../versions.ts'
import { type Chapter, line } from './blocks.ts'

type Props = { guide: readonly Chapter[]; reference: readonly Chapter[]; language: Language }

/** The contents: the guide, then the reference with its endpoints in groups, and on a narrow screen the files. */
export function Contents({ guide, reference, language }: Props) {
  const say = sayIn(language)
  return (
    <nav aria-label={say(labels.contents)}>
      <details>
        <summary>
          {say(labels.contents)} <span id="here" class="unseen" />
        </summary>
        <div>
          <h2>{say(labels.guide)}</h2>
          <Links of={guide} say={say} />
          <h2>{say(labels.reference)}</h2>
          <Links of={reference} say={say} />
          <Files language={language} />
        </div>
      </details>
    </nav>
  )
}

/** The documentation for programs, and its version. */
export function Files({ language }: { language: Language }) {
  return (
    <p class="files">
      <a href="#versions">
        {sayIn(language)(labels.versions)} {versions.page}
      </a>{' '}
      <a href="/openapi.json">OpenAPI {versions.machineReadable}</a>{' '}
      <a href={`/docs/merchant-api.md?lang=${language}`}>Markdown</a>{' '}
      <a href="/docs/postman.json">Postman</a> <a href="/llms.txt">llms.txt</a>
    </p>
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

// The stylesheet adds the path to an endpoint's name, with the method unless it is POST.
function EndpointLinks({ say }: { say: Say }) {
  return (
    <>
      {endpointGroups().map(({ title, endpoints }) => (
        <ul>
          <li>{say(title)}</li>
          {endpoints.map((one) => (
            <li>
              <a
                href={`#${anchorOf(one)}`}
                data-path={`${one.method === 'GET' ? 'GET ' : ''}${shortPathOf(one)}`}
              >
                {say(one.shortName)}
              </a>
            </li>
          ))}
        </ul>
      ))}
    </>
  )
}

const labels = {
  contents: line('目錄', 'Contents'),
  guide: line('指南', 'Guide'),
  reference: line('參考', 'Reference'),
  versions: line('版本', 'Version'),
}
