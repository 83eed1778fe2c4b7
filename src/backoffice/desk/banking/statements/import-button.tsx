import type { RefusedStatement } from '../../../../contract/refusals.ts'
import { useDesk } from '../../desk.ts'
import type { ImportPlan } from './statement-findings.tsx'

type ButtonProps = {
  readonly statement: ImportPlan | RefusedStatement
  /** The id of the form that has its file. */
  readonly form: string
}

/** A button of the file's form, so that the browser sends the file that it still has. */
export function ImportButton({ statement, form }: ButtonProps) {
  const { say } = useDesk()
  const hasProblems = statement.problems.length > 0
  if (statement.chain === 'broken') return null
  return (
    <>
      <noscript>
        <p class="hint">
          {say({
            zh: '匯入前，請在上方再選一次同一個檔案。',
            en: 'Before you import, choose the same file again above.',
          })}
        </p>
      </noscript>
      <p class="buttons">
        {hasProblems ? (
          <a class="button" href={`#${form}-file`}>
            {say({ zh: '修正檔案後再匯入', en: 'Mend the file, then import it' })}
          </a>
        ) : null}
        <SendingButton
          form={form}
          hasProblems={hasProblems}
          isOthers={statement.looks_like !== null}
        />
      </p>
      {hasProblems ? (
        <p class="hint" id="skipped">
          {say({
            zh: '略過的行不會成為交易；有讀不懂的行的日子不算涵蓋，缺少當日交易的日子整天略過。',
            en:
              'Lines that are left out become no transactions. A day of which a line cannot be read is not covered, ' +
              'and one that is not whole is left out as a whole.',
          })}
        </p>
      ) : null}
    </>
  )
}

type SendingProps = {
  readonly form: string
  readonly hasProblems: boolean
  /** Whether the file looks like another account's. */
  readonly isOthers: boolean
}

// Sends the file and what a press confirms: lines left out, another account, or both.
function SendingButton({ form, hasProblems, isOthers }: SendingProps) {
  const { say } = useDesk()
  const label = say(importLabels[hasProblems ? 'skip' : 'whole'][isOthers ? 'others' : 'own'])
  if (!hasProblems && !isOthers) {
    return (
      <button type="submit" class="button" form={form}>
        {label}
      </button>
    )
  }
  return (
    <>
      {hasProblems && isOthers ? (
        <input type="hidden" name="skip_problems" value="1" form={form} />
      ) : null}
      <button
        type="submit"
        class="button danger"
        form={form}
        name={isOthers ? 'this_account' : 'skip_problems'}
        value="1"
        aria-describedby={hasProblems ? 'skipped' : 'lookalike'}
      >
        {label}
      </button>
    </>
  )
}

const importLabels = {
  whole: {
    own: { zh: '確認匯入', en: 'Import it' },
    others: { zh: '確實是此帳戶的，匯入', en: 'It is for this account: import it' },
  },
  skip: {
    own: { zh: '略過有問題的行並匯入', en: 'Import without these lines' },
    others: {
      zh: '確實是此帳戶的，略過有問題的行並匯入',
      en: 'It is for this account: import without these lines',
    },
  },
} as const
