import * as z from 'zod'
import { daySeconds } from '../../../units/clock.ts'
import { problem } from '../../../units/language.ts'
import { webAddressProblem } from '../../../units/web-address.ts'
import { get, patch, post } from '../call.ts'
import { autoChoices } from '../states.ts'
import { line, listOrder, pageOfScope } from '../values.ts'
import { merchantList, merchantView, newMerchantView, newSecretView } from './merchant-views.ts'

const supportUrl = z
  .string()
  .max(255)
  .refine((text) => text === '' || webAddressProblem(text) === null, {
    message: problem(
      '必須是完整的 http 或 https 網址，不可包含空白或帳號密碼',
      'Must be a complete http or https URL without spaces, user name or password',
    ),
  })

/** The payee that members see, and where they find help; null for the merchant's name. */
const display = z.strictObject({ name: line(120), support_url: supportUrl.default('') }).nullable()

const merchantSettings = z.strictObject({
  trusted: z.boolean().optional(),
  payout_requires_balance: z.boolean().optional(),
  callback_vocabulary: z.enum(['current', 'legacy']).optional(),
  collection_events: z.enum(['completed', 'all']).optional(),
  legacy_signature: z.boolean().optional(),
  rate_limit: z.enum(['standard', 'high', 'off']).optional(),
  display: display.optional(),
  auto: z.enum(autoChoices).optional(),
  auto_withdrawal: z
    .strictObject({ minimum: z.int().min(0).max(9_999_999_999) })
    .nullable()
    .optional(),
})

const allowList = z.array(z.string().max(64)).max(200)

/** `POST /api/merchants` */
export const newMerchant = z.strictObject({
  uid: z
    .string()
    .regex(
      /^[A-Za-z0-9_.-]{1,20}$/,
      problem(
        '必須是 1 到 20 個英數字元、底線、點或連字號',
        'Must be 1 to 20 letters, digits, underscores, dots or hyphens',
      ),
    )
    // In an address these are path steps, so no call or page could name the merchant.
    .refine(
      (uid) => !/^\.{1,2}$/.test(uid),
      problem('不可只是一個或兩個點', 'Must not be just one or two dots'),
    ),
  name: line(120),
  ip_whitelist: allowList.optional(),
  settings: merchantSettings.optional(),
  // The number of the database for the merchant's records; by default the deployment's last one.
  database: z.int().min(0).max(14).optional(),
  // Whether it is a test merchant; never changes.
  test: z.boolean().optional(),
})

export type NewMerchant = z.output<typeof newMerchant>

/** `PATCH /api/merchants/:uid` */
export const merchantPatch = z.strictObject({
  name: line(120).optional(),
  enabled: z.boolean().optional(),
  ip_whitelist: allowList.optional(),
  settings: merchantSettings.optional(),
  test: z
    .never(
      problem(
        '建立後不能更改；請以另一個 uid 建立商戶',
        'Cannot be changed after creation; create a merchant with another uid',
      ),
    )
    .optional(),
})

export type MerchantPatch = z.output<typeof merchantPatch>

/** `POST /api/merchants/:uid/secret` */
export const secretRotation = z.strictObject({
  grace_seconds: z.int().min(0).max(604_800).default(daySeconds),
})

/** `GET /api/merchants` */
const merchantPage = pageOfScope.extend({
  order: listOrder,
  // Asks for each merchant's balance.
  balances: z.literal('1').optional(),
})

export type MerchantPage = z.output<typeof merchantPage>

export const merchantCalls = {
  createMerchant: post('/merchants', {
    summary: {
      zh: '建立商戶；金鑰只在此回應顯示',
      en: 'Creates a merchant and returns its secret, which no other answer shows',
    },
    body: newMerchant,
    status: 201,
    answer: newMerchantView,
    waits: true,
  }),
  listMerchants: get('/merchants', {
    summary: { zh: '商戶清單，預設由舊到新', en: 'Lists merchants, oldest first by default' },
    query: merchantPage,
    answer: merchantList,
  }),
  showMerchant: get('/merchants/:uid', {
    summary: { zh: '一個商戶，不含金鑰', en: 'Shows a merchant without its secrets' },
    answer: merchantView,
  }),
  patchMerchant: patch('/merchants/:uid', {
    summary: { zh: '更改商戶的指定欄位', en: 'Changes the fields sent of a merchant' },
    body: merchantPatch,
    answer: merchantView,
    waits: true,
  }),
  rotateSecret: post('/merchants/:uid/secret', {
    summary: {
      zh: '產生新金鑰；舊金鑰在 grace_seconds 內仍有效',
      en: 'Creates a new secret; the one in use stays valid for grace_seconds',
    },
    notes: {
      zh: '至多兩組金鑰有效：比使用中更早的金鑰立即失效。若最新的金鑰尚未使用，由新金鑰取代，使用中的金鑰到期時間不變',
      en:
        'At most two secrets are valid: any secret older than the one in use is revoked at once. If the newest ' +
        'secret was never used, the new one replaces it, and the expiry of the older one does not change',
    },
    body: secretRotation,
    answer: newSecretView,
    waits: true,
  }),
}
