import { refusals } from '../../../contract/refusal-table.ts'
import type { RefusedAnswer } from '../../../contract/refusals.ts'
import { useDesk } from '../desk.ts'
import { differenceLabels } from '../labels/banking-labels.ts'
import { labelFor } from '../labels/label-for.ts'
import { inWords, memberWords, refusalWords } from '../labels/refusal-labels.ts'

/** Why a call was refused, in the reader's language, and what leads on: the other order, the approval, the person. */
export function Refusal({ refused }: { refused: RefusedAnswer }) {
  const { say } = useDesk()
  const { error, message, errors = {}, taken_by: takenBy, differs = [] } = refused
  const { held_by: heldBy, approval_id: approval } = refused
  // The message has the first problem in it, which the list below has, too.
  const isListed = error === 'validation_error' && Object.keys(errors).length > 0
  return (
    <>
      <p>
        <b title={error}>
          {isListed
            ? say(refusals.validation_error)
            : inWords(say(refusalWords(error, message)), say)}
        </b>
      </p>
      {takenBy === undefined ? null : (
        <p>{say({ zh: `目前由 ${takenBy} 處理。`, en: `Taken by ${takenBy}.` })}</p>
      )}
      {heldBy === undefined ? null : (
        <p>
          {say({ zh: '認列它的訂單：', en: 'Claimed by the order ' })}
          <a href={`/search?q=${encodeURIComponent(heldBy)}`}>{heldBy}</a>
        </p>
      )}
      {approval === undefined ? null : (
        <p>
          <a href={`/approvals/${approval}`}>
            {say({ zh: `查看核准 ${approval}`, en: `See approval ${approval}` })}
          </a>
        </p>
      )}
      {differs.length === 0 ? null : (
        <p>
          {say({ zh: '不符之處：', en: 'What differs: ' })}
          {differs
            .map((one) => say(labelFor(differenceLabels, one)))
            .join(say({ zh: '、', en: ', ' }))}
        </p>
      )}
      {Object.keys(errors).length === 0 ? null : (
        <ul>
          {Object.entries(errors).map(([name, problems]) => (
            <li>
              <b title={name}>{memberWords(name, say)}</b>{' '}
              {inWords(problems.map(say).join(say({ zh: '；', en: '; ' })), say)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
