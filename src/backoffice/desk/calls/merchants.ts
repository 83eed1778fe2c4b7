import type { Meaning } from '../../../units/language.ts'
import { labelFor } from '../labels/label-for.ts'
import { bucketLabels, erasureWarning } from '../labels/merchant-labels.ts'
import { type Members, membersOf } from '../parts/members.tsx'
import { type Presentations, text } from './presentation.ts'

export const merchantPresentations = {
  createMerchant: {
    done: { zh: '已建立商戶。', en: 'The merchant is created.' },
    name: { zh: '建立商戶', en: 'create a merchant' },
    request: ({ body }) => ({
      zh: `建立商戶 ${text(body.uid)}（${text(body.name)}）`,
      en: `Create merchant ${text(body.uid)} (${text(body.name)})`,
    }),
    effect: () => ({
      zh: '建立商戶並產生金鑰。金鑰只顯示給您，而且只有這一次。',
      en: 'The merchant is created. Its secret is shown to you, and only this once.',
    }),
    form: () => ['create', '/merchants/~new'],
  },
  patchMerchant: {
    done: { zh: '已更新商戶。', en: 'The merchant is changed.' },
    name: { zh: '更改商戶', en: 'change a merchant' },
    request: ({ subject }) => ({ zh: `更改商戶 ${subject}`, en: `Change merchant ${subject}` }),
    effect: ({ subject }) => ({
      zh: `商戶 ${subject} 的設定立即生效。`,
      en: `The settings of merchant ${subject} take effect at once.`,
    }),
    form: ({ settings, ip_whitelist: list }) => {
      if (list !== undefined) return ['allow-list']
      const { display, auto_withdrawal: paid } = membersOf(settings)
      if (paid !== undefined) return [paid === null ? 'auto-withdrawal-off' : 'auto-withdrawal']
      if (display === undefined) return ['settings']
      return [display === null ? 'display-default' : 'display']
    },
    subject: ['merchant', 'uid'],
  },
  rotateSecret: {
    done: { zh: '已更換金鑰。', en: 'The secret is replaced.' },
    name: { zh: '更換金鑰', en: 'replace a secret' },
    request: ({ subject }) => ({
      zh: `更換商戶 ${subject} 的金鑰`,
      en: `Replace the secret of merchant ${subject}`,
    }),
    effect: ({ body }) => ({
      zh: `產生新金鑰，只顯示給您這一次。舊金鑰${grace(body).zh}失效。`,
      en: `A new secret is shown to you this once; the old one ends ${grace(body).en}.`,
    }),
    form: () => ['rotate'],
  },
  setPaymentAmounts: { done: { zh: '已更新金額。', en: 'The amounts are changed.' } },
  setPricing: {
    done: { zh: '已設定費率。', en: 'The price is set.' },
    name: { zh: '設定費率', en: 'set a price' },
    request: ({ subject }) => ({
      zh: `設定商戶 ${subject} 的費率`,
      en: `Set the price of merchant ${subject}`,
    }),
    effect: ({ subject, body }) =>
      body.valid_from === undefined
        ? {
            zh: `商戶 ${subject} 之後建立的訂單依此費率收費。`,
            en: `Applies to orders that ${subject} creates from now on.`,
          }
        : {
            zh: `商戶 ${subject} 自 ${text(body.valid_from)} 起建立的訂單依此費率收費。`,
            en: `Applies to orders that ${subject} creates from ${text(body.valid_from)} on.`,
          },
    form: () => ['pricing'],
  },
  withdrawPricing: {
    done: { zh: '已撤回費率。', en: 'The price is withdrawn.' },
    name: { zh: '撤回費率', en: 'withdraw a price' },
    request: ({ subject }) => ({
      zh: `撤回商戶 ${subject} 尚未生效的費率`,
      en: `Withdraw a price of merchant ${subject} that has not begun`,
    }),
    effect: () => ({
      zh: '這版費率不會生效，仍留在清單上。',
      en: 'It will not take effect, and stays listed.',
    }),
    form: (_, { version }) => [`price-${String(version)}`],
  },
  addSettlementAccount: {
    done: { zh: '已新增結算帳戶。', en: 'The account is added.' },
    name: { zh: '新增結算帳戶', en: 'add a settlement account' },
    request: ({ subject, body }) => ({
      zh: `為商戶 ${subject} 新增結算帳戶 ${text(body.bank_code)} ${text(body.account_no)}（${text(body.holder_name)}）`,
      en: `Add ${text(body.bank_code)} ${text(body.account_no)} of ${text(body.holder_name)} to merchant ${subject}`,
    }),
    effect: ({ subject }) => ({
      zh: `商戶 ${subject} 的款項可以付至這個帳戶。`,
      en: `Withdrawals of ${subject} may be paid to this account.`,
    }),
    form: () => ['settlement-account'],
  },
  removeSettlementAccount: {
    done: { zh: '已移除結算帳戶。', en: 'The account is removed.' },
    name: { zh: '移除結算帳戶', en: 'remove a settlement account' },
    request: ({ subject }) => ({
      zh: `移除商戶 ${subject} 的一個結算帳戶`,
      en: `Remove a settlement account of merchant ${subject}`,
    }),
    effect: () => ({
      zh: '之後的提領不再付至這個帳戶。',
      en: 'Withdrawals no longer go to this account.',
    }),
    form: (_, { id }) => [`remove-account-${String(id)}`],
  },
  withdraw: {
    done: { zh: '已申請提領。', en: 'The withdrawal is placed.' },
    name: { zh: '提領', en: 'withdraw' },
    request: ({ subject, body }) => ({
      zh: `為商戶 ${subject} 提領 ${body.amount === 'all' ? '全部可提領的金額' : text(body.amount)}`,
      en: `Pay merchant ${subject} ${body.amount === 'all' ? 'all that can be withdrawn' : text(body.amount)}`,
    }),
    effect: () => ({
      zh: '金額與手續費會凍結，並等待專員匯出。',
      en: 'The amount and its fee are frozen, and it waits to be paid out.',
    }),
    form: () => ['withdraw'],
  },
  adjustBalance: {
    done: { zh: '已調整餘額。', en: 'The balance is adjusted.' },
    name: { zh: '調整餘額', en: 'adjust a balance' },
    request: ({ subject, body }) => ({
      zh: `調整商戶 ${subject} 的${bucket(body).zh}`,
      en: `Adjust merchant ${subject}: ${bucket(body).en.toLowerCase()}`,
    }),
    effect: ({ subject, body }) =>
      body.bucket === 'fees'
        ? feeEffect(subject, Number(body.amount) > 0)
        : {
            zh: `商戶 ${subject} 的餘額立即改變，其帳務明細會列出原因。`,
            en: `The balance of ${subject} changes at once. The reason appears in its ledger.`,
          },
    form: () => ['adjust'],
  },
  placeHold: {
    done: { zh: '管制已生效。', en: 'The hold is in place.' },
    detail: ({ merchant_uid: uid, user_id: member, account_no: account, trade_no: order }) =>
      [uid, member, account === '' ? '' : `…${account.slice(-5)}`, order]
        .filter((part) => part !== '')
        .join(' '),
  },
  liftHold: {
    done: { zh: '已解除管制。', en: 'The hold is lifted.' },
    name: { zh: '解除管制', en: 'lift a hold' },
    request: () => ({ zh: '解除管制', en: 'Lift a hold' }),
    effect: () => ({
      zh: '所指的訂單可再入帳與出款。',
      en: 'The orders under it can be settled and paid out again.',
    }),
    form: () => ['lift'],
    subject: ['hold', 'id'],
  },
  eraseMember: {
    done: { zh: '已開始遮蔽，數分鐘內完成。', en: 'Masking has begun; it takes a few minutes.' },
    address: ({ id }) => `/erasures/${id}`,
    name: { zh: '刪除會員個資', en: 'erase a member' },
    request: ({ body }) => ({
      zh: `刪除商戶 ${String(body.merchant_uid)} 會員 ${String(body.user_id)} 的個資`,
      en: `Erase member ${String(body.user_id)} of merchant ${String(body.merchant_uid)}`,
    }),
    effect: () => erasureWarning,
    form: ({ merchant_uid: uid }) => ['erase-member', `/merchants/${String(uid)}`],
    subject: ['erasure', 'id'],
  },
  createProduct: {
    done: { zh: '已建立商品。', en: 'The product is created.' },
    address: () => '/products',
  },
  patchProduct: { done: { zh: '已更新商品。', en: 'The product is changed.' } },
  removeProduct: {
    done: { zh: '已移除商品。', en: 'The product is removed.' },
    address: () => '/products',
  },
} satisfies Partial<Presentations>

function bucket(body: Members): Meaning {
  return labelFor(bucketLabels, text(body.bucket))
}

function feeEffect(uid: string, isGivenBack: boolean): Meaning {
  return isGivenBack
    ? {
        zh: `平台的手續費退到商戶 ${uid} 的可用餘額，其帳務明細會列出原因。`,
        en: `Credited to ${uid}'s available balance from platform fees. The reason appears in its ledger.`,
      }
    : {
        zh: `自商戶 ${uid} 的可用餘額另收平台手續費，其帳務明細會列出原因。`,
        en: `Charged to ${uid}'s available balance as a platform fee. The reason appears in its ledger.`,
      }
}

// The call's default, if the request leaves it out.
function grace(body: Members): Meaning {
  const seconds = Number(text(body.grace_seconds) || '86400')
  if (seconds === 0) return { zh: '立即', en: 'at once' }
  const hours = seconds / 3600
  if (!Number.isInteger(hours)) return { zh: ` ${seconds} 秒後`, en: `after ${seconds} seconds` }
  return { zh: ` ${hours} 小時後`, en: hours === 1 ? 'after an hour' : `after ${hours} hours` }
}
