import type { PurchaseState, PurchaseView } from '../contract/links/member-page-views.ts'
import { type Meaning, type Say, sayIn } from '../units/language.ts'
import { moneyText } from '../units/money.ts'
import { documentOf, type Frame } from './document.tsx'
import { ClockTime, Icon, References, Sentence, Summary, Ways } from './parts.tsx'

/** The form's `amount` when the member types one, which is sent as `custom_amount`. */
export const customAmount = 'custom'

export const amountCharsMax = 20

/** The page where a member chooses an amount and confirms it (§4.4); it needs no script. */
export function purchasePage(view: PurchaseView, frame: Frame): string {
  const say = sayIn(frame.language)
  const { payee, returnUrl, refused } = view
  const isOpen = view.state === 'open'
  const title = say(view.state === 'open' ? labels.title : closed[view.state].title)
  return documentOf({
    frame,
    title: refused === null ? title : `${say(labels.wrong)} · ${title}`,
    query: { third_party_session: view.session },
    children: (
      <div class="columns">
        <Summary payee={payee} say={say} />
        <References {...view} say={say} />
        {view.state === 'open' ? (
          <Amounts view={view} frame={frame} say={say} />
        ) : (
          <Closed state={view.state} say={say} />
        )}
        <Ways returnUrl={returnUrl} payee={payee} isOver={!isOpen} say={say} />
      </div>
    ),
  })
}

type AmountsProps = { readonly view: PurchaseView; readonly frame: Frame; readonly say: Say }

function Amounts({ view, frame, say }: AmountsProps) {
  const { fixedAmounts, allowCustom, refused } = view
  const isLong = fixedAmounts.some((amount) => moneyText(amount).length > 10)
  return (
    <section class="card">
      <h2 id="choose">{say(labels.title)}</h2>
      <p>{say(labels.advice)}</p>
      <p class="quiet">
        {say(labels.deadline)} <ClockTime seconds={view.endsAt} />
      </p>
      <form method="post" action={actionOf(view, frame)}>
        <Session view={view} />
        {fixedAmounts.length === 0 ? (
          <input type="hidden" name="amount" value={customAmount} />
        ) : (
          <div
            class={isLong ? 'choices long' : 'choices'}
            role="radiogroup"
            aria-labelledby="choose"
          >
            {fixedAmounts.map((amount) => (
              <Choice value={String(amount)} text={moneyText(amount)} />
            ))}
            {allowCustom ? (
              <Choice
                id="other"
                value={customAmount}
                text={say(labels.otherAmount)}
                isChosen={refused !== null}
              />
            ) : null}
          </div>
        )}
        {allowCustom ? <CustomAmount view={view} say={say} /> : <Problem view={view} say={say} />}
        <button type="submit" class="button">
          {say(labels.confirm)}
        </button>
      </form>
    </section>
  )
}

type ChoiceProps = {
  readonly value: string
  readonly text: string
  readonly id?: string
  readonly isChosen?: boolean
}

function Choice({ value, text, id, isChosen = false }: ChoiceProps) {
  return (
    <label class="choice">
      <input type="radio" name="amount" id={id} value={value} checked={isChosen} required />
      <span>{text}</span>
    </label>
  )
}

function CustomAmount({ view, say }: Omit<AmountsProps, 'frame'>) {
  const { refused } = view
  return (
    <div class="custom">
      <label for="amount">{say(labels.amount)}</label>
      <Problem view={view} say={say} />
      <div class="field">
        <span aria-hidden="true">NT$</span>
        <input
          id="amount"
          name="custom_amount"
          type="text"
          inputmode="numeric"
          autocomplete="off"
          maxlength={amountCharsMax}
          placeholder=" "
          value={refused?.text ?? ''}
          aria-describedby={refused === null ? 'bounds' : 'problem bounds'}
          aria-invalid={refused === null ? undefined : 'true'}
        />
      </div>
      <p id="bounds" class="quiet">
        <Sentence text={say(boundsOf(view))} />
      </p>
    </div>
  )
}

// The form repeats the session of the address, because a foreign page that sends a form here does not know it.
function Session({ view }: { view: PurchaseView }) {
  return <input type="hidden" name="third_party_session" value={view.session} />
}

function actionOf({ id, session }: PurchaseView, { base, language }: Frame): string {
  return `${base}/${id}?${new URLSearchParams({ third_party_session: session, lang: language })}`
}

function Problem({ view, say }: Omit<AmountsProps, 'frame'>) {
  const { refused } = view
  if (refused === null) return null
  const problem = {
    missing: labels.missing,
    not_a_whole_number: labels.notWhole,
    not_allowed: view.allowCustom ? outOfBounds(view) : labels.notOffered,
  }[refused.problem]
  return (
    <p id="problem" class="problem" role="alert">
      <Sentence text={say(problem)} />
    </p>
  )
}

function boundsOf({ customMin, customMax }: PurchaseView): Meaning {
  return {
    zh: `整數金額，${moneyText(customMin)} 至 ${moneyText(customMax)}`,
    en: `Whole dollars, from ${moneyText(customMin)} to ${moneyText(customMax)}`,
  }
}

function outOfBounds({ customMin, customMax }: PurchaseView): Meaning {
  const [least, most] = [moneyText(customMin), moneyText(customMax)]
  return { zh: `請輸入 ${least} 至 ${most}。`, en: `Please enter ${least} to ${most}.` }
}

function Closed({ state, say }: { state: Exclude<PurchaseState, 'open'>; say: Say }) {
  const { tone, title, advice } = closed[state]
  return (
    <section class={`card status ${tone}`}>
      <Icon tone={tone} />
      <h2>{say(title)}</h2>
      <p>{say(advice)}</p>
    </section>
  )
}

const labels = {
  title: { zh: '選擇付款金額', en: 'Choose an amount' },
  advice: {
    zh: '選好後請按確認，確認後金額就不能更改。下一頁安排收款帳號。',
    en: 'Choose, then confirm. The amount cannot be changed after that. An account to pay into is arranged next.',
  },
  deadline: { zh: '選擇期限（台北時間）', en: 'Choose before (Taipei time)' },
  amount: { zh: '輸入金額', en: 'Amount in NT$' },
  otherAmount: { zh: '其他金額', en: 'Other' },
  confirm: { zh: '確認金額', en: 'Confirm amount' },
  wrong: { zh: '請修正金額', en: 'Please correct the amount' },
  missing: { zh: '請選擇或輸入金額。', en: 'Please choose or enter an amount.' },
  notWhole: {
    zh: '請只輸入整數，例如 1000，不含小數或文字。',
    en: 'Please enter a whole number such as 1000, without cents or letters.',
  },
  notOffered: {
    zh: '這個金額目前無法使用，請選擇其他金額。',
    en: 'This amount is not available. Please choose one of these.',
  },
}

const closed = {
  expired: {
    tone: 'over',
    title: { zh: '付款連結已過期', en: 'This link has expired' },
    advice: {
      zh: '請回到商家網站，重新取得付款連結。如果這筆訂單您已經付過款，款項會再核對，請勿重複付款。',
      en:
        'Please go back to the merchant for a new one. If you have already paid for this order, ' +
        'that will be checked: do not pay again.',
    },
  },
  paid_elsewhere: {
    tone: 'done',
    title: { zh: '這筆訂單已經付款', en: 'This order has been paid' },
    advice: {
      zh: '這筆訂單已透過另一個付款連結完成付款，不需要再付一次。',
      en: 'It was paid through another link of the same order. There is nothing left to pay.',
    },
  },
  unavailable: {
    tone: 'care',
    title: { zh: '目前無法付款', en: 'Payments are not available' },
    advice: {
      zh: '商家目前暫停收款，請稍後再試，或與商家聯絡。',
      en: 'The merchant takes no payments just now. Please try again later, or ask the merchant.',
    },
  },
} as const
