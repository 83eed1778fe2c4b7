import { Foreign } from './values.tsx'

/** A text from outside by its beginning, with the whole behind it: however long, it pushes nothing off the page. */
export function LongText({ text }: { text: string }) {
  const characters = [...text]
  if (characters.length <= briefMax) return <Foreign text={text} />
  return (
    <details class="long">
      <summary>
        <bdi>{`${characters.slice(0, briefMax).join('')}…`}</bdi>
      </summary>
      <pre>
        <bdi>{text}</bdi>
      </pre>
    </details>
  )
}

const briefMax = 80
