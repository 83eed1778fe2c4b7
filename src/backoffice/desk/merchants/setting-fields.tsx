import { useSecondPerson } from '../approvals/waiting-approvals.tsx'
import { useDesk } from '../desk.ts'
import {
  autoSettingLabels,
  collectionEventLabels,
  type Merchant,
  onOffLabels,
  rateLabels,
  settingLabels,
  vocabularyLabels,
} from '../labels/merchant-labels.ts'
import { ChoiceField, FlagField, LinesField } from '../parts/fields.tsx'
import { Fact, Facts } from '../parts/values.tsx'

type Texts = Readonly<Record<string, string>>
type SettingName = keyof typeof settingLabels

/** The fields of the settings with their texts, named as `bodyOf` reads them. */
export function settingTexts(settings: Pick<Merchant['settings'], SettingName>): Texts {
  return {
    'settings.trusted': String(settings.trusted),
    'settings.payout_requires_balance': String(settings.payout_requires_balance),
    'settings.collection_events': settings.collection_events,
    'settings.callback_vocabulary': settings.callback_vocabulary,
    'settings.legacy_signature': String(settings.legacy_signature),
    'settings.rate_limit': settings.rate_limit,
    'settings.auto': settings.auto,
  }
}

const trustedHint = {
  zh: `${settingLabels.trusted.does.zh}開啟須由另一位營運人員核准。`,
  en: `${settingLabels.trusted.does.en} Turning it on takes another operator's approval.`,
}

const autoHint = {
  zh: `${settingLabels.auto.does.zh}設為自動入帳須由另一位營運人員核准。`,
  en: `${settingLabels.auto.does.en} To settle takes another operator's approval.`,
}

/** The fields of the settings, each with its effect. */
export function SettingFields({ values = {} }: { values?: Texts }) {
  const { on } = useSecondPerson()
  return (
    <>
      <Flag setting="trusted" values={values} hint={on ? trustedHint : undefined} />
      <Flag setting="payout_requires_balance" values={values} />
      <Choice setting="collection_events" values={values} options={collectionEventLabels} />
      <Choice setting="callback_vocabulary" values={values} options={vocabularyLabels} />
      <Flag setting="legacy_signature" values={values} />
      <Choice setting="rate_limit" values={values} options={rateLabels} />
      <Choice
        setting="auto"
        values={values}
        options={autoSettingLabels}
        hint={on ? autoHint : undefined}
      />
    </>
  )
}

type Options = Readonly<Record<string, { readonly zh: string; readonly en: string }>>
type FieldOf = { readonly setting: SettingName; readonly values: Texts }

function Flag({ setting, values, hint }: FieldOf & { hint?: Options[string] | undefined }) {
  const { called, does } = settingLabels[setting]
  const name = `settings.${setting}`
  return <FlagField name={name} label={called} hint={hint ?? does} value={values[name]} />
}

function Choice({
  setting,
  values,
  options,
  hint,
}: FieldOf & { options: Options; hint?: Options[string] | undefined }) {
  const { called, does } = settingLabels[setting]
  const name = `settings.${setting}`
  return (
    <ChoiceField
      name={name}
      label={called}
      hint={hint ?? does}
      value={values[name]}
      options={Object.entries(options)}
    />
  )
}

/** The present settings; `explained` with the effect of each. */
export function SettingFacts({ merchant, explained }: { merchant: Merchant; explained: boolean }) {
  const { say } = useDesk()
  const { settings } = merchant
  const values = {
    trusted: onOffLabels[`${settings.trusted}`],
    payout_requires_balance: onOffLabels[`${settings.payout_requires_balance}`],
    collection_events: collectionEventLabels[settings.collection_events],
    callback_vocabulary: vocabularyLabels[settings.callback_vocabulary],
    legacy_signature: onOffLabels[`${settings.legacy_signature}`],
    rate_limit: rateLabels[settings.rate_limit],
    auto: autoSettingLabels[settings.auto],
  }
  return (
    <Facts>
      {Object.entries(values).map(([name, value]) => {
        const { called, does } = settingLabels[name as SettingName]
        return (
          <Fact name={called}>
            {say(value)}
            {explained ? <p class="hint">{say(does)}</p> : null}
          </Fact>
        )
      })}
    </Facts>
  )
}

/** The addresses that a merchant may call from. */
export function AllowListField({ value }: { value?: string }) {
  return (
    <LinesField
      name="ip_whitelist"
      label={{ zh: '允許的來源', en: 'Allowed sources' }}
      hint={{
        zh: '每行一個 IP 位址或 CIDR 網段。空白為不限來源。',
        en: 'An IP address or CIDR network on each line; none means any source.',
      }}
      value={value}
    />
  )
}
