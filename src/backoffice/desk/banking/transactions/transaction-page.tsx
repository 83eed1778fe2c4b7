import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import { moneyText } from '../../../../units/money.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { sourceLabels } from '../../labels/banking-labels.ts'
import { type PageContent, titled } from '../../page.ts'
import { Fact, Facts, lastFiveText, Money, Time } from '../../parts/values.tsx'
import { secondPersonFor, WaitingNotices, WithSecondPerson } from '../../second-person/waiting.tsx'
import { AccountLink, type Accounts, usableAccounts } from '../accounts/accounts.tsx'
import { CandidateList, momentsOf } from './candidate-list.tsx'
import { DoubtNotice } from './doubts.tsx'
import { OrdersElsewhere, ordersElsewhere } from './orders-elsewhere.tsx'
import { PaidTwiceNotice, paidBefore } from './paid-twice.tsx'
import { oppositeOf, TransactionForms } from './transaction-forms.tsx'
import { BookingTime, OrderLink, TransactionStateBadge } from './transaction-table.tsx'

type TransactionDetail = AnswerOf<'showTransaction'>

/** `/bank-transactions/:id`: one transaction, the orders that it may pay, and the forms that ignore or reopen it. */
export async function drawTransaction(desk: Desk): Promise<PageContent> {
  const { id = '' } = desk.path
  const [one, accounts] = await Promise.all([
    desk.need('showTransaction', { path: { id } }),
    usableAccounts(desk),
  ])
  const [opposite, elsewhere, paid, second, moments] = await Promise.all([
    oppositeOf(desk, one),
    ordersElsewhere(desk, one),
    paidBefore(desk, one),
    secondPersonFor(desk, `bank_transaction:${id}`),
    momentsOf(desk, one),
  ])
  return {
    ...titled([moneyText(one.amount), one.counterparty_name, lastFiveText(one.counterparty_last5)]),
    main: (
      <WithSecondPerson of={second}>
        <WaitingNotices />
        <PaidTwiceNotice orders={paid} />
        <DoubtNotice line={one} />
        <div class="cards">
          <MoneyCard one={one} accounts={accounts} />
          <StateCard one={one} />
        </div>
        <OrdersElsewhere line={one.id} orders={elsewhere} accounts={accounts} />
        {one.state === 'ignored' ? null : (
          <CandidateList transaction={one} moments={moments} isPaidTwice={paid.length > 0} />
        )}
        <TransactionForms transaction={one} opposite={opposite} />
      </WithSecondPerson>
    ),
  }
}

function MoneyCard({ one, accounts }: { one: TransactionDetail; accounts: Accounts }) {
  const { say } = useDesk()
  return (
    <section class="card" aria-labelledby="money">
      <h2 id="money">
        {one.amount > 0
          ? say({ zh: '入帳', en: 'Money in' })
          : say({ zh: '出帳', en: 'Money out' })}
      </h2>
      <Facts>
        <Fact name={{ zh: '金額', en: 'Amount' }}>
          <b>
            <Money dollars={one.amount} />
          </b>
        </Fact>
        <Fact name={{ zh: '入帳時間', en: 'Booked' }}>
          <BookingTime at={one.booked_at} />
        </Fact>
        <Fact name={{ zh: '帳戶', en: 'Account' }}>
          <AccountLink id={one.bank_account} accounts={accounts} />
        </Fact>
        <Fact name={{ zh: '對方戶名', en: 'Their name' }} text={one.counterparty_name} />
        <Fact name={{ zh: '對方帳號', en: 'Their account' }} copied={one.counterparty_account} />
        <Fact name={{ zh: '對方末五碼', en: 'Their last five' }} text={one.counterparty_last5} />
        <Fact name={{ zh: '備註', en: 'Memo' }} text={one.memo} />
        <Fact name={{ zh: '餘額', en: 'Balance after' }}>
          {one.balance_after === null ? '—' : <Money dollars={one.balance_after} />}
        </Fact>
        <Fact name={{ zh: '銀行的編號', en: "The bank's number" }} text={one.external_id ?? ''} />
      </Facts>
    </section>
  )
}

function StateCard({ one }: { one: TransactionDetail }) {
  const { say } = useDesk()
  return (
    <section class="card" aria-labelledby="standing">
      <h2 id="standing">{say({ zh: '狀態', en: 'State' })}</h2>
      <Facts>
        <Fact name={{ zh: '狀態', en: 'State' }}>
          <TransactionStateBadge one={one} />
        </Fact>
        {one.trade_no === null ? null : <ClaimFacts one={one} tradeNo={one.trade_no} />}
        {one.state === 'ignored' ? <AsideFacts one={one} /> : null}
        <Fact name={{ zh: '來源', en: 'Told by' }}>
          {say(sourceLabels[one.source])} <small>{one.posted_by}</small>
        </Fact>
        <Fact name={{ zh: '收到時間', en: 'Received' }} at={one.created_at} />
        <Fact name={{ zh: '對帳單確認', en: 'Confirmed' }}>
          <ConfirmedBy one={one} />
        </Fact>
        <Fact name={{ zh: '編號', en: 'Id' }} copied={String(one.id)} />
      </Facts>
    </section>
  )
}

function ClaimFacts({ one, tradeNo }: { one: TransactionDetail; tradeNo: string }) {
  return (
    <>
      <Fact name={{ zh: '認列的訂單', en: 'Pays the order' }}>
        <OrderLink tradeNo={tradeNo} />
      </Fact>
      <Fact name={{ zh: '認列者', en: 'Claimed by' }}>
        {one.claimed_by} <Time at={one.claimed_at} />
      </Fact>
    </>
  )
}

function AsideFacts({ one }: { one: TransactionDetail }) {
  return (
    <>
      <Fact name={{ zh: '原因', en: 'Reason' }} text={one.ignored_reason} />
      {one.counterpart === null ? null : (
        <Fact name={{ zh: '對應的交易', en: 'Counterpart' }}>
          <a href={`/bank-transactions/${one.counterpart}`}>{one.counterpart}</a>
        </Fact>
      )}
    </>
  )
}

function ConfirmedBy({ one: { confirmed_at: at, confirmed_by: by } }: { one: TransactionDetail }) {
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
