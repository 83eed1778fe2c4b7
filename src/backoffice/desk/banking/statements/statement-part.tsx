import { assetPath } from '../../../../pages/assets.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { TextField } from '../../parts/fields.tsx'
import { ActForm } from '../../parts/form.tsx'
import type { Account } from '../accounts/accounts.tsx'
import type { ImportPlan } from './statement-findings.tsx'
import { PlanShown, RefusalShown, type UnreadFile } from './statement-plan.tsx'

/** The ids of the file's form and of its findings, which the script knows. */
const statementForm = 'statement'
const resultId = 'statement-result'

/**
 * Takes a statement: first shows the effect of a file, then imports it. Without scripts the file is chosen for each;
 * the script keeps it, and takes a dropped one.
 */
export function StatementPart({ account, plan, lookalike, unread = null }: StatementPartProps) {
  const { say, attempt } = useDesk()
  const refused = attempt?.form === statementForm ? attempt.refused?.statement : undefined
  const props = { form: statementForm, account, lookalike, unread }
  const canRead = account.statement_format !== null
  return (
    <section aria-labelledby="statements">
      <h2 id="statements" class="unseen">
        {say({ zh: '匯入對帳單', en: 'Import a statement' })}
      </h2>
      {canRead ? <FileForm account={account} /> : <NoFormat account={account} />}
      <div id={resultId} tabindex={-1}>
        {plan !== null ? (
          <PlanShown statement={plan} {...props} />
        ) : refused !== undefined ? (
          <RefusalShown statement={refused} {...props} />
        ) : null}
      </div>
      <script type="module" src={assetPath('statement.js')} />
    </section>
  )
}

type StatementPartProps = {
  readonly account: Account
  /** The plan of a file's import; null before a file was read. */
  readonly plan: ImportPlan | null
  /** The account that the file's lines are of; null for none. */
  readonly lookalike: Account | null
  /** Present for a file without a readable line. */
  readonly unread?: UnreadFile | null
}

/** The account that the lines of a file are of, which was read, or refused. */
export async function lookalikeOf(desk: Desk, plan: ImportPlan | null): Promise<Account | null> {
  const id = plan?.looks_like ?? desk.attempt?.refused?.statement?.looks_like ?? null
  if (id === null) return null
  const answer = await desk.ask('showBankAccount', { path: { id: String(id) } })
  return answer.ok ? answer.value : null
}

function FileForm({ account }: { account: Account }) {
  const { say } = useDesk()
  return (
    <ActForm
      id={statementForm}
      call="importStatement"
      path={{ id: account.id }}
      button={{ zh: '預覽', en: 'Preview' }}
      buttonField={{ name: 'dry_run', value: '1' }}
    >
      <div class="drop" data-busy={say({ zh: '讀取檔案中…', en: 'Reading the file …' })}>
        <TextField
          name="file"
          type="file"
          label={{ zh: '對帳單檔案', en: 'The file' }}
          hint={{
            zh: 'CSV，最多 5 MiB、20,000 行，每一天須是整天。先預覽，確認後才會寫入。可把檔案拖放到這裡。',
            en:
              'CSV, at most 5 MiB and 20,000 lines, each day whole. It is shown first and written once ' +
              'you say so. You can drop it here.',
          }}
          accept=".csv,text/csv"
          required
        />
      </div>
    </ActForm>
  )
}

function NoFormat({ account }: { account: Account }) {
  const { say } = useDesk()
  return (
    <p>
      {say({
        zh: '此帳戶尚未設定對帳單格式，請先設定。',
        en: 'The account has no format of statements yet. Set it first.',
      })}{' '}
      <a href={`/bank-accounts/${account.id}?part=settings`}>
        {say({ zh: '前往設定', en: 'Go to its settings' })}
      </a>
    </p>
  )
}
