import type { ImportState } from '../../../../contract/back-office/states.ts'
import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import { dayToTaipei, taipeiDay, taipeiToSeconds } from '../../../../units/taipei-time.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { importStateLabels } from '../../labels/banking-labels.ts'
import { labelFor } from '../../labels/label-for.ts'
import type { Drawn } from '../../page.ts'
import { ActForm } from '../../parts/form.tsx'
import { Badge, Fact, Time, type Tone } from '../../parts/values.tsx'
import { type Account, accountName, Gauge } from '../accounts/account-parts.tsx'
import { ChainShown, Counts, Problems } from './statement-plan.tsx'

type Import = AnswerOf<'showImport'>

/** `/imports/:id`: how an import stands. It asks again until the import has come to its end. */
export async function drawImport(desk: Desk): Promise<Drawn> {
  const { id = '' } = desk.path
  const one = await desk.need('showImport', { path: { id } })
  const account = await desk.need('showBankAccount', { path: { id: String(one.bank_account) } })
  const name = accountName(account)
  return {
    title: desk.say({ zh: `匯入對帳單：${name}`, en: `Import: ${name}` }),
    ...(one.state === 'running' ? { refreshSeconds, reloadSeconds: refreshSeconds } : {}),
    main: (
      <>
        <section class="card part" aria-labelledby="progress">
          <h2 id="progress">{desk.say({ zh: '進度', en: 'Progress' })}</h2>
          <Progress one={one} />
          <Counts counts={one}>
            <Fact name={{ zh: '匯入者', en: 'Imported by' }}>{one.actor}</Fact>
            <Fact name={{ zh: '開始時間', en: 'Begun' }}>
              <Time at={one.created_at} />
            </Fact>
          </Counts>
          <ChainShown chain={one.chain} brokenLine={null} />
          <Problems problems={one.problems} />
          <Agreement one={one} />
        </section>
        <WaysOn one={one} account={account} />
      </>
    ),
  }
}

const refreshSeconds = 2

// Deposits that a file alone tells pay orders by whoever imported it only up to a limit, until another has agreed.
function Agreement({ one }: { one: Import }) {
  const { say, may, identity } = useDesk()
  if (one.agreed_by !== '') {
    return (
      <p id="agreed">
        {say({ zh: `${one.agreed_by} 已同意此匯入。`, en: `${one.agreed_by} has agreed to it.` })}
      </p>
    )
  }
  if (!may('agreeImport')) return null
  if (identity.name === one.actor) {
    return (
      <p>
        {say({
          zh: '請另一位營運人員核對檔案並同意：在此之前，您自己以這些交易入帳的大額訂單須經第二人核准。',
          en:
            'Have another operator look at the file and agree: until then, large orders that you ' +
            'yourself settle with these transactions wait for a second person.',
        })}
      </p>
    )
  }
  return (
    <ActForm
      id="agree"
      call="agreeImport"
      path={{ id: one.id }}
      button={{ zh: '同意此匯入', en: 'Agree to this file' }}
      warning={{
        zh: `您確認這些交易與銀行的紀錄相同。之後 ${one.actor} 可單獨以這些交易入帳。`,
        en: `You confirm that the bank lists the same transactions. ${one.actor} may then settle with them alone.`,
      }}
    />
  )
}

function Progress({ one }: { one: Import }) {
  const { say } = useDesk()
  const { state, lines, known, confirmed } = one
  const written = Math.min(lines, one.new + known + confirmed)
  return (
    <>
      <p id="import-state" role="status">
        <Badge tone={stateTones[state]}>{say(labelFor(importStateLabels, state))}</Badge>{' '}
        {say({ zh: `${lines} 行中的 ${written} 行`, en: `${written} of ${lines} lines` })}
      </p>
      <Gauge value={written} max={lines} tone={stateTones[state]} />
    </>
  )
}

const stateTones: Readonly<Record<ImportState, Tone>> = {
  running: 'busy',
  done: 'done',
  incomplete: 'wrong',
}

function WaysOn({ one, account }: { one: Import; account: Account }) {
  const { say, may } = useDesk()
  const { id } = account
  const ofItsDays = new URLSearchParams({
    bank_account: String(id),
    ...(one.from === null || one.to === null ? {} : { from: one.from, to: dayAfter(one.to) }),
  }).toString()
  return (
    <>
      {one.state === 'incomplete' ? (
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
            {one.state === 'incomplete'
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

// A list's `to` is the first moment that is not in it.
function dayAfter(day: string): string {
  return dayToTaipei(taipeiDay(taipeiToSeconds(day) ?? 0) + 1)
}
