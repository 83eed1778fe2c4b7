import { type Attempt, useDesk } from '../desk.ts'
import type { Done } from '../done.ts'
import { Refusal } from '../parts/refusal.tsx'
import { Foreign } from '../parts/values.tsx'
import { doneWords, untoldWords } from '../words/done-words.ts'
import { fieldWords } from '../words/field-words.ts'
import { wordFor } from '../words/word-for.ts'

/** What was just done, and why a form was refused, before everything else of the page. */
export function Notices() {
  const { done, attempt, say } = useDesk()
  return (
    <div id="notices">
      {done === null ? null : (
        <p class="notice done" role="status">
          {done.approval === null ? (
            <Carried done={done} />
          ) : (
            <>
              {say({
                zh: '已送出，須由另一位核准：',
                en: 'Sent. A second person has to approve it: ',
              })}
              <a href={`/approvals/${done.approval}`}>
                {say({ zh: `核准 ${done.approval}`, en: `approval ${done.approval}` })}
              </a>
            </>
          )}
        </p>
      )}
      {attempt === null ? null : <Refused attempt={attempt} />}
    </div>
  )
}

function Carried({ done: { call, isUntold } }: { done: Done }) {
  const { say } = useDesk()
  if (!isUntold) return <>{say(wordFor(doneWords, call))}</>
  return (
    <>
      {say(wordFor(untoldWords, call))}{' '}
      <b>
        {say({
          zh: '商戶不會收到這次的通知，請自行告知。',
          en: 'The merchant is not told of this: tell them yourself.',
        })}
      </b>
    </>
  )
}

// What was typed is shown here too, because the form may be gone: somebody else was first.
function Refused({ attempt: { refused, sent } }: { attempt: Attempt }) {
  const { say } = useDesk()
  const typed = Object.entries(sent)
    .filter(([name]) => !name.startsWith('_'))
    .map(([name, values]) => ({
      name: say(wordFor(fieldWords, name.split(':')[0] ?? name)),
      text: values.filter((text) => text !== '' && text !== 'false').join(', '),
    }))
    .filter(({ text }) => text !== '')
  return (
    <div class="notice wrong" role="alert" id="refused" tabindex={-1}>
      <Refusal refused={refused} />
      {typed.length === 0 ? null : (
        <details>
          <summary>{say({ zh: '您輸入的內容', en: 'What you typed' })}</summary>
          <dl class="facts">
            {typed.map(({ name, text }) => (
              <div>
                <dt>{name}</dt>
                <dd>
                  <Foreign text={text} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}
