// The used parts of two published payment clients without types.

declare module 'tenpay' {
  export default class Tenpay {
    constructor(config: { appid: string; mchid: string; partnerKey: string })
    /** Signs by MD5 with `&key=`. */
    _getSign(parameters: Readonly<Record<string, unknown>>, type: 'MD5'): string
  }
}

declare module 'wechatpay' {
  export class WeChatPay {
    constructor(config: { appid: string; mch_id: string; partner_key: string })
    /** Signs by MD5 with `&key=`. */
    getSign(parameters: Readonly<Record<string, unknown>>): string
  }
}
