import { useDesk } from '../../desk.ts'
import { AmountField, ChoiceField, TextField } from '../../parts/fields.tsx'
import { ActForm, Disclosed } from '../../parts/form.tsx'
import { type Column, List } from '../../parts/list.tsx'
import { Fact, Facts, moneyText, Time } from '../../parts/values.tsx'
import { type PriceVersion, percentText, type Rate, rateWords } from './price-words.ts'

type PricingProps = {
  uid: string
  versions: readonly PriceVersion[]
  approvals: boolean
}

const kinds = [
  ['collection', { zh: '代收', en: 'Collections' }],
  ['payout', { zh: '代付', en: 'Payouts' }],
  ['withdrawal', { zh: '提領', en: 'Withdrawals' }],
] as const

const free: Rate = { rate_ppm: 0, fixed: 0, min: 0, max: null }

/** What the platform's work costs a merchant, in words and by an example, and its versions (fees §5). */
export function PricingSection({ uid, versions, approvals }: PricingProps) {
  const { say, may } = useDesk()
  const now = versions.find(({ holds }) => holds)
  return (
    <section class="card">
      <h2>{say({ zh: '費率', en: 'Price' })}</h2>
      <Facts>
        {kinds.map(([kind, name]) => (
          <Fact name={name}>
            {say(rateWords(now?.pricing[kind] ?? free))}
            <br />
            <small>{say(exampleOf(now?.fee_of_1000[kind] ?? 0))}</small>
          </Fact>
        ))}
      </Facts>
      {versions.length === 0 ? null : (
        <List
          id="prices"
          caption={{ zh: '各版費率', en: 'Versions' }}
          items={versions}
          keyOf={({ version }) => String(version)}
          columns={columns}
          empty={{ zh: '沒有費率。', en: 'No price.' }}
        />
      )}
      {may('withdrawPricing') ? <ComingPrices uid={uid} versions={versions} /> : null}
      {may('setPricing') ? (
        <Disclosed id="pricing" title={{ zh: '設定費率', en: 'Set the price' }}>
          <PricingForm uid={uid} newest={newestOf(versions)} approvals={approvals} />
        </Disclosed>
      ) : null}
    </section>
  )
}

const newestOf = (versions: readonly PriceVersion[]) => versions.find(({ withdrawn }) => !withdrawn)

function exampleOf(fee: number) {
  const [base, charged] = [moneyText(1_000), moneyText(fee)]
  return { zh: `例如 ${base} 收 ${charged}`, en: `${charged} of ${base}, for example` }
}

const columns: readonly Column<PriceVersion>[] = [
  { name: { zh: '版', en: 'Version' }, cell: ({ version }) => <b>{version}</b> },
  {
    name: { zh: '生效', en: 'Holds from' },
    cell: ({ valid_from: from }) => <Time at={from} />,
  },
  {
    name: { zh: '代收', en: 'Collections' },
    onPhone: 'below',
    isNamed: true,
    cell: ({ pricing }) => <Words of={pricing.collection} />,
  },
  {
    name: { zh: '代付', en: 'Payouts' },
    onPhone: 'below',
    isNamed: true,
    cell: ({ pricing }) => <Words of={pricing.payout} />,
  },
  {
    name: { zh: '狀態', en: 'State' },
    onPhone: 'end',
    cell: (one) => <State version={one} />,
  },
]

function Words({ of }: { of: Rate }) {
  return <>{useDesk().say(rateWords(of))}</>
}

function State({ version: { withdrawn, holds } }: { version: PriceVersion }) {
  const { say } = useDesk()
  if (withdrawn) return <>{say({ zh: '已撤回', en: 'Withdrawn' })}</>
  return holds ? <b>{say({ zh: '目前', en: 'Holds now' })}</b> : null
}

// Those that have not begun: newer than the one that holds.
function ComingPrices({ uid, versions }: Omit<PricingProps, 'approvals'>) {
  const until = versions.findIndex(({ holds }) => holds)
  const newer = versions.slice(0, until === -1 ? undefined : until)
  const coming = newer.filter(({ withdrawn }) => !withdrawn)
  return (
    <>
      {coming.map(({ version }) => (
        <Disclosed
          id={`withdraw-price-${version}`}
          title={{ zh: `撤回第 ${version} 版`, en: `Withdraw version ${version}` }}
        >
          <ActForm
            id={`withdraw-price-${version}`}
            call="withdrawPricing"
            path={{ uid, version: String(version) }}
            button={{ zh: `撤回第 ${version} 版`, en: `Withdraw version ${version}` }}
            tone="danger"
            warning={{ zh: '這版費率不會生效。', en: 'This price will not come to hold.' }}
          >
            {null}
          </ActForm>
        </Disclosed>
      ))}
    </>
  )
}

function PricingForm({
  uid,
  newest,
  approvals,
}: {
  uid: string
  newest: PriceVersion | undefined
  approvals: boolean
}) {
  const { say } = useDesk()
  const { pricing } = newest ?? {}
  return (
    <ActForm
      id="pricing"
      call="setPricing"
      path={{ uid }}
      button={{ zh: '設定費率', en: 'Set the price' }}
      warning={{
        zh: '只影響生效後建立的訂單；已建立的訂單依其建立時的費率。',
        en: 'It is for orders that are created from then on; each keeps the price of its creation.',
      }}
      needsSecond={approvals}
    >
      {kinds.map(([kind, name]) => (
        <fieldset>
          <legend>{say(name)}</legend>
          <RateFields kind={kind} rate={pricing?.[kind] ?? free} />
        </fieldset>
      ))}
      <ChoiceField
        name="fee_on_reversal"
        label={{ zh: '款項退回時的手續費', en: 'The fee of money that went back' }}
        value={pricing?.fee_on_reversal ?? 'return'}
        options={[
          ['return', { zh: '退還', en: 'Given back' }],
          ['keep', { zh: '保留', en: 'Kept' }],
        ]}
      />
      <TextField
        name="settle_after_days"
        label={{ zh: '代收款幾日後可提領', en: 'Days until a collection can be withdrawn' }}
        inputmode="numeric"
        value={String(pricing?.settle_after_days ?? 0)}
      />
      <TextField
        name="minimum_withdrawal"
        label={{ zh: '最低提領金額（元）', en: 'The least that is withdrawn (TWD)' }}
        inputmode="numeric"
        value={String(pricing?.minimum_withdrawal ?? 0)}
      />
      <TextField
        name="valid_from"
        type="datetime-local"
        label={{ zh: '生效時間', en: 'Holds from' }}
        hint={{
          zh: '可不填：立即生效；須核准時自核准起生效。',
          en: 'May be empty: at once, or once it is approved.',
        }}
      />
    </ActForm>
  )
}

function RateFields({ kind, rate }: { kind: string; rate: Rate }) {
  const { rate_ppm: ppm, fixed, min, max } = rate
  return (
    <>
      <TextField
        name={`${kind}.rate_ppm`}
        label={{ zh: '費率（%）', en: 'Share (%)' }}
        hint={{ zh: '例如 1.5，最多四位小數。', en: 'Such as 1.5, with at most four decimals.' }}
        inputmode="decimal"
        value={percentText(ppm)}
      />
      <AmountField
        name={`${kind}.fixed`}
        label={{ zh: '每筆固定（TWD）', en: 'Fixed for each (TWD)' }}
        value={String(fixed)}
      />
      <AmountField
        name={`${kind}.min`}
        label={{ zh: '每筆至少（TWD）', en: 'At least (TWD)' }}
        value={String(min)}
      />
      <AmountField
        name={`${kind}.max`}
        label={{ zh: '每筆至多（TWD）', en: 'At most (TWD)' }}
        hint={{ zh: '空白為不限。', en: 'Empty for no limit.' }}
        value={max === null ? '' : String(max)}
      />
    </>
  )
}
