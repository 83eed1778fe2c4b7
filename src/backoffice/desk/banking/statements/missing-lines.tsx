import { useDesk } from '../../desk.ts'
import { type Column, List } from '../../parts/list.tsx'
import { Money, OutsideText } from '../../parts/values.tsx'
import type { Account } from '../accounts/accounts.tsx'
import { BookingTime } from '../transactions/transaction-table.tsx'
import { dayAfter } from './day-after.ts'
import type { ImportPlan } from './statement-findings.tsx'

/** Lines of these days that feeds or people have reported and that the file lacks. */
export function MissingLines({ plan, account }: { plan: ImportPlan; account: Account }) {
  const { say } = useDesk()
  const { count, first } = plan.missing
  if (count === 0 || plan.from === null || plan.to === null) return null
  const query = new URLSearchParams({
    bank_account: String(account.id),
    confirmed: 'false',
    from: plan.from,
    to: dayAfter(plan.to),
  }).toString()
  return (
    <>
      <h3>{say({ zh: `檔案中沒有的交易（${count}）`, en: `Not in the file (${count})` })}</h3>
      <p>
        {say({
          zh: '即時明細或人員登記過，但檔案中沒有。日子還沒過完的，之後的檔案會有；其餘請向銀行查證：',
          en:
            'Reported by a feed or a person, but not in this file. Lines of a day that is not over will be in a ' +
            'later file; ask the bank about the others:',
        })}
      </p>
      <List
        id="missing"
        caption={{ zh: '檔案中沒有的交易', en: 'Not in the file' }}
        items={first}
        keyOf={({ id }) => id}
        columns={missingColumns}
      />
      {count > first.length ? (
        <p>
          <a href={`/bank-transactions?${query}`}>
            {say({ zh: `全部 ${count} 筆`, en: `All ${count} of them` })}
          </a>
        </p>
      ) : null}
    </>
  )
}

const missingColumns: readonly Column<ImportPlan['missing']['first'][number]>[] = [
  {
    name: { zh: '入帳時間', en: 'Booked' },
    cell: ({ id, booked_at }) => (
      <a href={`/bank-transactions/${id}`}>
        <BookingTime at={booked_at} />
      </a>
    ),
  },
  {
    name: { zh: '金額', en: 'Amount' },
    isAmount: true,
    cell: ({ amount }) => <Money dollars={amount} />,
  },
  {
    name: { zh: '對方', en: 'Other party' },
    cell: ({ counterparty_name: name, counterparty_last5: last5 }) => (
      <OutsideText text={[name, last5].filter((text) => text !== '').join(' ')} />
    ),
  },
]
