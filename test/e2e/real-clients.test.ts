import { randomUUID } from 'node:crypto'
import Tenpay from 'tenpay'
import { expect, inject, test } from 'vitest'
import { WeChatPay } from 'wechatpay'
import { send } from '../../scripts/demo/http.ts'

// Two published packages that sign as §5.3 says.

const signers = {
  tenpay: (fields: object, partnerKey: string) =>
    new Tenpay({ appid: 'a', mchid: 'm', partnerKey })._getSign({ ...fields }, 'MD5'),
  wechatpay: (fields: object, partner_key: string) =>
    new WeChatPay({ appid: 'a', mch_id: 'm', partner_key }).getSign({ ...fields }),
}

test.each(Object.entries(signers))(
  'a collection signed by %s is accepted (§5.3)',
  async (_name, sign) => {
    const uid = `R${randomUUID().slice(0, 12)}`
    const merchant = JSON.stringify({ uid, name: 'Real client' })
    const created = await send('POST', `${inject('backofficeUrl')}/api/merchants`, merchant)
    const fields = {
      uid,
      timestamp: Math.floor(Date.now() / 1000),
      orderid: randomUUID(),
      amount: 100.5,
      user_name: '王小明',
      notify_url: 'https://shop.example/notify?a=1&b=2',
      channel: '',
      Zeta: 'z',
      _x: 'u',
    }
    const ask = (secret: string) => {
      const body = JSON.stringify({ ...fields, sign: sign(fields, secret) })
      return send('POST', `${inject('payUrl')}/api/v1/merchant/collections`, body)
    }
    expect((await ask('another secret')).body.error).toBe('signature_error')
    expect(await ask(created.body.api_secret)).toMatchObject({ status: 200, body: { ok: 1 } })
  },
)
