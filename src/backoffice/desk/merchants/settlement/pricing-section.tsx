import { moneyText } from '../../../../units/money.ts'
import { useDesk } from '../../desk.ts'
import { AmountField, ChoiceField, TextField } from '../../parts/fields.tsx'
import { ActForm, Disclosed } from '../../parts/form.tsx'
import { Card, Fact, Facts, percentText } from '../../parts/values.tsx'
import { type PriceVersion, type Rate, rateLabel } from './rate-label.ts'

type PricingProps = { uid: string; versions: readonly PriceVersion[] }

const kinds = [
  ['collection', { zh: '代收', en: 'Collections' }],
  ['payout', { zh: '代付', en: 'Payouts' }],
  ['withdrawal', { zh: '提領', en: 'Withdrawals' }],
] as const

const free: Rate = { rate_ppm: 0, fixed: 0, min: 0, max: null }

/** A merchant's price, in words and by an example, and its versions (fees §5). */
export function PricingSection({ uid, versions }: PricingProps) {
  const { say, may } = useDesk()
  const now = versions.find(({ holds }) => holds)
  const place = now === undefined ? versions.length : versions.indexOf(now)
  return (
    <Card title={{ zh: '費率', en: 'Price' }}>
      <Facts>
        {kinds.map(([kind, name]) => (
          <Fact name={name}>
            {say(rateLabel(now?.pricing[kind] ?? free))}
            <br />
            <small>{say(exampleOf(now?.fee_of_1000[kind] ?? 0))}</small>
          </Fact>
        ))}
      </Facts>
      {versions.map((version, n) => (
        <Version uid={uid} version={version} hasBegun={n >= place} />
      ))}
      {may('setPricing') ? (
        <Disclosed id="pricing" title={{ zh: '設定費率', en: 'Set the price' }}>
          <PricingForm uid={uid} newest={newestOf(versions)} />
        </Disclosed>
      ) : null}
    </Card>
  )
}

const newestOf = (versions: readonly PriceVersion[]) => versions.find(({ withdrawn }) => !withdrawn)

function exampleOf(fee: number) {
  const [base, charged] = [moneyText(1_000), moneyText(fee)]
  return { zh: `例如 ${base} 收 ${charged}`, en: `${charged} of ${base}, for example` }
}

type VersionProps = {
  readonly uid: string
  readonly version: PriceVersion
  readonly hasBegun: boolean
}

function Version({ uid, version, hasBegun }: VersionProps) {
  const { say, may } = useDesk()
  const { version: number, pricing, withdrawn, set_by: setBy, approved_by: approvedBy } = version
  const id = `price-${number}`
  return (
    <Disclosed id={id} title={titleOf(version, hasBegun)}>
      <Facts>
        {kinds.map(([kind, name]) => (
          <Fact name={name}>{say(rateLabel(pricing[kind]))}</Fact>
        ))}
        <Fact name={{ zh: '設定者', en: 'Set by' }}>{setBy}</Fact>
        <Fact name={{ zh: '核准者', en: 'Approved by' }}>
          {approvedBy === '' ? '—' : approvedBy}
        </Fact>
      </Facts>
      {hasBegun || withdrawn || !may('withdrawPricing') ? null : (
        <ActForm
          id={id}
          call="withdrawPricing"
          path={{ uid, version: String(number) }}
          button={{ zh: `撤回第 ${number} 版`, en: `Withdraw version ${number}` }}
          tone="danger"
          warning={{ zh: '這版費率不會生效。', en: 'This price will not take effect.' }}
          second={{ kind: 'always' }}
        />
      )}
    </Disclosed>
  )
}

function titleOf({ version, valid_from, withdrawn, holds }: PriceVersion, hasBegun: boolean) {
  const [zh, en] = withdrawn
    ? ['已撤回', 'withdrawn']
    : holds
      ? ['目前', 'holds now']
      : hasBegun
        ? ['已過', 'is over']
        : ['未生效', 'to come']
  const from = valid_from.slice(0, 16).replaceAll('-', '/')
  return {
    zh: `第 ${version} 版（${zh}）：${from} 起`,
    en: `Version ${version} (${en}): from ${from}`,
  }
}

function PricingForm({ uid, newest }: { uid: string; newest: PriceVersion | undefined }) {
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
      second={{ kind: 'always' }}
    >
      {kinds.map(([kind, name]) => (
        <fieldset class="columns">
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
        required
      />
      <TextField
        name="minimum_withdrawal"
        label={{ zh: '最低提領金額（元）', en: 'The least that is withdrawn (TWD)' }}
        inputmode="numeric"
        value={String(pricing?.minimum_withdrawal ?? 0)}
        required
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

// A member that is left out stays unchanged (fees §1), so that an emptied field would change nothing.
function RateFields({ kind, rate }: { kind: string; rate: Rate }) {
  const { rate_ppm: ppm, fixed, min, max } = rate
  return (
    <>
      <TextField
        name={`${kind}.rate_ppm`}
        label={{ zh: '費率（%）', en: 'Share (%)' }}
        inputmode="decimal"
        value={percentText(ppm)}
        required
      />
      <AmountField
        name={`${kind}.fixed`}
        label={{ zh: '每筆固定（TWD）', en: 'Fixed for each (TWD)' }}
        value={String(fixed)}
        required
      />
      <AmountField
        name={`${kind}.min`}
        label={{ zh: '每筆至少（TWD）', en: 'At least (TWD)' }}
        value={String(min)}
        required
      />
      <AmountField
        name={`${kind}.max`}
        label={{ zh: '每筆至多（空白為不限）', en: 'At most (empty: no limit)' }}
        value={max === null ? '' : String(max)}
      />
    </>
  )
}
