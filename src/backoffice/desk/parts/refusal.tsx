import { refusals } from '../../../contract/refusal-table.ts'
import type { RefusedAnswer } from '../../../contract/refusals.ts'
import type { Meaning } from '../../../units/language.ts'
import { useDesk } from '../desk.ts'
import { differenceLabels } from '../labels/banking-labels.ts'
import { labelFor } from '../labels/label-for.ts'
import { memberLabel, refusalLabel, withLabels } from '../labels/refusal-labels.ts'
import type { Filter } from './filters.tsx'

type RefusalProps = {
  readonly refused: RefusedAnswer
  /** The failed check, if the page knows which. */
  readonly failed?: Meaning | null
  /** The filters of a refused list, whose labels name the members. */
  readonly filters?: readonly Filter[]
}

/** Why a call was refused, with links to the records that it names: the other order, the approval, the person. */
export function Refusal({ refused, failed = null, filters = [] }: RefusalProps) {
  const { say } = useDesk()
  const { error, message, errors = {}, taken_by: takenBy, differs = [] } = refused
  const { held_by: heldBy, approval_id: approval } = refused
  const nameOf = (name: string) => {
    const filter = filters.find((one) => one.name === name)
    return filter === undefined ? memberLabel(name, say) : say(filter.label)
  }
  // The message has the first problem in it, which the list below has, too.
  const isListed = error === 'validation_error' && Object.keys(errors).length > 0
  return (
    <>
      <p>
        <b title={error}>
          {isListed
            ? say(refusals.validation_error)
            : failed === null
              ? withLabels(say(refusalLabel(error, message)), say)
              : say(notPassed(failed))}
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
              <b title={name}>{nameOf(name)}</b>{' '}
              {withLabels(problems.map(say).join(say({ zh: '；', en: '; ' })), say)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const notPassed = ({ zh, en }: Meaning): Meaning => ({
  zh: `未通過檢查「${zh}」：由營運人員在表單的「略過檢查」勾選`,
  en: `A check failed: ${en}. An operator may override it under "Override a check"`,
})
