import type { FC } from 'hono/jsx'
import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import {
  secondPersonFor,
  WaitingNotices,
  WithSecondPerson,
} from '../../approvals/waiting-approvals.tsx'
import { pathOf, withQuery } from '../../conditions.ts'
import { type Desk, useDesk } from '../../desk.ts'
import {
  accountUseLabels,
  autoChoiceLabels,
  autoSourceLabels,
  backingLabels,
} from '../../labels/banking-labels.ts'
import { emptyLabels } from '../../labels/value-labels.ts'
import type { PageContent } from '../../page.ts'
import { Disclosed } from '../../parts/form.tsx'
import { List } from '../../parts/list.tsx'
import { Fact, Facts, Money, OutsideText } from '../../parts/values.tsx'
import { Tabs } from '../../parts/views.tsx'
import { lookalikeOf, StatementPart } from '../statements/statement-part.tsx'
import {
  type Transaction,
  transactionColumns,
  transactionRows,
} from '../transactions/transaction-table.tsx'
import { AccountForms, StateForm } from './account-forms.tsx'
import { AccountState, CapOfToday, GapWarning, ProofFacts } from './account-parts.tsx'
import { AccountStatements, BalanceCard } from './account-statements.tsx'
import { type Account, accountName } from './accounts.tsx'
import { CurrentFormat, type Formats, formatsOf } from './format-fields.tsx'
import { FrozenBanner, movableOrders, noOrders } from './waiting-orders.tsx'

/** The parts of an account's page, each a tab; the first where the address names none. */
export const accountParts = ['today', 'transactions', 'statements', 'settings'] as const

type Part = (typeof accountParts)[number]

const partLabels: Readonly<Record<Part, Meaning>> = {
  today: { zh: '今日', en: 'Today' },
  transactions: { zh: '交易', en: 'Transactions' },
  statements: { zh: '對帳單', en: 'Statements' },
  settings: { zh: '設定', en: 'Settings' },
}

/** `/bank-accounts/:id`: one account: its day, its transactions, its statements, or its settings. */
export async function drawAccount(desk: Desk): Promise<PageContent> {
  const { id = '' } = desk.path
  const visible = accountParts.filter((one) => one !== 'statements' || desk.may('showStatements'))
  const part = visible.find((one) => one === desk.query.part) ?? 'today'
  const [account, second, lookalike, Shown] = await Promise.all([
    desk.need('showBankAccount', { path: { id } }),
    secondPersonFor(desk, `bank_account:${id}`),
    lookalikeOf(desk, null),
    readers[part](desk, id),
  ])
  const put = account.state === 'frozen' ? await movableOrders(desk, id) : noOrders
  const tabs = visible.map((one) => ({
    to: withQuery(pathOf(desk), one === 'today' ? {} : { part: one }),
    name: partLabels[one],
    isCurrent: one === part,
  }))
  return {
    title: accountName(account),
    main: (
      <WithSecondPerson second={second}>
        <WaitingNotices />
        <FrozenBanner id={account.id} orders={put} />
        <GapWarning account={account} />
        {desk.may('patchBankAccount') ? (
          <div class="acts" id="urgent">
            <Disclosed id="statement" title={{ zh: '匯入對帳單', en: 'Import a statement' }}>
              <StatementPart account={account} plan={null} lookalike={lookalike} />
            </Disclosed>
            {account.state === 'frozen' ? null : <StateForm account={account} state="frozen" />}
          </div>
        ) : null}
        <Tabs label={{ zh: '帳戶的各部分', en: 'Parts of the account' }} tabs={tabs} />
        <Shown account={account} isPutAside={put.items.length > 0} />
      </WithSecondPerson>
    ),
  }
}

type PartProps = { readonly account: Account; readonly isPutAside: boolean }

// A part of the page: what it reads beside the account, and how it draws that.
const readers: Readonly<Record<Part, (desk: Desk, id: string) => Promise<FC<PartProps>>>> = {
  today: async (desk, id) => {
    const statements = desk.may('showStatements')
      ? await desk.ask('showStatements', { path: { id } })
      : null
    return ({ account, isPutAside }) => (
      <div class="halves">
        {statements?.ok === true ? <BalanceCard statements={statements.value} /> : null}
        <TodayCard account={account} isFrozen={isPutAside} />
      </div>
    )
  },
  transactions: async (desk, id) => {
    const { items } = await desk.need('listTransactions', {
      query: { bank_account: id, limit: '20' },
    })
    return ({ account }) => <LastTransactions account={account} items={items} />
  },
  statements: async (desk, id) => {
    const [statements, imports] = await Promise.all([
      desk.need('showStatements', { path: { id } }),
      desk.ask('listImports', { path: { id }, query: { limit: '10' } }),
    ])
    return ({ account }) => (
      <AccountStatements
        accountId={account.id}
        statements={statements}
        imports={imports.ok ? imports.value.items : []}
      />
    )
  },
  settings: async (desk) => {
    const mayChange = desk.may('patchBankAccount')
    const formats = mayChange ? await desk.ask('listStatementFormats') : null
    const known: Formats = formats?.ok === true ? formatsOf(formats.value) : []
    return ({ account }) => (
      <>
        <AccountFacts account={account} />
        {mayChange ? <AccountForms account={account} formats={known} /> : null}
      </>
    )
  },
}

function TodayCard({ account, isFrozen }: { account: Account; isFrozen: boolean }) {
  const { say, may } = useDesk()
  const { id, received_today, waiting, waiting_count, last_transaction_at } = account
  // Orders that waited when the account was frozen were put aside; the banner above lists them.
  const isPutAside = account.state === 'frozen' && waiting_count === 0
  return (
    <section class="card" aria-labelledby="today">
      <h2 id="today">{say({ zh: '今日', en: 'Today' })}</h2>
      <Facts>
        <Fact name={{ zh: '帳號', en: 'Number' }} copied={account.account_no} />
        <Fact name={{ zh: '狀態', en: 'State' }}>
          <AccountState state={account.state} />
        </Fact>
        <Fact name={{ zh: '今日入帳', en: 'In today' }} dollars={received_today} />
        <Fact name={{ zh: '已指定 / 上限', en: 'Handed out / cap' }}>
          <CapOfToday account={account} />
        </Fact>
        {isPutAside ? null : (
          <Fact name={{ zh: '等待匯款', en: 'Awaiting payment' }}>
            <Money dollars={waiting} />
            {waiting_count === 0 ? null : (
              <>
                {' · '}
                <a
                  href={`/collections?bank_account=${id}&collection_status=matched&status=pending`}
                >
                  {say({
                    zh: `${waiting_count} 筆訂單`,
                    en: waiting_count === 1 ? '1 order' : `${waiting_count} orders`,
                  })}
                </a>
              </>
            )}
          </Fact>
        )}
        <Fact name={{ zh: '最後交易', en: 'Last transaction' }} at={last_transaction_at} />
      </Facts>
      {may('reassignCollections') && account.use !== 'out' && !isFrozen && !isPutAside ? (
        <p>
          <a class="button quiet" href={`/bank-accounts/${id}/reassign`}>
            {say({ zh: '改指定至其他帳戶', en: 'Give these another account' })}
          </a>
        </p>
      ) : null}
    </section>
  )
}

function AccountFacts({ account }: { account: Account }) {
  const { say } = useDesk()
  const nobody = say({ zh: '無', en: 'None' })
  const list = (names: readonly string[], empty: string) =>
    names.length === 0 ? empty : <OutsideText text={names.join(say({ zh: '、', en: ', ' }))} />
  return (
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">{say({ zh: '帳戶', en: 'The account' })}</h2>
      <Facts>
        <Fact name={{ zh: '銀行', en: 'Bank' }}>{`${account.bank_code} ${account.bank_name}`}</Fact>
        <Fact name={{ zh: '帳號', en: 'Number' }} copied={account.account_no} />
        <Fact name={{ zh: '戶名', en: 'Holder' }} text={account.holder_name} />
        <Fact name={{ zh: '用途', en: 'Use' }}>{say(accountUseLabels[account.use])}</Fact>
        <Fact name={{ zh: '入帳的佐證', en: 'To settle' }}>
          {say(backingLabels[account.backing])}
        </Fact>
        <Fact name={{ zh: '自動處理', en: 'Automatic' }}>
          {say(autoChoiceLabels[account.auto])}
          {account.auto === 'settle' ? <AutoTerms account={account} /> : null}
        </Fact>
        <ProofFacts account={account} />
        <Fact name={{ zh: '可使用的專員', en: 'Agents' }}>
          {list(account.agents, say(emptyLabels.agents))}
        </Fact>
        <Fact name={{ zh: '限定的商戶', en: 'Merchants' }}>
          {list(account.merchants, say(emptyLabels.merchants))}
        </Fact>
        <Fact name={{ zh: '即時明細來源', en: 'Feeds' }}>{list(account.feeds, nobody)}</Fact>
        <Fact name={{ zh: '備註', en: 'Note' }} text={account.note} />
        <Fact name={{ zh: '登記時間', en: 'Registered' }} at={account.created_at} />
        <Fact name={{ zh: '對帳單格式', en: 'Statement format' }}>
          <CurrentFormat format={account.statement_format} />
        </Fact>
      </Facts>
    </section>
  )
}

// One line on which orders the service settles on this account by itself.
function AutoTerms({ account }: { account: Account }) {
  const { say } = useDesk()
  const sources = account.auto_sources.map((one) => say(autoSourceLabels[one]))
  const each = moneyText(account.auto_max)
  return (
    <small>
      {' · '}
      {sources.join(say({ zh: '或', en: ' or ' })).toLowerCase()}
      {say({ zh: ` · 單筆至 ${each}`, en: ` · orders to ${each}` })}
    </small>
  )
}

function LastTransactions({ account, items }: LastTransactionsProps) {
  const { say, may } = useDesk()
  return (
    <section class="part" aria-labelledby="last">
      <h2 id="last">{say({ zh: '最近的交易', en: 'Latest transactions' })}</h2>
      <List {...transactionRows} items={items} columns={transactionColumns} />
      <p class="buttons">
        <a href={`/bank-transactions?bank_account=${account.id}`}>
          {say({ zh: '全部交易', en: 'All transactions' })}
        </a>
        <a href={`/bank-transactions?bank_account=${account.id}&state=unclaimed`}>
          {say({ zh: '未認列的交易', en: 'Unclaimed ones' })}
        </a>
        {may('postTransaction') ? (
          <a href={`/bank-transactions/new?bank_account=${account.id}`}>
            {say({ zh: '登記一筆', en: 'Record one' })}
          </a>
        ) : null}
      </p>
    </section>
  )
}

type LastTransactionsProps = { readonly account: Account; readonly items: readonly Transaction[] }
