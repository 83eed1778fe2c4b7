// Written by `npm run types` from the contract: change it there.

/** The `error` of a refused request. A later version of the service may have more. */
export type RefusalCode = 'merchant_not_enabled' | 'ip_not_allowed' | 'timestamp_out_of_range' | 'signature_error' | 'validation_error' | 'channel_not_available' | 'amount_not_allowed' | 'duplicate_merchant_order_no' | 'duplicate_orderid' | 'order_not_found' | 'duplicate_serial_no' | 'insufficient_balance' | 'callback_not_available' | 'amount_not_whole' | 'settlement_account_missing' | 'withdrawal_waiting' | 'below_minimum' | 'insufficient_withdrawable' | 'statement_not_found' | 'sandbox_only' | 'outcome_not_possible' | 'not_found' | 'method_not_allowed' | 'body_too_large' | 'unsupported_media_type' | 'too_many_requests' | 'internal_error' | 'unavailable' | (string & {})

/** What each answer of a call that is done has besides. */
export type Success = {
  /** 1 on success. */
  readonly ok: 1
  /** success. */
  readonly message: 'success'
  /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
  readonly ignored_fields?: readonly (string)[]
}

/** Each call: what it takes beside `uid`, `timestamp` and `sign`, and what it answers. */
export interface Operations {
  /** List available payment channels. */
  listPaymentChannels: {
    request: Record<string, never>
    answer: Success & {
      /** Fields of the response. */
      readonly data: {
        /** Available channels. */
        readonly channels: readonly ({
          /** Channel code. */
          readonly code: string
          /** Channel name. */
          readonly name: string
          /** Kind of channel: a redirect. */
          readonly type: 'redirect'
          /** HTTP method of the redirect. */
          readonly method: 'GET'
          /** Currency. */
          readonly currency: 'TWD'
        })[]
      }
    }
  }
  /** List payment amounts. */
  getPaymentAmounts: {
    request: Record<string, never>
    answer: Success & {
      /** Fields of the response. */
      readonly data: {
        /** Currency. */
        readonly currency: 'TWD'
        /** Fixed amounts. */
        readonly fixed_amounts: readonly (number)[]
        /** Whether a custom amount is allowed. */
        readonly allow_custom: boolean
        /** Minimum custom amount. */
        readonly custom_min: number
        /** Maximum custom amount. */
        readonly custom_max: number
        /** Path for creating a link for a set amount. */
        readonly payment_link_endpoint: string
      }
    }
  }
  /** Create a link for a set amount. */
  createAmountLink: {
    request: {
      /** Payment channel code. There is only one: leave it out. <exchange> stands for the code of the exchange; payment-channels returns the full value. */
      channel?: string
      /** Your order number. A retry with the same content returns the same link. */
      merchant_order_no: string
      /** Your ID of the member. */
      member_no: string
      /** Name of the member. */
      member_name: string
      /** Login of the member. */
      member_account?: string
      /** Phone number of the member. */
      member_phone?: string
      /** Name of the payer. */
      payer_name?: string
      /** Bank of the payer. */
      payer_bank_name?: string
      /** Bank code of the payer. */
      payer_bank_code?: string
      /** Full bank account of the payer. */
      payer_account_no?: string
      /** Last five digits of the bank account of the payer. Defaults to those of payer_account_no; if you send both, they must agree. */
      payer_account_last5?: string
      /** URL that receives the callback when the collection completes. */
      notify_url: string
      /** URL to which the member can return; the payment pages link to it in every state. */
      return_url?: string
      /** Custom data: a JSON object, at most 8 KiB. */
      extra?: Readonly<Record<string, unknown>> | string
      /** Amount in whole TWD: a fixed amount, or within the custom range. */
      amount: number | string
    }
    answer: Success & {
      /** URL to redirect the member to. */
      readonly url: string
      /** Same as `url`. */
      readonly redirect_url: string
      /** Same as `url`. */
      readonly payment_url: string
      /** Short URL of the page on which the member waits and pays. */
      readonly wait_url: string
      /** HTTP method of the redirect, always `GET`. */
      readonly method: 'GET'
      /** Order amount. */
      readonly amount: number
      /** `fixed` for a fixed amount, `custom` for one in the custom range. */
      readonly amount_mode: 'fixed' | 'custom'
      /** Fields of the response. */
      readonly data: {
        /** URL to redirect the member to. */
        readonly url: string
        /** Same as `url`. */
        readonly redirect_url: string
        /** Same as `url`. */
        readonly payment_url: string
        /** HTTP method of the redirect, always `GET`. */
        readonly method: 'GET'
        /** Payment channel. */
        readonly channel: {
          /** Channel code. */
          readonly code: string
          /** Channel name. */
          readonly name: string
          /** Kind of channel. */
          readonly type: 'redirect'
          /** HTTP method of the redirect, always `GET`. */
          readonly method: 'GET'
        }
        /** Merchant order number. */
        readonly merchant_order_no: string
        /** ID of this link’s payment flow. */
        readonly third_party_session: string
        /** Current expiry of the link. It moves later when the member submits an amount, and when a receiving account is assigned. */
        readonly expires_at: string
        /** Callbacks that you will receive. */
        readonly callback: {
          /** URL that receives the callback when the collection completes. */
          readonly notify_url: string
          /** Text with which you acknowledge a callback. */
          readonly return_success_body: 'success'
          /** Events for which you receive a callback, depending on your `collection_events`. */
          readonly events: readonly ('collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed')[]
        }
        /** Short URL of the page on which the member waits and pays. */
        readonly wait_url: string
        /** Where to redirect the member. */
        readonly redirect: {
          /** HTTP method of the redirect, always `GET`. */
          readonly method: 'GET'
          /** URL to redirect the member to. */
          readonly url: string
        }
        /** Collection number, assigned by the platform. */
        readonly orderid: string
        /** Platform transaction number. */
        readonly trade_no: string
      }
    }
  }
  /** Create a link for an open amount. */
  createPaymentLink: {
    request: {
      /** Payment channel code. There is only one: leave it out. <exchange> stands for the code of the exchange; payment-channels returns the full value. */
      channel?: string
      /** Your order number. A retry with the same content returns the same link. */
      merchant_order_no: string
      /** Your ID of the member. */
      member_no: string
      /** Name of the member. */
      member_name: string
      /** Login of the member. */
      member_account?: string
      /** Phone number of the member. */
      member_phone?: string
      /** Name of the payer. */
      payer_name?: string
      /** Bank of the payer. */
      payer_bank_name?: string
      /** Bank code of the payer. */
      payer_bank_code?: string
      /** Full bank account of the payer. */
      payer_account_no?: string
      /** Last five digits of the bank account of the payer. Defaults to those of payer_account_no; if you send both, they must agree. */
      payer_account_last5?: string
      /** URL that receives the callback when the collection completes. */
      notify_url: string
      /** URL to which the member can return; the payment pages link to it in every state. */
      return_url?: string
      /** Custom data: a JSON object, at most 8 KiB. */
      extra?: Readonly<Record<string, unknown>> | string
      /** Member e-mail. */
      member_email?: string
    }
    answer: Success & {
      /** URL to redirect the member to. */
      readonly url: string
      /** Same as `url`. */
      readonly redirect_url: string
      /** Same as `url`. */
      readonly payment_url: string
      /** HTTP method of the redirect, always `GET`. */
      readonly method: 'GET'
      /** `null`: the member has not chosen it yet. */
      readonly amount: null
      /** `null`, like the amount. */
      readonly amount_mode: null
      /** Fields of the response. */
      readonly data: {
        /** URL to redirect the member to. */
        readonly url: string
        /** Same as `url`. */
        readonly redirect_url: string
        /** Same as `url`. */
        readonly payment_url: string
        /** HTTP method of the redirect, always `GET`. */
        readonly method: 'GET'
        /** Payment channel. */
        readonly channel: {
          /** Channel code. */
          readonly code: string
          /** Channel name. */
          readonly name: string
          /** Kind of channel. */
          readonly type: 'redirect'
          /** HTTP method of the redirect, always `GET`. */
          readonly method: 'GET'
        }
        /** Merchant order number. */
        readonly merchant_order_no: string
        /** ID of this link’s payment flow. */
        readonly third_party_session: string
        /** Current expiry of the link. It moves later when the member submits an amount, and when a receiving account is assigned. */
        readonly expires_at: string
        /** Callbacks that you will receive. */
        readonly callback: {
          /** URL that receives the callback when the collection completes. */
          readonly notify_url: string
          /** Text with which you acknowledge a callback. */
          readonly return_success_body: 'success'
          /** Events for which you receive a callback, depending on your `collection_events`. */
          readonly events: readonly ('collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed')[]
        }
        /** Where to redirect the member. */
        readonly redirect: {
          /** HTTP method of the redirect, always `GET`. */
          readonly method: 'GET'
          /** URL to redirect the member to. */
          readonly url: string
          /** Parameters of the redirect URL; you do not need to build them. */
          readonly query_params: {
            /** Merchant order number. */
            readonly third_party_order_no: string
            /** Member number. */
            readonly user_no: string
            /** Name of the member. */
            readonly user_name: string
            /** Login of the member. */
            readonly user_account: string
            /** Bank of the payer. */
            readonly customer_bank_name: string
            /** Bank account of the payer. */
            readonly customer_bank_account: string
            /** Last five digits of the payer account. */
            readonly payer_account_last5: string
            /** Same as payer_account_last5. */
            readonly payeeAccountNumber: string
            /** URL that receives the callback when the collection completes. */
            readonly notify_url: string
            /** Signature of these parameters, made by the service. */
            readonly link_sign: string
          }
        }
      }
    }
  }
  /** Create a collection. */
  createCollection: {
    request: {
      /** Collection number, unique per merchant. */
      orderid: string
      /** Your order number. */
      merchant_order_no?: string
      /** Gateway code, stored for reference only. Leave it out. */
      gateway_code?: string
      /** Your own label: the balance and the ledger show totals by it. It does not affect the payment. */
      channel?: string
      /** Currency: only TWD, upper or lower case. */
      currency?: string
      /** Collection amount in TWD. */
      amount: number | string
      /** Amount paid. If `status` is `succeeded` or `manual`, it defaults to `amount`. */
      paid_amount?: number | string
      /** Do not send it: `succeeded` or `manual` declares money that you have already received. */
      status?: 'pending' | 'succeeded' | 'manual'
      /** State of matching to a receiving account. Do not send it. */
      collection_status?: 'pending' | 'matched' | 'exception'
      /** Account holder of the receiving account, which belongs to the platform. */
      collection_account_name?: string
      /** Number of the receiving account. */
      collection_account_no?: string
      /** Bank of the receiving account. */
      collection_bank_name?: string
      /** Bank account of the payer. Its last five digits help to match the deposit. */
      counterparty_account?: string
      /** Bank of the payer. */
      member_bank_name?: string
      /** Your ID of the member. */
      user_id?: string
      /** Name of the member. */
      user_name?: string
      /** URL that receives the callbacks. */
      notify_url?: string
      /** URL to which the payer returns after paying. */
      return_url?: string
      /** Time of payment. Used only if `status` is `succeeded` or `manual`. */
      paid_at?: string
      /** Custom data: a JSON object or a string, at most 8 KiB. */
      extra?: Readonly<Record<string, unknown>> | string
    }
    answer: Success & {
      /** Fields of the response. */
      readonly data: {
        /** Internal number of the platform. */
        readonly id: number
        /** Collection number, unique per merchant. */
        readonly orderid: string
        /** Your order number. */
        readonly merchant_order_no: string
        /** Order status. */
        readonly status: 'pending' | 'succeeded' | 'manual'
        /** Order amount. */
        readonly amount: number
        /** Amount paid; 0 until it is paid. */
        readonly paid_amount: number
        /** Number of the receiving account. Empty until one is assigned, and while the bank has frozen it. */
        readonly payment_bank_account: string
        /** Bank account of the payer. */
        readonly counterparty_account: string
        /** Platform transaction number. */
        readonly trade_no: string
      }
    }
  }
  /** Query a collection. */
  getCollection: {
    request: {
      /** Collection number. */
      orderid?: string
      /** Your order number. */
      merchant_order_no?: string
      /** The v6.0 name of trade_no. */
      tradeNo?: string
      /** Platform transaction number. */
      trade_no?: string
      /** The v6.0 name of orderid or merchant_order_no. */
      orderNo?: string
    }
    answer: Success & {
      /** 0 on success. */
      readonly code: 0
      /** Same as `message`. */
      readonly text: string
      /** Outcome of the order. Base your decisions on this field. */
      readonly status: 'PENDING' | 'PAID' | 'MANUAL PAID' | 'EXCEPTION'
      /** Amount paid; 0 until the order is final. */
      readonly paid: number
      /** Same as data.trade_no, under its v6.0 name. */
      readonly tradeNo: string
      /** Same as data.merchant_order_no, under its v6.0 name. */
      readonly orderNo: string
      /** Fields of the response. */
      readonly data: {
        /** Internal number of the platform. */
        readonly id: number
        /** Your merchant ID, from the platform. */
        readonly uid: string
        /** Platform transaction number. */
        readonly trade_no: string
        /** Collection number. */
        readonly orderid: string
        /** Your order number. */
        readonly merchant_order_no: string
        /** Gateway code. */
        readonly gateway_code: string
        /** Your own label. */
        readonly channel: string
        /** Currency: only TWD, upper or lower case. */
        readonly currency: string
        /** Order amount. */
        readonly amount: number
        /** Amount paid, which may differ from `amount`. Credit this amount. */
        readonly paid_amount: number
        /** Same as data.status. */
        readonly system_status: 'pending' | 'succeeded' | 'manual'
        /** Current state. To decide the outcome, use the top-level `status`. */
        readonly status: 'pending' | 'succeeded' | 'manual'
        /** Whether a receiving account is assigned; not whether it is paid. */
        readonly collection_status: 'pending' | 'matched' | 'exception'
        /** Whether the platform has confirmed money you declared; `none` if nothing was declared. */
        readonly confirmation: 'none' | 'awaiting' | 'accepted' | 'rejected'
        /** Account holder of the receiving account, which belongs to the platform. */
        readonly collection_account_name: string
        /** Number of the receiving account. */
        readonly collection_account_no: string
        /** Bank of the receiving account. */
        readonly collection_bank_name: string
        /** Number of the receiving account. Empty until one is assigned, and while the bank has frozen it. */
        readonly payment_bank_account: string
        /** Bank account of the payer. */
        readonly counterparty_account: string
        /** Bank of the payer. */
        readonly member_bank_name: string
        /** Your ID of the member. */
        readonly user_id: string
        /** Name of the member. */
        readonly user_name: string
        /** URL that receives the callbacks. */
        readonly notify_url: string
        /** URL to which the payer returns after paying. */
        readonly return_url: string
        /** Time of payment. */
        readonly paid_at: string | null
        /** Reason for the exception, rejection or reversal, or an empty string. account_frozen: the bank has frozen the receiving account. */
        readonly reason: string
        /** The platform’s fee; for a pending payout, the fee that is frozen; `null` while nothing is paid. Present only if you have fee rates. */
        readonly fee?: number | null
        /** Time of creation. */
        readonly created_at: string
        /** Custom data, as you sent it. */
        readonly extra: string | Readonly<Record<string, unknown>>
        /** Delivery status of the callback. */
        readonly callback_status: 'none' | 'pending' | 'success' | 'failed'
        /** Delivery of the callback. */
        readonly callback: {
          /** Number of attempts so far. */
          readonly attempts: number
          /** Time of the last attempt. */
          readonly last_attempt_at: string | null
          /** Outcome of the last attempt. */
          readonly last_outcome: 'delivered' | 'blocked_address' | 'timeout' | 'network' | 'dns' | 'refused' | 'tls' | 'http_3xx' | 'http_4xx' | 'http_5xx' | 'wrong_answer' | null
          /** HTTP status of your response to the last attempt. */
          readonly last_http_status: number | null
          /** Time of the next attempt. */
          readonly next_attempt_at: string | null
        }
      }
    }
  }
  /** Create a payout. */
  createPayout: {
    request: {
      /** Your payout number, unique per merchant. */
      serial_no: string
      /** Your order number. */
      merchant_order_no?: string
      /** Your own label, with no effect on the payout. */
      channel?: string
      /** Payout amount in TWD. */
      amount: number | string
      /** Amount to report as paid out. Do not send it. */
      actual_amount?: number | string
      /** Do not send it: `processed` debits your balance at once, but the platform sends no money. `success` and `succeeded` mean `processed`; `failed` and `rejected` mean `cancelled`. */
      status?: 'pending' | 'processed' | 'cancelled' | 'success' | 'succeeded' | 'failed' | 'rejected'
      /** Name of the payee. */
      payee_name: string
      /** Bank of the payee. Without it, the money cannot be sent. */
      payee_bank?: string
      /** Bank account of the payee. Without it, the money cannot be sent. */
      payee_account?: string
      /** Your own tag, stored for reference only. */
      payment_tag?: string
      /** Name of the beneficiary, if it differs from the payee. */
      beneficiary_name?: string
      /** Time of your request. Defaults to the current time. */
      requested_at?: string
      /** Time of processing. Ignored if `status` is `pending`. */
      processed_at?: string
      /** Voucher number of the transfer. */
      voucher_no?: string
      /** Your note, stored for reference only. */
      note?: string
      /** Whether processing is delayed; stored for reference only. */
      is_delayed?: boolean
      /** URL that receives the callback when the payout completes. */
      notify_url?: string
      /** URL that receives the callback when the payout fails, is cancelled or is returned. Defaults to notify_url. */
      reverse_url?: string
      /** Custom data: a JSON object or a string, at most 8 KiB. */
      extra?: Readonly<Record<string, unknown>> | string
    }
    answer: Success & {
      /** Fields of the response. */
      readonly data: {
        /** Internal number of the platform. */
        readonly id: number
        /** Your payout number, unique per merchant. */
        readonly serial_no: string
        /** Your order number. */
        readonly merchant_order_no: string
        /** Order status. */
        readonly status: 'pending' | 'processed' | 'cancelled'
        /** Order amount. */
        readonly amount: number
        /** Platform transaction number. */
        readonly trade_no: string
      }
    }
  }
  /** Query a payout. */
  getPayout: {
    request: {
      /** Your payout number. */
      serial_no?: string
      /** Your order number. */
      merchant_order_no?: string
      /** The v6.0 name of trade_no. */
      tradeNo?: string
      /** Platform transaction number. */
      trade_no?: string
      /** The v6.0 name of serial_no or merchant_order_no. */
      orderNo?: string
    }
    answer: Success & {
      /** 0 on success. */
      readonly code: 0
      /** Same as `message`. */
      readonly text: string
      /** Outcome of the order. Base your decisions on this field. */
      readonly status: 'PENDING' | 'PAID' | 'CANCELLED'
      /** Amount paid; 0 until the order is final. */
      readonly paid: number
      /** Same as data.trade_no, under its v6.0 name. */
      readonly tradeNo: string
      /** Same as data.merchant_order_no, under its v6.0 name. */
      readonly orderNo: string
      /** Fields of the response. */
      readonly data: {
        /** Internal number of the platform. */
        readonly id: number
        /** Your merchant ID, from the platform. */
        readonly uid: string
        /** Platform transaction number. */
        readonly trade_no: string
        /** `withdrawal`; absent for other payouts. */
        readonly kind?: 'withdrawal'
        /** Your payout number. */
        readonly serial_no: string
        /** Your order number. */
        readonly merchant_order_no: string
        /** Your own label. */
        readonly channel: string
        /** Order amount. */
        readonly amount: number
        /** Amount paid out; while pending, the amount expected; 0 if cancelled. */
        readonly actual_amount: number
        /** Same as data.status. */
        readonly system_status: 'pending' | 'processed' | 'cancelled'
        /** Current state. To decide the outcome, use the top-level `status`. */
        readonly status: 'pending' | 'processed' | 'cancelled'
        /** Name of the payee. */
        readonly payee_name: string
        /** Bank of the payee. */
        readonly payee_bank: string
        /** Bank account of the payee. */
        readonly payee_account: string
        /** Your own tag, stored for reference only. */
        readonly payment_tag: string
        /** Name of the beneficiary, if it differs from the payee. */
        readonly beneficiary_name: string
        /** Time of your request. */
        readonly requested_at: string
        /** Time at which it was processed or cancelled. */
        readonly processed_at: string | null
        /** Voucher number of the transfer. */
        readonly voucher_no: string
        /** Your note, stored for reference only. */
        readonly note: string
        /** Reason for the cancellation or return, or an empty string. */
        readonly reason: string
        /** Whether processing is delayed; stored for reference only. */
        readonly is_delayed: boolean
        /** URL that receives the callback when the payout completes. */
        readonly notify_url: string
        /** URL that receives the callback when the payout fails, is cancelled or is returned. Defaults to notify_url. */
        readonly reverse_url: string
        /** The platform’s fee; for a pending payout, the fee that is frozen; `null` while nothing is paid. Present only if you have fee rates. */
        readonly fee?: number | null
        /** Time of creation. */
        readonly created_at: string
        /** Custom data, as you sent it. */
        readonly extra: string | Readonly<Record<string, unknown>>
        /** Delivery status of the callback. */
        readonly callback_status: 'none' | 'pending' | 'success' | 'failed'
        /** Delivery of the callback. */
        readonly callback: {
          /** Number of attempts so far. */
          readonly attempts: number
          /** Time of the last attempt. */
          readonly last_attempt_at: string | null
          /** Outcome of the last attempt. */
          readonly last_outcome: 'delivered' | 'blocked_address' | 'timeout' | 'network' | 'dns' | 'refused' | 'tls' | 'http_3xx' | 'http_4xx' | 'http_5xx' | 'wrong_answer' | null
          /** HTTP status of your response to the last attempt. */
          readonly last_http_status: number | null
          /** Time of the next attempt. */
          readonly next_attempt_at: string | null
        }
      }
    }
  }
  /** Query the balance. */
  getBalance: {
    request: Record<string, never>
    answer: Success & {
      /** Available balance. */
      readonly balance: number
      /** Total: available, frozen and unconfirmed. */
      readonly balance0: number
      /** Frozen amount. */
      readonly balance1: number
      /** Amount awaiting confirmation. */
      readonly balance2: number
      /** Fields of the response. */
      readonly data: {
        /** Totals. */
        readonly summary: {
          /** Collections, by status. */
          readonly collection: {
            /** Pending. */
            readonly pending: {
              /** Number of orders. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
            /** Paid. */
            readonly succeeded: {
              /** Number of orders. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
            /** Settled manually. */
            readonly manual: {
              /** Number of orders. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
          }
          /** Payouts, by status. */
          readonly payout: {
            /** Pending. */
            readonly pending: {
              /** Number of orders. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
            /** Processed. */
            readonly processed: {
              /** Number of orders. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
            /** Cancelled. */
            readonly cancelled: {
              /** Number of orders. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
          }
          /** Available balance. */
          readonly available: number
          /** Frozen amount (pending payouts). */
          readonly frozen: number
          /** Amount awaiting confirmation. */
          readonly unconfirmed: number
          /** Amount you can withdraw now. Present only if you have fee rates or a settlement account. */
          readonly withdrawable?: number
          /** Total of this month’s fees; refunds are negative. Present whenever `withdrawable` is. */
          readonly fees?: number
          /** Balance by channel. `other` holds collections without a channel; `代付` holds payouts and may be negative. */
          readonly channels: Readonly<Record<string, {
            /** Available balance. */
            readonly available: number
            /** Frozen amount (pending payouts). */
            readonly frozen: number
            /** Amount awaiting confirmation. */
            readonly unconfirmed: number
            /** Collections, paid or settled manually. */
            readonly collected: {
              /** Number of orders. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
            /** Processed payouts. */
            readonly paid_out: {
              /** Number of orders. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
          }>>
        }
      }
    }
  }
  /** List bank codes. */
  listBanks: {
    request: {
      /** Start of a bank code, or part of a name. */
      q?: string
    }
    answer: Success & {
      /** Banks. */
      readonly data: readonly ({
        /** Bank code. */
        readonly code: string
        /** Bank name. */
        readonly name: string
        /** Short name. */
        readonly short_name: string
        /** English name. */
        readonly english_name: string
        /** SWIFT code. */
        readonly swift: string
        /** Kind of institution: `bank` `foreign_bank` `credit_cooperative` `farmers_association` `fishermens_association` `electronic_payment` `post`. */
        readonly kind: string
      })[]
    }
  }
  /** Resend a callback. */
  resendCallback: {
    request: {
      /** Kind of order. */
      type: 'collection' | 'payout'
      /** Collection number, for a collection. */
      orderid?: string
      /** Payout number, for a payout. */
      serial_no?: string
      /** Your order number. */
      merchant_order_no?: string
      /** The v6.0 name of trade_no. */
      tradeNo?: string
      /** Platform transaction number. */
      trade_no?: string
      /** The v6.0 name of any of your three numbers. */
      orderNo?: string
    }
    answer: Success & {
      /** Fields of the response. */
      readonly data: {
        /** Callback ID, same as webhook-id. */
        readonly callback_id: string
        /** Kind of order. */
        readonly type: 'collection' | 'payout'
        /** Collection number, for a collection. */
        readonly orderid?: string
        /** Payout number, for a payout. */
        readonly serial_no?: string
        /** Callback URL. */
        readonly url: string
        /** Delivery status of the callback. */
        readonly callback_status: 'none' | 'pending' | 'success' | 'failed'
        /** Number of attempts so far. */
        readonly attempts: number
        /** Last attempt. */
        readonly last_attempt: {
          /** Time of the attempt. */
          readonly at: string
          /** Outcome of the attempt. */
          readonly outcome: string
          /** HTTP status of your response; `null` without one. */
          readonly http_status: number | null
        } | null
      }
    }
  }
  /** List products. */
  listProducts: {
    request: {
      /** Merchant UID; adds that merchant’s products. */
      merchant_uid?: string
    }
    answer: Success & {
      /** Products. */
      readonly items: readonly ({
        /** Product number. */
        readonly id: string
        /** Merchant UID; empty for the platform’s products. */
        readonly uid: string
        /** Product code (SKU). */
        readonly sku: string
        /** Product name. */
        readonly name: string
        /** Currency. */
        readonly currency: string
        /** Price in Hong Kong cents (HKD × 100). */
        readonly price_hkd_cents: number
      })[]
    }
  }
  /** Query the ledger. */
  queryLedger: {
    request: {
      /** First day (Taipei time); defaults to today. */
      from?: string
      /** Last day (Taipei time), inclusive; defaults to today. */
      to?: string
      /** next_cursor of the previous page. */
      cursor?: string
      /** Maximum items per page. */
      limit?: number
    }
    answer: Success & {
      /** Fields of the response. */
      readonly data: {
        /** Entries, oldest first. */
        readonly items: readonly ({
          /** Time at which it was booked. */
          readonly at: string
          /** Kind of entry; `adjustment` is one by the platform. */
          readonly type: 'collection' | 'payout' | 'adjustment'
          /** Collection number, or ID of the adjustment. Absent for payouts. */
          readonly orderid?: string
          /** Payout number. Only for payouts. */
          readonly serial_no?: string
          /** Your order number. */
          readonly merchant_order_no: string
          /** Platform transaction number; for an adjustment, that of the order it corrects, or an empty string. */
          readonly trade_no: string
          /** Event; see above. */
          readonly event: string
          /** Channel: `other` for a collection without one, `代付` for a payout. */
          readonly channel: string
          /** Balance that the amount leaves. */
          readonly bucket_from: 'outside' | 'available' | 'frozen' | 'unconfirmed' | 'fees'
          /** Balance that the amount enters. */
          readonly bucket_to: 'outside' | 'available' | 'frozen' | 'unconfirmed' | 'fees'
          /** Amount, always positive. */
          readonly amount: number
          /** The platform’s fee, which is subtracted from bucket_to, or from bucket_from if bucket_to is `outside`; negative if refunded. Present only if you have fee rates. */
          readonly fee?: number
          /** Reason for the rejection, reversal, return, cancellation or adjustment, or an empty string. */
          readonly reason: string
        })[]
        /** Cursor of the next page; `null` on the last page. */
        readonly next_cursor: string | null
        /** Opening balances. */
        readonly opening: {
          /** Available balance. */
          readonly available: number
          /** Frozen amount (pending payouts). */
          readonly frozen: number
          /** Amount awaiting confirmation. */
          readonly unconfirmed: number
        }
        /** Closing balances. */
        readonly closing: {
          /** Available balance. */
          readonly available: number
          /** Frozen amount (pending payouts). */
          readonly frozen: number
          /** Amount awaiting confirmation. */
          readonly unconfirmed: number
        }
      }
    }
  }
  /** Query your fee rates. */
  getPricing: {
    request: Record<string, never>
    answer: Success & {
      /** Fields of the response. */
      readonly data: {
        /** Rates in force. */
        readonly pricing: {
          /** Fee rate for collections. */
          readonly collection: {
            /** Rate in parts per million of the amount: 15000 is 1.5%. */
            readonly rate_ppm: number
            /** Fixed fee per order, added to the rate. */
            readonly fixed: number
            /** Minimum fee per order. */
            readonly min: number
            /** Maximum fee per order; `null` for no maximum. */
            readonly max: number | null
          }
          /** Fee rate for payouts. */
          readonly payout: {
            /** Rate in parts per million of the amount: 15000 is 1.5%. */
            readonly rate_ppm: number
            /** Fixed fee per order, added to the rate. */
            readonly fixed: number
            /** Minimum fee per order. */
            readonly min: number
            /** Maximum fee per order; `null` for no maximum. */
            readonly max: number | null
          }
          /** Fee rate for withdrawals. */
          readonly withdrawal: {
            /** Rate in parts per million of the amount: 15000 is 1.5%. */
            readonly rate_ppm: number
            /** Fixed fee per order, added to the rate. */
            readonly fixed: number
            /** Minimum fee per order. */
            readonly min: number
            /** Maximum fee per order; `null` for no maximum. */
            readonly max: number | null
          }
          /** Whether the fee is refunded (`return`) or not (`keep`) when money was sent back. For an order that was matched by mistake, it is always refunded. */
          readonly fee_on_reversal: 'return' | 'keep'
          /** Days until a collection can be withdrawn. */
          readonly settle_after_days: number
          /** Minimum amount of a withdrawal, in TWD. */
          readonly minimum_withdrawal: number
        }
        /** Version of the rates; 0 if you have none. */
        readonly version: number
        /** Rates that follow; `null` if none are planned. */
        readonly next: {
          /** Rates that follow. */
          readonly pricing: {
            /** Fee rate for collections. */
            readonly collection: {
              /** Rate in parts per million of the amount: 15000 is 1.5%. */
              readonly rate_ppm: number
              /** Fixed fee per order, added to the rate. */
              readonly fixed: number
              /** Minimum fee per order. */
              readonly min: number
              /** Maximum fee per order; `null` for no maximum. */
              readonly max: number | null
            }
            /** Fee rate for payouts. */
            readonly payout: {
              /** Rate in parts per million of the amount: 15000 is 1.5%. */
              readonly rate_ppm: number
              /** Fixed fee per order, added to the rate. */
              readonly fixed: number
              /** Minimum fee per order. */
              readonly min: number
              /** Maximum fee per order; `null` for no maximum. */
              readonly max: number | null
            }
            /** Fee rate for withdrawals. */
            readonly withdrawal: {
              /** Rate in parts per million of the amount: 15000 is 1.5%. */
              readonly rate_ppm: number
              /** Fixed fee per order, added to the rate. */
              readonly fixed: number
              /** Minimum fee per order. */
              readonly min: number
              /** Maximum fee per order; `null` for no maximum. */
              readonly max: number | null
            }
            /** Whether the fee is refunded (`return`) or not (`keep`) when money was sent back. For an order that was matched by mistake, it is always refunded. */
            readonly fee_on_reversal: 'return' | 'keep'
            /** Days until a collection can be withdrawn. */
            readonly settle_after_days: number
            /** Minimum amount of a withdrawal, in TWD. */
            readonly minimum_withdrawal: number
          }
          /** Version of the rates. */
          readonly version: number
          /** Time from which they apply. */
          readonly valid_from: string
        } | null
      }
    }
  }
  /** Withdraw. */
  createWithdrawal: {
    request: {
      /** Your number of the withdrawal, unique among your payouts. */
      serial_no: string
      /** Amount in whole TWD, or "all": the largest whole amount that can be withdrawn with its fee. */
      amount: number | string
      /** ID of the settlement account, from the platform. Defaults to your oldest one. */
      settlement_account?: number
      /** URL that receives the callback when it completes. */
      notify_url?: string
      /** URL that receives the callback when it fails, is cancelled or is returned. Defaults to notify_url. */
      reverse_url?: string
    }
    answer: Success & {
      /** Fields of the response. */
      readonly data: {
        /** Internal number of the platform. */
        readonly id: number
        /** Your number of the withdrawal, unique among your payouts. */
        readonly serial_no: string
        /** Same as serial_no. */
        readonly merchant_order_no: string
        /** Order status. */
        readonly status: 'pending' | 'processed' | 'cancelled'
        /** Amount withdrawn. */
        readonly amount: number
        /** Platform transaction number. */
        readonly trade_no: string
        /** Fee, frozen on top of the amount. */
        readonly fee: number
      }
    }
  }
  /** Query a statement. */
  getStatement: {
    request: {
      /** Number of the statement; defaults to the open one. */
      number?: number
    }
    answer: Success & {
      /** Fields of the response. */
      readonly data: {
        /** Statement number. */
        readonly number: number
        /** Whether it is open or closed. */
        readonly state: 'open' | 'closed'
        /** Time at which it was opened. */
        readonly opened_at: string
        /** Time at which it was closed; `null` while it is open. */
        readonly closed_at: string | null
        /** serial_no of the withdrawal that closed it; `null` while it is open. */
        readonly withdrawal: string | null
        /** Opening balances. */
        readonly opening: {
          /** Available balance. */
          readonly available: number
          /** Frozen amount (pending payouts). */
          readonly frozen: number
          /** Amount awaiting confirmation. */
          readonly unconfirmed: number
        }
        /** Collections less reversals. */
        readonly collections: number
        /** Payouts paid; negative. */
        readonly payouts: number
        /** Money returned from payouts and withdrawals. */
        readonly returned: number
        /** Withdrawals paid; negative. */
        readonly withdrawn: number
        /** Adjustments by the platform. */
        readonly corrections: number
        /** Fees; negative. */
        readonly fees: number
        /** Closing balances. */
        readonly closing: {
          /** Available balance. */
          readonly available: number
          /** Frozen amount (pending payouts). */
          readonly frozen: number
          /** Amount awaiting confirmation. */
          readonly unconfirmed: number
        }
      }
    }
  }
  /** List callbacks. */
  listCallbacks: {
    request: {
      /** Only callbacks of this kind of order. */
      type?: 'collection' | 'payout'
      /** Only the callback of this collection. */
      orderid?: string
      /** Only the callback of this payout. */
      serial_no?: string
      /** next_cursor of the previous page. */
      cursor?: string
      /** Maximum items per page. */
      limit?: number
    }
    answer: Success & {
      /** Fields of the response. */
      readonly data: {
        /** Callbacks, newest first. */
        readonly items: readonly ({
          /** Callback ID, same as webhook_id. */
          readonly callback_id: string
          /** The callback’s webhook-id header. */
          readonly webhook_id: string
          /** Kind of order. */
          readonly type: 'collection' | 'payout'
          /** Event that is reported. */
          readonly event: 'collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed' | 'payout.completed' | 'payout.failed' | 'payout.returned'
          /** Collection number; absent for payouts. */
          readonly orderid?: string
          /** Payout number; for payouts only. */
          readonly serial_no?: string
          /** Platform transaction number. */
          readonly trade_no: string
          /** Callback URL. */
          readonly url: string
          /** `due`: another attempt follows; `delivered`: you acknowledged it; `given_up`: all attempts failed; `parked`: paused by the platform; `ended`: superseded, no longer sent. */
          readonly state: 'due' | 'delivered' | 'given_up' | 'parked' | 'ended'
          /** Attempts, oldest first. */
          readonly attempts: readonly ({
            /** Time at which it began. */
            readonly at: string
            /** The callback’s webhook-id header. */
            readonly webhook_id: string
            /** `schedule`: sent on schedule; `merchant`: you resent it; `back_office`: the platform resent it. */
            readonly trigger: 'schedule' | 'merchant' | 'back_office'
            /** Outcome of the attempt; see above. */
            readonly outcome: 'delivered' | 'blocked_address' | 'timeout' | 'network' | 'dns' | 'refused' | 'tls' | 'http_3xx' | 'http_4xx' | 'http_5xx' | 'wrong_answer'
            /** HTTP status of your server’s response; `null` without one. */
            readonly http_status: number | null
            /** Milliseconds it took. */
            readonly ms: number
            /** First 200 characters of your server’s response. */
            readonly answer: string
          })[]
          /** What the last attempt sent; `null` before the first. */
          readonly sent: {
            /** Body of the callback, byte for byte. */
            readonly body: string
            /** Its webhook-timestamp header. */
            readonly webhook_timestamp: number
            /** Its webhook-signature header. */
            readonly webhook_signature: string
            /** Its webhook-attempt header. */
            readonly webhook_attempt: number
          } | null
          /** Time of the next attempt; `null` if there is none. */
          readonly next_at: string | null
        })[]
        /** Cursor of the next page; null on the last page. */
        readonly next_cursor: string | null
      }
    }
  }
  /** Sandbox: set an order’s outcome. */
  setSandboxOutcome: {
    request: {
      /** Kind of order. If you send serial_no and no orderid, it defaults to `payout`. */
      type?: 'collection' | 'payout'
      /** Collection number, for a collection. */
      orderid?: string
      /** Payout number, for a payout. */
      serial_no?: string
      /** Your order number. */
      merchant_order_no?: string
      /** The v6.0 name of trade_no. */
      tradeNo?: string
      /** Platform transaction number. */
      trade_no?: string
      /** The v6.0 name of any of your three numbers. */
      orderNo?: string
      /** Outcome to simulate. */
      outcome: 'paid' | 'less' | 'late' | 'expired' | 'exception' | 'cancelled' | 'reversed' | 'matched'
      /** Amount paid, for `paid`, `less` and `late`. Defaults to half the order amount for `less`, otherwise to all of it. */
      paid_amount?: number | string
      /** Reason, for `exception`, `cancelled` and `reversed`; shown in queries and callbacks. */
      reason?: string
    }
    answer: Success & {
      /** Fields of the response. */
      readonly data: {
        /** Kind of order. */
        readonly type: 'collection' | 'payout'
        /** Collection number, for a collection. */
        readonly orderid?: string
        /** Payout number, for a payout. */
        readonly serial_no?: string
        /** Your order number. */
        readonly merchant_order_no: string
        /** Platform transaction number. */
        readonly trade_no: string
        /** Outcome to simulate. */
        readonly outcome: 'paid' | 'less' | 'late' | 'expired' | 'exception' | 'cancelled' | 'reversed' | 'matched'
        /** Same as data.status in a query. */
        readonly status: 'pending' | 'succeeded' | 'manual' | 'processed' | 'cancelled'
        /** Amount paid. Absent for payouts. */
        readonly paid_amount?: number
        /** Amount paid out, as in a query. Only for payouts. */
        readonly actual_amount?: number
        /** Events of this outcome for which a callback is sent; empty if none is sent. */
        readonly events: readonly ('collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed' | 'payout.completed' | 'payout.failed' | 'payout.returned')[]
        /** Delivery status of the callback. */
        readonly callback_status: 'none' | 'pending' | 'success' | 'failed'
      }
    }
  }
  /** Sandbox: send a test callback. */
  sendSandboxCallback: {
    request: {
      /** URL that receives the callback. */
      notify_url: string
      /** URL that receives the callback of a failed payout. Defaults to notify_url. */
      reverse_url?: string
      /** Kind of order. */
      type?: 'collection' | 'payout'
      /** Outcome to simulate; see sandbox/outcome. */
      outcome?: 'paid' | 'less' | 'late' | 'expired' | 'cancelled' | 'reversed'
      /** Order amount. */
      amount?: number | string
    }
    answer: Success & {
      /** Fields of the response. */
      readonly data: {
        /** Kind of order. */
        readonly type: 'collection' | 'payout'
        /** Collection number, starting with TEST-. Absent for payouts. */
        readonly orderid?: string
        /** Payout number, starting with TEST-; for payouts only. */
        readonly serial_no?: string
        /** Platform transaction number. */
        readonly trade_no: string
        /** Event reported. */
        readonly event: 'collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed' | 'payout.completed' | 'payout.failed' | 'payout.returned'
        /** Callback URL. */
        readonly url: string
        /** Callback ID, same as webhook-id. */
        readonly callback_id: string
      }
    }
  }
}

/** What a callback tells of a collection: credit `paid_amount`. */
export type CollectionCallback = {
  /** Kind of order. */
  readonly type: 'collection'
  /** Merchant UID. */
  readonly uid: string
  /** Collection number. */
  readonly orderid: string
  /** Your order number. */
  readonly merchant_order_no: string
  /** Platform transaction number. */
  readonly trade_no: string
  /** Order amount. */
  readonly amount: number
  /** Amount paid, which may differ from `amount`; 0 if unpaid. Credit this amount. */
  readonly paid_amount: number
  /** Order status. */
  readonly status: 'success' | 'failed' | 'succeeded'
  /** Time of payment; if unpaid, time of the event. */
  readonly paid_at: string
  /** The platform’s fee; 0 while nothing is paid, or not confirmed. Sent only if your `collection_events` is `all` and you have fee rates. */
  readonly fee?: number
  /** Event that is reported. Sent only if your `collection_events` is `all`. */
  readonly event?: 'collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed'
  /** Reason, if there is one. Sent only if your `collection_events` is `all`. */
  readonly reason?: string
  /** UNIX time of this attempt, in seconds. */
  readonly timestamp: number
  /** Signature of all other fields. */
  readonly sign: string
}

/** What a callback tells of a payout. */
export type PayoutCallback = {
  /** Kind of order. */
  readonly type: 'payout'
  /** Merchant UID. */
  readonly uid: string
  /** Payout number. */
  readonly serial_no: string
  /** Your order number. */
  readonly merchant_order_no: string
  /** Order amount. */
  readonly amount: number
  /** Amount paid out; 0 if it was cancelled, failed or was returned. */
  readonly actual_amount: number
  /** Order status. */
  readonly status: 'success' | 'failed' | 'processed' | 'cancelled'
  /** Time at which it was processed or cancelled. */
  readonly processed_at: string
  /** The platform’s fee; 0 while nothing is paid, or not confirmed. Sent only if your `collection_events` is `all` and you have fee rates. */
  readonly fee?: number
  /** Event that is reported. Sent only if your `collection_events` is `all`. */
  readonly event?: 'payout.completed' | 'payout.failed' | 'payout.returned'
  /** Reason, if there is one. Sent only if your `collection_events` is `all`. */
  readonly reason?: string
  /** UNIX time of this attempt, in seconds. */
  readonly timestamp: number
  /** Signature of all other fields. */
  readonly sign: string
}

/** Where each call goes. */
export const paths = {
  listPaymentChannels: '/api/v1/merchant/payment-channels',
  getPaymentAmounts: '/api/v1/merchant/payment-amounts',
  createAmountLink: '/api/v1/merchant/payment-links/amount',
  createPaymentLink: '/api/v1/merchant/payment-links',
  createCollection: '/api/v1/merchant/collections',
  getCollection: '/api/v1/merchant/collections/status',
  createPayout: '/api/v1/merchant/payouts',
  getPayout: '/api/v1/merchant/payouts/status',
  getBalance: '/api/v1/merchant/balance',
  listBanks: '/api/v1/merchant/banks',
  resendCallback: '/api/v1/merchant/callbacks/retry',
  listProducts: '/api/v1/products',
  queryLedger: '/api/v1/merchant/ledger',
  getPricing: '/api/v1/merchant/pricing',
  createWithdrawal: '/api/v1/merchant/withdrawals',
  getStatement: '/api/v1/merchant/statements',
  listCallbacks: '/api/v1/merchant/callbacks',
  setSandboxOutcome: '/api/v1/merchant/sandbox/outcome',
  sendSandboxCallback: '/api/v1/merchant/sandbox/callback',
} as const

/** The calls that are a GET without signature. */
export const unsigned: ReadonlySet<string> = new Set([
  'listBanks',
  'listProducts',
])
