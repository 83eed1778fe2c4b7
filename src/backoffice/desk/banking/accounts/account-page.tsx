import { moneyText } from '../../../../units/money.ts'
import { type Desk, useDesk } from '../../desk.ts'
import {
  accountUseLabels,
  autoChoiceLabels,
  autoSourceLabels,
  backingLabels,
} from '../../labels/banking-labels.ts'
import { emptyLabels } from '../../labels/value-labels.ts'
import type { Drawn } from '../../page.ts'
import { List } from '../../parts/list.tsx'
import { Copyable, Fact, Facts, Foreign, Money, Time } from '../../parts/values.tsx'
import { secondPersonFor, WaitingNotices, WithWaiting } from '../../second-person/waiting.tsx'
import { lookalikeOf, StatementPart } from '../statements/statement-part.tsx'
import {
  type Transaction,
  transactionColumns,
  transactionRows,
} from '../transactions/transaction-table.tsx'
import { AccountForms } from './account-forms.tsx'
import {
  type Account,
  AccountState,
  accountName,
  CapOfToday,
  GapWarning,
  ProofFacts,
} from './account-parts.tsx'
import { AccountStatements, BalanceCard } from './account-statements.tsx'
import { Folded } from './folded.tsx'
import { CurrentFormat, type Formats, formatsOf } from './format-fields.tsx'
import { FrozenBanner, noOrders, reassignable } from './waiting-orders.tsx'

/** `/bank-accounts/:id`: one account, its day, its statements and transactions, and what can be changed. */
export async function drawAccount(desk: Desk): Promise<Drawn> {
  const { id = '' } = desk.path
  const mayChange = desk.may('patchBankAccount')
  const [account, transactions, formats, { on, waiting }, lookalike, statements, imports] =
    await Promise.all([
      desk.need('showBankAccount', { path: { id } }),
      desk.ask('listTransactions', { query: { bank_account: id, limit: '10' } }),
      mayChange ? desk.ask('listStatementFormats') : null,
      secondPersonFor(desk, `bank_account:${id}`),
      lookalikeOf(desk, null),
      desk.may('showStatements') ? desk.ask('showStatements', { path: { id } }) : null,
      desk.may('listImports')
        ? desk.ask('listImports', { path: { id }, query: { limit: '5' } })
        : null,
    ])
  const put = account.state === 'frozen' ? await reassignable(desk, id) : noOrders
  const known: Formats = formats?.ok === true ? formatsOf(formats.value) : []
  return {
    title: accountName(account),
    told: mayChange ? <UrgentWays account={account} /> : null,
    main: (
      <WithWaiting of={waiting}>
        <WaitingNotices />
        <FrozenBanner id={account.id} orders={put} />
        <GapWarning account={account} />
        <div class="halves">
          {statements?.ok === true ? <BalanceCard statements={statements.value} /> : null}
          <TodayCard account={account} isFrozen={put.items.length > 0} />
        </div>
        {statements?.ok === true ? (
          <Folded title={{ zh: '對帳單與匯入', en: 'Statements and imports' }}>
            <AccountStatements
              accountId={account.id}
              statements={statements.value}
              imports={imports?.ok === true ? imports.value.items : []}
            />
          </Folded>
        ) : null}
        <LastTransactions
          account={account}
          items={transactions.ok ? transactions.value.items : []}
        />
        {mayChange ? <StatementPart account={account} plan={null} lookalike={lookalike} /> : null}
        <Folded title={{ zh: '帳戶資料', en: "The account's data" }}>
          <AccountFacts account={account} />
        </Folded>
        {mayChange ? <AccountForms account={account} formats={known} needsSecond={on} /> : null}
      </WithWaiting>
    ),
  }
}

// What is done each day, and what cannot wait: both stand far below.
function UrgentWays({ account: { state } }: { account: Account }) {
  const { say } = useDesk()
  return (
    <p class="buttons" id="urgent">
      <a class="button quiet" href="#statements">
        {say({ zh: '匯入對帳單', en: 'Import a statement' })}
      </a>
      {state === 'frozen' ? null : (
        <a class="button quiet" href="#to-frozen">
          {say({ zh: '凍結', en: 'Freeze' })}
        </a>
      )}
    </p>
  )
}

function TodayCard({ account, isFrozen }: { account: Account; isFrozen: boolean }) {
  const { say, may } = useDesk()
  const { id, received_today, waiting, waiting_count, last_transaction_at } = account
  // What waited when it was frozen was put aside: the banner above has it.
  const isPutAside = account.state === 'frozen' && waiting_count === 0
  return (
    <section class="card" aria-labelledby="today">
      <h2 id="today">{say({ zh: '今日', en: 'Today' })}</h2>
      <Facts>
        <Fact name={{ zh: '狀態', en: 'State' }}>
          <AccountState state={account.state} />
        </Fact>
        <Fact name={{ zh: '今日入帳', en: 'In today' }}>
          <Money dollars={received_today} />
        </Fact>
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
        <Fact name={{ zh: '最後交易', en: 'Last transaction' }}>
          <Time at={last_transaction_at} />
        </Fact>
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
    names.length === 0 ? empty : <Foreign text={names.join(say({ zh: '、', en: ', ' }))} />
  return (
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">{say({ zh: '帳戶', en: 'The account' })}</h2>
      <Facts>
        <Fact name={{ zh: '銀行', en: 'Bank' }}>{`${account.bank_code} ${account.bank_name}`}</Fact>
        <Fact name={{ zh: '帳號', en: 'Number' }}>
          <Copyable text={account.account_no} />
        </Fact>
        <Fact name={{ zh: '戶名', en: 'Holder' }}>
          <Foreign text={account.holder_name} />
        </Fact>
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
        <Fact name={{ zh: '備註', en: 'Note' }}>
          <Foreign text={account.note} />
        </Fact>
        <Fact name={{ zh: '登記時間', en: 'Registered' }}>
          <Time at={account.created_at} />
        </Fact>
        <Fact name={{ zh: '對帳單格式', en: 'Statement format' }}>
          <CurrentFormat format={account.statement_format} />
        </Fact>
      </Facts>
    </section>
  )
}

// What the account settles by itself, in one line.
function AutoTerms({ account }: { account: Account }) {
  const { say } = useDesk()
  const sources = account.auto_sources.map((one) => say(autoSourceLabels[one]))
  const each = moneyText(account.auto_max)
  return (
    <small>
      {' · '}
      {sources.join(say({ zh: '或', en: ' or ' })).toLowerCase()}
      {say({
        zh: ` · 單筆至 ${each}`,
        en: ` · orders to ${each}`,
      })}
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

type LastTransactionsProps = {
  readonly account: Account
  readonly items: readonly Transaction[]
}
