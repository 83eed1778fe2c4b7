import { useDesk } from '../desk.ts'
import { OutsideText } from './values.tsx'

/** A text from outside by its beginning, with the whole behind it: however long, it pushes nothing off the page. */
export function LongText({ text }: { text: string }) {
  const { say } = useDesk()
  const characters = [...text]
  if (characters.length <= briefMax) return <OutsideText text={text} />
  return (
    <details class="long">
      <summary>
        <span>
          <bdi>{characters.slice(0, briefMax).join('')}</bdi>
          {say({ zh: '…（全文）', en: '… (all of it)' })}
        </span>
      </summary>
      <pre>
        <bdi>{text}</bdi>
      </pre>
    </details>
  )
}

const briefMax = 80
