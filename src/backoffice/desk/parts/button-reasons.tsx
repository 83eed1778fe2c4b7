import type { Meaning } from '../../../units/language.ts'
import type { ChoiceTerms, MissingThing } from '../browser/live-form.ts'
import { useDesk } from '../desk.ts'

/** What a form says of its present choice: `{count}` and `{sum}` are those of its checked rows with an amount. */
export type FormChoice = {
  readonly button: Meaning
  /** The button's text while somebody else's money is chosen. */
  readonly buttonOfOther?: Meaning
  readonly warning: Meaning
  /** Why the button waits for a field that a chosen transaction requires: see `RequiredFields`. */
  readonly required?: Meaning
  /** Of an act on one order: the sum is followed by how much more or less than the order's amount it is. */
  readonly terms?: ChoiceTerms
}

/** The reasons why a form's button is disabled; the script shows the one that applies. */
export function ButtonReasons({ terms, required }: FormChoice) {
  const { say, identity } = useDesk()
  const ofOrder = identity.role === 'operator' ? missingForOperator : missingForAgent
  const reasons: MissingTexts = {
    proof: terms?.needsProof === true ? chooseProof : undefined,
    ...(terms === undefined ? missingOfMany : ofOrder),
    said: required,
  }
  return (
    <span aria-live="polite">
      {Object.entries(reasons).map(([thing, reason]) =>
        reason === undefined ? null : (
          <span class="hint" data-shown-if={thing} hidden>
            {say(reason)}
          </span>
        ),
      )}
    </span>
  )
}

type MissingTexts = Readonly<Partial<Record<MissingThing, Meaning | undefined>>>

const chooseProof = { zh: '請先選擇銀行交易', en: 'Choose its bank transaction first' }
const missingOfMany: MissingTexts = { any: { zh: '請至少選擇一筆', en: 'Choose at least one' } }
const missingForAgent: MissingTexts = {
  gap: { zh: '金額不同：由營運人員處理', en: 'The amount differs: an operator decides' },
  differs: { zh: '與訂單不符：由營運人員處理', en: 'It does not fit: an operator decides' },
}
const missingForOperator: MissingTexts = {
  gap: {
    zh: '金額不同：請勾選「仍入帳」',
    en: 'The amount differs: tick "settle anyway"',
  },
  rival: {
    zh: '另一筆訂單同樣相符：請勾選「已查明屬於本筆」並填原因',
    en: 'It fits another order as well: tick "I have verified" and enter a reason',
  },
  away: {
    zh: '在另一個帳戶：請勾選「仍入帳」並選原因',
    en: 'On another account: tick "settle anyway" and choose a reason',
  },
  differs: {
    zh: '與訂單不符：請勾選略過並填原因',
    en: 'It does not fit the order: tick the override and enter a reason',
  },
}
