import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import {
  secondPersonFor,
  WaitingNotices,
  WithSecondPerson,
} from '../../approvals/waiting-approvals.tsx'
import { type Desk, useDesk } from '../../desk.ts'
import type { PageContent } from '../../page.ts'
import { ReasonField } from '../../parts/fields.tsx'
import { ActForm, Disclosed, secondIf } from '../../parts/form.tsx'
import { Fact } from '../../parts/values.tsx'
import { Gauge } from '../accounts/account-parts.tsx'
import { type Account, accountName } from '../accounts/accounts.tsx'
import { dayAfter } from './day-after.ts'
import { ImportState, importTones } from './import-state.tsx'
import { ChainShown, Counts, Problems } from './statement-findings.tsx'

type Import = AnswerOf<'showImport'>

/** `/imports/:id`: the progress of an import, refreshed until its end. */
export async function drawImport(desk: Desk): Promise<PageContent> {
  const { id = '' } = desk.path
  const one = await desk.need('showImport', { path: { id } })
  const [account, second] = await Promise.all([
    desk.need('showBankAccount', { path: { id: String(one.bank_account) } }),
    secondPersonFor(desk, `bank_import:${id}`),
  ])
  const name = accountName(account)
  return {
    title: desk.say({ zh: `匯入對帳單：${name}`, en: `Import: ${name}` }),
    ...(one.state === 'running' || one.state === 'undoing'
      ? { refreshSeconds, reloadSeconds: refreshSeconds }
      : {}),
    main: (
      <WithSecondPerson second={second}>
        <WaitingNotices />
        <section class="card part" aria-labelledby="progress">
          <h2 id="progress">{desk.say({ zh: '進度', en: 'Progress' })}</h2>
          <Progress file={one} />
          <Counts counts={one}>
            <Fact name={{ zh: '匯入者', en: 'Imported by' }}>{one.actor}</Fact>
            <Fact name={{ zh: '開始時間', en: 'Begun' }} at={one.created_at} />
          </Counts>
          <ChainShown chain={one.chain} />
          <Problems problems={one.problems} />
          {one.state === 'undone' ? null : <Agreement file={one} />}
        </section>
        <WaysOn file={one} account={account} />
        <UndoForm file={one} />
      </WithSecondPerson>
    ),
  }
}

const refreshSeconds = 2

// The person who imported a file may settle orders by deposits that only this file reports up to a limit; above it,
// a second person has to agree to the import.
function Agreement({ file }: { file: Import }) {
  const { say, may, identity } = useDesk()
  if (file.agreed_by !== '') {
    return (
      <p id="agreed">
        {say({ zh: `${file.agreed_by} 已同意此匯入。`, en: `${file.agreed_by} has agreed to it.` })}
      </p>
    )
  }
  if (!may('agreeImport')) return null
  if (identity.name === file.actor) {
    return (
      <p>
        {say({
          zh: '請另一位營運人員核對檔案並同意：開啟雙人核准時，在此之前您自己以這些交易入帳的大額訂單須經第二人核准。',
          en:
            'Have another operator look at the file and agree: where approvals are on, large orders that you ' +
            'yourself settle with these transactions wait for a second person until then.',
        })}
      </p>
    )
  }
  return (
    <ActForm
      id="agree"
      call="agreeImport"
      path={{ id: file.id }}
      button={{ zh: '同意此匯入', en: 'Agree to this file' }}
      warning={{
        zh: `您確認這些交易與銀行的紀錄相同。之後 ${file.actor} 可單獨以這些交易入帳。`,
        en: `You confirm that the bank lists the same transactions. ${file.actor} may then settle with them alone.`,
      }}
    />
  )
}

// The form that undoes the import of a wrong file, or the reason why it cannot be undone.
function UndoForm({ file }: { file: Import }) {
  const { say, may, attempt } = useDesk()
  if (!may('undoImport') || file.state === 'running' || file.state === 'undone') return null
  const used = attempt?.form === undoForm ? (attempt.refused?.bank_transactions ?? []) : []
  return (
    <Disclosed id={undoForm} title={{ zh: '撤回此匯入', en: 'Take this import back' }}>
      {used.length === 0 ? null : (
        <>
          <p>{say({ zh: '請先處理這些交易：', en: 'These transactions are in the way:' })}</p>
          <ul id="in-use">
            {used.map((id, place) => (
              <li>
                <a href={`/bank-transactions/${id}`}>
                  {say({ zh: `第 ${place + 1} 筆`, en: `Transaction ${place + 1}` })}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <ActForm
        id={undoForm}
        call="undoImport"
        path={{ id: file.id }}
        button={
          file.state === 'undoing'
            ? { zh: '繼續撤回', en: 'Go on' }
            : { zh: '撤回', en: 'Take it back' }
        }
        tone="danger"
        second={secondIf(file.state !== 'undoing')}
        warning={{
          zh: `只由此匯入提供的交易（最多 ${file.new} 筆）、涵蓋的日期與確認都會移除。其他匯入也有的會保留，之後可再匯入同一檔案。`,
          en:
            `Removes what only this import provided: up to ${file.new} transactions, its days and confirmations. ` +
            'What another import also provided stays, and the same file can be imported again.',
        }}
      >
        <ReasonField />
      </ActForm>
    </Disclosed>
  )
}

const undoForm = 'undo'

function Progress({ file }: { file: Import }) {
  const { say } = useDesk()
  const { state, lines, known, confirmed } = file
  const written = Math.min(lines, file.new + known + confirmed)
  return (
    <>
      <p id="import-state" role="status">
        <ImportState state={state} />{' '}
        {say({ zh: `${lines} 行中的 ${written} 行`, en: `${written} of ${lines} lines` })}
      </p>
      {state === 'undoing' || state === 'undone' ? null : (
        <Gauge value={written} max={lines} tone={importTones[state]} />
      )}
    </>
  )
}

function WaysOn({ file, account }: { file: Import; account: Account }) {
  const { say, may } = useDesk()
  const { id } = account
  const ofItsDays = new URLSearchParams({
    bank_account: String(id),
    ...(file.from === null || file.to === null ? {} : { from: file.from, to: dayAfter(file.to) }),
  }).toString()
  return (
    <>
      {file.state === 'incomplete' ? (
        <p class="warning">
          {say({
            zh: '匯入中斷，部分的行尚未寫入。把同一個檔案再匯入一次即可完成，已寫入的不會重複。',
            en:
              'It was cut off, and some lines are not written. Import the same file again to finish ' +
              'it; nothing is added twice.',
          })}
        </p>
      ) : null}
      <p class="buttons">
        {may('importStatement') ? (
          <a href={`/bank-accounts/${id}/statements`}>
            {file.state === 'incomplete'
              ? say({ zh: '再匯入一次', en: 'Import it again' })
              : say({ zh: '匯入另一個檔案', en: 'Import another file' })}
          </a>
        ) : null}
        <a href={`/bank-transactions?${ofItsDays}`}>
          {say({ zh: '這些日期的交易', en: 'Transactions of these days' })}
        </a>
        <a href={`/bank-transactions?${ofItsDays}&state=unclaimed`}>
          {say({ zh: '其中未認列的', en: 'Those unclaimed' })}
        </a>
        <a href={`/bank-accounts/${id}`}>{say({ zh: '回到帳戶', en: 'Back to the account' })}</a>
      </p>
    </>
  )
}
