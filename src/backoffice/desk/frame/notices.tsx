import type { RefusedAnswer } from '../../../contract/refusals.ts'
import type { Meaning } from '../../../units/language.ts'
import { presentationOf } from '../calls/table.ts'
import type { LastAct } from '../cookies/last-act.ts'
import { useDesk } from '../desk.ts'
import type { SentForm } from '../form-body.ts'
import { memberLabel } from '../labels/refusal-labels.ts'
import { orderPath } from '../orders/order-path.ts'
import { FormFields } from '../parts/form.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { OutsideText, shortNumber } from '../parts/values.tsx'

/** The notices at the top of a page: the last act, the refusal of a form, and ignored conditions of the address. */
export function Notices({ failed }: { failed: Meaning | null }) {
  const { lastAct, attempt, ignored, say } = useDesk()
  return (
    <div id="notices">
      {lastAct === null ? null : (
        <div class={lastAct.isUnreported ? 'notice care' : 'notice done'} role="status">
          {lastAct.approval === null ? (
            <DoneNotice act={lastAct} />
          ) : (
            <>
              {say({
                zh: '已送出，須由另一位核准：',
                en: 'Sent. A second person has to approve it: ',
              })}
              <a href={`/approvals/${lastAct.approval}`}>
                {say({ zh: `核准 ${lastAct.approval}`, en: `approval ${lastAct.approval}` })}
              </a>
            </>
          )}
        </div>
      )}
      {attempt?.refused ? (
        <RefusalNotice {...attempt} refused={attempt.refused} failed={failed} />
      ) : null}
      {ignored.length === 0 ? null : <IgnoredConditions texts={ignored} />}
    </div>
  )
}

// A misspelt condition is ignored, so that the list shows more than the reader wanted.
function IgnoredConditions({ texts }: { texts: readonly string[] }) {
  const { say, address } = useDesk()
  const first = texts.slice(0, ignoredMax).map((text) => (
    <>
      {' '}
      <code>
        <OutsideText text={text.slice(0, ignoredCharactersMax)} />
      </code>
    </>
  ))
  return (
    <p class="notice care" id="ignored">
      {say({
        zh: '本頁沒有依照網址中的這些條件：',
        en: 'This page ignores these conditions in its address:',
      })}
      {first}
      {texts.length > ignoredMax ? ' …' : null}{' '}
      <a href={address.split('?')[0]}>{say({ zh: '清除所有條件', en: 'Clear all conditions' })}</a>
    </p>
  )
}

const ignoredMax = 5
const ignoredCharactersMax = 60

function DoneNotice({ act: { call, isUnreported, order, detail, name } }: { act: LastAct }) {
  const { say, address } = useDesk()
  const {
    done,
    doneUnreported = done,
    doneBefore = done,
    doneByDetail,
    undoneBy,
  } = presentationOf(call)
  if (undoneBy !== undefined && order !== null) {
    return <UndoForm done={done} order={order} name={name} undo={undoneBy} />
  }
  const hasGoneOn = order !== null && !address.includes(order)
  const ofDetail = doneByDetail?.[detail]
  const plain = ofDetail ?? (detail === '' ? done : doneBefore)
  return (
    <>
      {say(isUnreported ? doneUnreported : plain)}
      {isUnreported ? (
        <>
          {' '}
          <b>{say(notReported)}</b>
        </>
      ) : null}
      {detail === '' || ofDetail !== undefined ? null : (
        <b>
          {' '}
          <OutsideText text={detail} />
        </b>
      )}
      {hasGoneOn || name !== '' ? ' ' : null}
      {hasGoneOn ? (
        <a href={orderPath(order)}>
          {say({ zh: '查看訂單', en: 'See order' })}{' '}
          <OutsideText text={name || shortNumber(order)} />
        </a>
      ) : name === '' ? null : (
        <OutsideText text={name} />
      )}
    </>
  )
}

const notReported: Meaning = {
  zh: '商戶不會收到這次的通知，請自行告知。',
  en: 'The merchant is not notified of this: inform it yourself.',
}

type UndoneProps = { readonly done: Meaning } & Readonly<Record<'order' | 'name' | 'undo', string>>

// A key pressed for one order may have acted on the next one, which had opened in its place.
function UndoForm({ done, order, name, undo }: UndoneProps) {
  const { say } = useDesk()
  return (
    <>
      {say(done)}{' '}
      <a href={orderPath(order)}>
        <OutsideText text={name || shortNumber(order)} />
      </a>
      <form class="fill-in" id="undo" method="post" action={`/acts/${undo}?trade_no=${order}`}>
        <FormFields form="undo" />
        <button type="submit" class="quiet">
          {say({ zh: '重新領取', en: 'Take it again' })}
        </button>
      </form>
    </>
  )
}

type RefusedProps = {
  readonly refused: RefusedAnswer
  readonly sent: SentForm
  readonly failed: Meaning | null
}

// The typed values are shown here too, because the form may be gone after another person's act.
function RefusalNotice({ refused, sent, failed }: RefusedProps) {
  const { say } = useDesk()
  const typed = Object.entries(sent)
    .filter(([name]) => !name.startsWith('_'))
    .map(([name, values]) => ({
      name: memberLabel(name, say),
      text: values.filter((text) => text !== '' && text !== 'false').join(', '),
    }))
    .filter(({ text }) => text !== '')
  return (
    <div class="notice wrong" role="alert" id="refused" tabindex={-1}>
      <Refusal refused={refused} failed={failed} />
      {typed.length === 0 ? null : (
        <details>
          <summary>{say({ zh: '您輸入的內容', en: 'What you typed' })}</summary>
          <dl class="facts">
            {typed.map(({ name, text }) => (
              <div>
                <dt>{name}</dt>
                <dd>
                  <OutsideText text={text} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}
