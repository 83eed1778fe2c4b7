import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import { moneyText } from '../../../../units/money.ts'
import {
  secondPersonFor,
  WaitingNotices,
  WithSecondPerson,
} from '../../approvals/waiting-approvals.tsx'
import { type Desk, useDesk } from '../../desk.ts'
import { sourceLabels } from '../../labels/banking-labels.ts'
import { type PageContent, titled } from '../../page.ts'
import { Fact, Facts, lastFiveText, Money, Time } from '../../parts/values.tsx'
import { AccountLink, type Accounts, usableAccounts } from '../accounts/accounts.tsx'
import { CandidateList, momentsOf } from './candidate-list.tsx'
import { DoubtNotice } from './doubts.tsx'
import { OrdersElsewhere, ordersElsewhere } from './orders-elsewhere.tsx'
import { PaidTwiceNotice, paidBefore } from './paid-twice.tsx'
import { oppositeOf, TransactionForms } from './transaction-forms.tsx'
import { BookingTime, OrderLink, TransactionStateBadge } from './transaction-table.tsx'

type TransactionDetail = AnswerOf<'showTransaction'>

/** `/bank-transactions/:id`: one line, the orders that it may pay, and the forms that ignore or reopen it. */
export async function drawTransaction(desk: Desk): Promise<PageContent> {
  const { id = '' } = desk.path
  const [line, accounts] = await Promise.all([
    desk.need('showTransaction', { path: { id } }),
    usableAccounts(desk),
  ])
  const [opposite, elsewhere, paid, second, moments] = await Promise.all([
    oppositeOf(desk, line),
    ordersElsewhere(desk, line),
    paidBefore(desk, line),
    secondPersonFor(desk, `bank_transaction:${id}`),
    momentsOf(desk, line),
  ])
  return {
    ...titled([
      moneyText(line.amount),
      line.counterparty_name,
      lastFiveText(line.counterparty_last5),
    ]),
    main: (
      <WithSecondPerson second={second}>
        <WaitingNotices />
        <PaidTwiceNotice orders={paid} />
        <DoubtNotice line={line} />
        <div class="cards">
          <MoneyCard line={line} accounts={accounts} />
          <StateCard line={line} />
        </div>
        <OrdersElsewhere line={line.id} orders={elsewhere} accounts={accounts} />
        {line.state === 'ignored' ? null : (
          <CandidateList transaction={line} moments={moments} isPaidTwice={paid.length > 0} />
        )}
        <TransactionForms transaction={line} opposite={opposite} />
      </WithSecondPerson>
    ),
  }
}

function MoneyCard({ line, accounts }: { line: TransactionDetail; accounts: Accounts }) {
  const { say } = useDesk()
  return (
    <section class="card" aria-labelledby="money">
      <h2 id="money">
        {line.amount > 0
          ? say({ zh: '入帳', en: 'Money in' })
          : say({ zh: '出帳', en: 'Money out' })}
      </h2>
      <Facts>
        <Fact name={{ zh: '金額', en: 'Amount' }}>
          <b>
            <Money dollars={line.amount} />
          </b>
        </Fact>
        <Fact name={{ zh: '入帳時間', en: 'Booked' }}>
          <BookingTime at={line.booked_at} />
        </Fact>
        <Fact name={{ zh: '帳戶', en: 'Account' }}>
          <AccountLink id={line.bank_account} accounts={accounts} />
        </Fact>
        <Fact name={{ zh: '對方戶名', en: 'Their name' }} text={line.counterparty_name} />
        <Fact name={{ zh: '對方帳號', en: 'Their account' }} copied={line.counterparty_account} />
        <Fact name={{ zh: '對方末五碼', en: 'Their last five' }} text={line.counterparty_last5} />
        <Fact name={{ zh: '備註', en: 'Memo' }} text={line.memo} />
        <Fact name={{ zh: '餘額', en: 'Balance after' }}>
          {line.balance_after === null ? '—' : <Money dollars={line.balance_after} />}
        </Fact>
        <Fact name={{ zh: '銀行的編號', en: "The bank's number" }} text={line.external_id ?? ''} />
      </Facts>
    </section>
  )
}

function StateCard({ line }: { line: TransactionDetail }) {
  const { say } = useDesk()
  return (
    <section class="card" aria-labelledby="standing">
      <h2 id="standing">{say({ zh: '狀態', en: 'State' })}</h2>
      <Facts>
        <Fact name={{ zh: '狀態', en: 'State' }}>
          <TransactionStateBadge transaction={line} />
        </Fact>
        {line.trade_no === null ? null : <ClaimFacts line={line} tradeNo={line.trade_no} />}
        {line.state === 'ignored' ? <AsideFacts line={line} /> : null}
        <Fact name={{ zh: '來源', en: 'Source' }}>
          {say(sourceLabels[line.source])} <small>{line.posted_by}</small>
        </Fact>
        <Fact name={{ zh: '收到時間', en: 'Received' }} at={line.created_at} />
        <Fact name={{ zh: '對帳單確認', en: 'Confirmed' }}>
          <ConfirmedBy line={line} />
        </Fact>
        <Fact name={{ zh: '編號', en: 'Id' }} copied={String(line.id)} />
      </Facts>
    </section>
  )
}

function ClaimFacts({ line, tradeNo }: { line: TransactionDetail; tradeNo: string }) {
  return (
    <>
      <Fact name={{ zh: '認列的訂單', en: 'Pays the order' }}>
        <OrderLink tradeNo={tradeNo} />
      </Fact>
      <Fact name={{ zh: '認列者', en: 'Claimed by' }}>
        {line.claimed_by} <Time at={line.claimed_at} />
      </Fact>
    </>
  )
}

function AsideFacts({ line }: { line: TransactionDetail }) {
  return (
    <>
      <Fact name={{ zh: '原因', en: 'Reason' }} text={line.ignored_reason} />
      {line.counterpart === null ? null : (
        <Fact name={{ zh: '對應的交易', en: 'Counterpart' }}>
          <a href={`/bank-transactions/${line.counterpart}`}>{line.counterpart}</a>
        </Fact>
      )}
    </>
  )
}

type ConfirmationProps = { readonly line: TransactionDetail }

function ConfirmedBy({ line: { confirmed_at: at, confirmed_by: by } }: ConfirmationProps) {
  const { say, may } = useDesk()
  if (at === null) return <>{say({ zh: '尚未', en: 'Not yet' })}</>
  if (by === null) return <Time at={at} />
  const { import_id: id, line } = by
  const labels = say({
    zh: line === null ? `匯入 ${id}` : `匯入 ${id} 第 ${line} 行`,
    en: line === null ? `import ${id}` : `import ${id}, line ${line}`,
  })
  return (
    <>
      <Time at={at} /> {may('showImport') ? <a href={`/imports/${id}`}>{labels}</a> : labels}
    </>
  )
}
