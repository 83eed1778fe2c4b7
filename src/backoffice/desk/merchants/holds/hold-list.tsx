import {
  secondPersonFor,
  useWaiting,
  WithSecondPerson,
} from '../../approvals/waiting-approvals.tsx'
import { useDesk } from '../../desk.ts'
import { orderPath } from '../../orders/order-path.ts'
import { TextField } from '../../parts/fields.tsx'
import { testFilter } from '../../parts/filters.tsx'
import { ActForm } from '../../parts/form.tsx'
import { listPage } from '../../parts/list-page.tsx'
import { TestBadge } from '../../parts/test-badge.tsx'
import { Badge, Card, OutsideText, shortNumber, Time } from '../../parts/values.tsx'
import { merchantPath } from '../merchant-path.ts'
import { approversOf, type Hold, heldOrderNames } from './held-order.ts'
import { PlaceHolds } from './place-holds.tsx'

/** Holds, newest first, with the forms that place and lift them. */
export const holdList = listPage({
  path: '/holds',
  call: 'listHolds',
  title: { zh: '管制', en: 'Holds' },
  filters: [testFilter],
  related: async (desk, listed) => {
    const [second, answer] = await Promise.all([secondPersonFor(desk, 'hold'), listed])
    const holds = answer.ok ? answer.value.items : []
    const [orders, approvers] = await Promise.all([
      heldOrderNames(desk, holds),
      second.on ? approversOf(desk, holds) : new Map<number, string>(),
    ])
    return { second, orders, approvers }
  },
  above: () => <AboutHolds />,
  id: 'holds',
  caption: { zh: '管制清單', en: 'Holds' },
  unfolds: true,
  keyOf: ({ id }) => id,
  empty: { zh: '沒有管制。', en: 'Nothing is held.' },
  columns: ({ related: { second, orders, approvers } }) => [
    {
      name: { zh: '對象', en: 'What' },
      cell: (hold) => (
        <>
          <Subject hold={hold} name={orders.get(hold.trade_no)} /> <TestBadge record={hold} />
        </>
      ),
    },
    {
      name: { zh: '原因', en: 'Why' },
      onPhone: 'below',
      cell: ({ reason, case_no: caseNo }, { say }) => (
        <>
          <OutsideText text={reason} />
          {caseNo === '' ? null : (
            <>
              {' '}
              <small>
                {say({ zh: '案號 ', en: 'Case ' })}
                <OutsideText text={caseNo} />
              </small>
            </>
          )}
        </>
      ),
    },
    {
      name: { zh: '由誰、何時', en: 'By whom, when' },
      cell: ({ actor, created_at: at }) => (
        <>
          <OutsideText text={actor} />{' '}
          <small>
            <Time at={at} brief />
          </small>
        </>
      ),
    },
    {
      name: { zh: '狀態', en: 'State' },
      onPhone: 'state',
      cell: ({ lifted_at: at }, { say }) =>
        at === null ? (
          <Badge tone="wrong">{say({ zh: '管制中', en: 'Held' })}</Badge>
        ) : (
          <Badge tone="over">{say({ zh: '已解除', en: 'Lifted' })}</Badge>
        ),
    },
    {
      name: { zh: '解除', en: 'Lifting' },
      cell: (hold) =>
        hold.lifted_at === null ? (
          <WithSecondPerson second={second}>
            <HoldLifting hold={hold} />
          </WithSecondPerson>
        ) : (
          <LiftedBy hold={hold} approver={approvers.get(hold.id)} />
        ),
    },
  ],
})

function AboutHolds() {
  const { say, may } = useDesk()
  return (
    <>
      <p>
        {say({
          zh: '受管制的商戶、會員、帳號或訂單，款項不入帳也不出款。',
          en: 'What is held is neither settled nor paid out.',
        })}
      </p>
      {may('placeHold') ? (
        <Card title={{ zh: '新增管制', en: 'Place a hold' }}>
          <PlaceHolds />
        </Card>
      ) : null}
    </>
  )
}

type SubjectProps = { readonly hold: Hold; readonly name: readonly string[] | undefined }

function Subject({ hold, name: [amount, ...rest] = [] }: SubjectProps) {
  const { say } = useDesk()
  const { merchant_uid: uid, user_id: member, account_no: account, trade_no: tradeNo } = hold
  if (account !== '') {
    return (
      <>
        {say({ zh: '帳號 ', en: 'Account ' })}
        <OutsideText text={account} />
      </>
    )
  }
  if (tradeNo !== '') {
    return (
      <>
        {say({ zh: '訂單 ', en: 'Order ' })}
        <a class="within-text" href={orderPath(tradeNo)} title={tradeNo}>
          {amount === undefined ? (
            shortNumber(tradeNo)
          ) : (
            <>
              <span class="sum">{amount}</span> · <OutsideText text={rest.join(' · ')} />
            </>
          )}
        </a>
      </>
    )
  }
  return (
    <>
      {say({ zh: '商戶 ', en: 'Merchant ' })}
      <a class="within-text" href={merchantPath(uid)}>
        {uid}
      </a>
      {member === '' ? null : (
        <>
          {say({ zh: ' 的會員 ', en: ', member ' })}
          <OutsideText text={member} />
        </>
      )}
    </>
  )
}

// The two people who lifted the hold.
function LiftedBy({ hold, approver }: { hold: Hold; approver: string | undefined }) {
  const { say } = useDesk()
  return (
    <>
      <OutsideText text={hold.lifted_by} />
      {approver === undefined ? null : (
        <>
          {say({ zh: '，核准：', en: ', approved by ' })}
          <OutsideText text={approver} />
        </>
      )}{' '}
      <small>
        <Time at={hold.lifted_at} brief /> <OutsideText text={hold.lift_reason} />
      </small>
    </>
  )
}

// While the lifting waits for a second person, a link to the approval replaces the form.
function HoldLifting({ hold: { id } }: { hold: Hold }) {
  const { say, may } = useDesk()
  const [waits] = useWaiting('liftHold', { id })
  if (waits !== undefined) {
    return (
      <a class="within-text" id={`lift-${id}`} href={`/approvals/${waits.id}`}>
        {say({ zh: '解除待核准', en: 'Its lifting waits for approval' })}
      </a>
    )
  }
  return may('liftHold') ? <LiftForm id={id} /> : null
}

function LiftForm({ id }: { id: number }) {
  const form = `lift-${id}`
  return (
    <ActForm
      id={form}
      folded={{ title: { zh: '解除', en: 'Lift it' } }}
      call="liftHold"
      path={{ id }}
      button={{ zh: '解除管制', en: 'Lift the hold' }}
      tone="danger"
      second={{ kind: 'always' }}
      warning={{
        zh: '解除後，款項即可入帳與出款。',
        en: 'Once it is lifted, money can be settled and paid out again.',
      }}
    >
      <TextField name="reason" label={{ zh: '解除原因', en: 'Reason' }} maxlength={500} required />
    </ActForm>
  )
}
