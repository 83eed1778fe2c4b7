import * as z from 'zod'
import { get } from '../call.ts'
import { meaning, money, shape } from '../shapes.ts'

const count = z.int()

const serviceView = shape(
  'Service',
  z.strictObject({
    merchant_api: meaning(
      z.string().nullable(),
      '商戶 API 的網址；本機未設定時為 null',
      'Address of the merchant API; null if not set, for local use',
    ),
    databases: count,
    approvals: z.strictObject({
      on: meaning(z.boolean(), '是否須第二人核准', 'Whether calls wait for a second person'),
      from: meaning(
        money.nullable(),
        '自此金額起須核准；null 為金額不論多少皆不須核准',
        'The amount from which moves of money need approval; null: no amount by itself needs approval',
      ),
    }),
  }),
)

const checkValue = z.string()

const keysView = shape(
  'Keys',
  z.strictObject({
    secrets_key: z.strictObject({
      seals_with: meaning(
        checkValue,
        '加密商戶金鑰的主金鑰之檢查值',
        'Check value of the key that encrypts merchants’ secrets',
      ),
      reads_also: meaning(
        z.array(checkValue),
        '亦可解密的其他主金鑰之檢查值',
        'Check values of other keys that can decrypt them',
      ),
    }),
    link_signing_key: z.strictObject({
      signs_with: meaning(
        checkValue,
        '簽署付款連結的金鑰之檢查值',
        'Check value of the key that signs payment links',
      ),
      accepts_also: meaning(
        z.array(checkValue),
        '其簽章亦被接受的其他金鑰之檢查值',
        'Check values of other keys whose signatures are accepted',
      ),
      signs_live_seconds: meaning(
        count,
        '付款連結的簽章最長有效秒數',
        'Longest validity of a link’s signature, in seconds',
      ),
    }),
    unusable: meaning(z.array(z.string()), '內容不是金鑰的設定', 'Settings that contain no key'),
    counted_up_to: meaning(count, '每把金鑰的計數上限', 'Counting limit for each key'),
    databases: z.array(
      z.strictObject({
        database: count,
        under_other_keys: meaning(
          count.nullable(),
          '仍以其他主金鑰加密的商戶金鑰數；資料庫未回應時為 null',
          'Secrets still encrypted under other keys; null if the database does not answer',
        ),
        unreadable: meaning(
          count.nullable(),
          '無法解密的商戶金鑰數：其主金鑰不在此部署中',
          'Secrets that cannot be decrypted: the deployment lacks their key',
        ),
      }),
    ),
  }),
)

export const deploymentCalls = {
  showService: get('/service', {
    summary: { zh: '此部署的設定', en: 'Shows the settings of the deployment' },
    answer: serviceView,
  }),
  showKeys: get('/service/keys', {
    summary: { zh: '金鑰更換的進度', en: 'Shows the progress of a key rotation' },
    answer: keysView,
  }),
}
