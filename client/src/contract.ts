// Written by `npm run types` from the contract: change it there.

/** The `error` of a refused request. A later version of the service may have more. */
export type RefusalCode = 'merchant_not_enabled' | 'ip_not_allowed' | 'timestamp_out_of_range' | 'signature_error' | 'validation_error' | 'channel_not_available' | 'amount_not_allowed' | 'duplicate_merchant_order_no' | 'duplicate_orderid' | 'order_not_found' | 'duplicate_serial_no' | 'insufficient_balance' | 'callback_not_available' | 'amount_not_whole' | 'settlement_account_missing' | 'withdrawal_waiting' | 'below_minimum' | 'insufficient_withdrawable' | 'statement_not_found' | 'sandbox_only' | 'outcome_not_possible' | 'not_found' | 'method_not_allowed' | 'body_too_large' | 'unsupported_media_type' | 'too_many_requests' | 'internal_error' | 'unavailable' | (string & {})

/** Each call: what it takes beside `uid`, `timestamp` and `sign`, and what it answers. */
export interface Operations {
  /** List available payment channels. */
  listPaymentChannels: {
    request: Record<string, never>
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The content. */
      readonly data: {
        /** Available channels. */
        readonly channels: readonly ({
          /** Channel code. */
          readonly code: string
          /** Channel name. */
          readonly name: string
          /** Kind of channel. */
          readonly type: 'redirect'
          /** Method of the redirect. */
          readonly method: 'GET'
          /** Currency. */
          readonly currency: 'TWD'
        })[]
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** List payment amounts. */
  getPaymentAmounts: {
    request: Record<string, never>
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The content. */
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
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** Create a link for a set amount. */
  createAmountLink: {
    request: {
      /** Payment channel code; leave it out: there is one, which payment-channels lists. */
      channel?: string
      /** Merchant order number; a retry with the same content returns the same link. */
      merchant_order_no: string
      /** Merchant member number. */
      member_no: string
      /** Member name. */
      member_name: string
      /** Member login. */
      member_account?: string
      /** Member phone. */
      member_phone?: string
      /** Payer name. */
      payer_name?: string
      /** Payer bank name. */
      payer_bank_name?: string
      /** Payer bank code. */
      payer_bank_code?: string
      /** Full payer bank account. */
      payer_account_no?: string
      /** Last five digits of the payer account; defaults to those of payer_account_no; if both are sent they must agree. */
      payer_account_last5?: string
      /** Callback URL for when the collection completes. */
      notify_url: string
      /** URL the member can return to; member pages link to it in every state. */
      return_url?: string
      /** Custom data: a JSON object, at most 8 KiB. */
      extra?: Readonly<Record<string, unknown>> | string
      /** Amount in whole TWD: a fixed amount, or within the custom range. */
      amount: number | string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** URL to redirect the member to. */
      readonly url: string
      /** Same as `url`. */
      readonly redirect_url: string
      /** Same as `url`. */
      readonly payment_url: string
      /** Short URL of the wait page. */
      readonly wait_url: string
      /** Method of the redirect, always GET. */
      readonly method: 'GET'
      /** Order amount. */
      readonly amount: number
      /** fixed or custom. */
      readonly amount_mode: 'fixed' | 'custom'
      /** The content. */
      readonly data: {
        /** URL to redirect the member to. */
        readonly url: string
        /** Same as `url`. */
        readonly redirect_url: string
        /** Same as `url`. */
        readonly payment_url: string
        /** Method of the redirect, always GET. */
        readonly method: 'GET'
        /** Payment channel. */
        readonly channel: {
          /** Channel code. */
          readonly code: string
          /** Channel name. */
          readonly name: string
          /** Kind of channel. */
          readonly type: 'redirect'
          /** Method of the redirect, always GET. */
          readonly method: 'GET'
        }
        /** Merchant order number. */
        readonly merchant_order_no: string
        /** Identifier of this flow. */
        readonly third_party_session: string
        /** Current expiry of the link; extended when the member submits an amount or an account is matched. */
        readonly expires_at: string
        /** Callback settings. */
        readonly callback: {
          /** Callback URL for when the collection completes. */
          readonly notify_url: string
          /** Text that acknowledges a callback. */
          readonly return_success_body: 'success'
          /** Events you are notified of, by your setting. */
          readonly events: readonly ('collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed')[]
        }
        /** Short URL of the wait page. */
        readonly wait_url: string
        /** The redirect. */
        readonly redirect: {
          /** Method of the redirect, always GET. */
          readonly method: 'GET'
          /** URL to redirect the member to. */
          readonly url: string
        }
        /** Collection number, assigned by the platform. */
        readonly orderid: string
        /** Platform transaction number. */
        readonly trade_no: string
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** Create a link for an open amount. */
  createPaymentLink: {
    request: {
      /** Payment channel code; leave it out: there is one, which payment-channels lists. */
      channel?: string
      /** Merchant order number; a retry with the same content returns the same link. */
      merchant_order_no: string
      /** Merchant member number. */
      member_no: string
      /** Member name. */
      member_name: string
      /** Member login. */
      member_account?: string
      /** Member phone. */
      member_phone?: string
      /** Payer name. */
      payer_name?: string
      /** Payer bank name. */
      payer_bank_name?: string
      /** Payer bank code. */
      payer_bank_code?: string
      /** Full payer bank account. */
      payer_account_no?: string
      /** Last five digits of the payer account; defaults to those of payer_account_no; if both are sent they must agree. */
      payer_account_last5?: string
      /** Callback URL for when the collection completes. */
      notify_url: string
      /** URL the member can return to; member pages link to it in every state. */
      return_url?: string
      /** Custom data: a JSON object, at most 8 KiB. */
      extra?: Readonly<Record<string, unknown>> | string
      /** Member e-mail. */
      member_email?: string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** URL to redirect the member to. */
      readonly url: string
      /** Same as `url`. */
      readonly redirect_url: string
      /** Same as `url`. */
      readonly payment_url: string
      /** Method of the redirect, always GET. */
      readonly method: 'GET'
      /** Null: the member has yet to choose it. */
      readonly amount: null
      /** Null until then. */
      readonly amount_mode: null
      /** The content. */
      readonly data: {
        /** URL to redirect the member to. */
        readonly url: string
        /** Same as `url`. */
        readonly redirect_url: string
        /** Same as `url`. */
        readonly payment_url: string
        /** Method of the redirect, always GET. */
        readonly method: 'GET'
        /** Payment channel. */
        readonly channel: {
          /** Channel code. */
          readonly code: string
          /** Channel name. */
          readonly name: string
          /** Kind of channel. */
          readonly type: 'redirect'
          /** Method of the redirect, always GET. */
          readonly method: 'GET'
        }
        /** Merchant order number. */
        readonly merchant_order_no: string
        /** Identifier of this flow. */
        readonly third_party_session: string
        /** Current expiry of the link; extended when the member submits an amount or an account is matched. */
        readonly expires_at: string
        /** Callback settings. */
        readonly callback: {
          /** Callback URL for when the collection completes. */
          readonly notify_url: string
          /** Text that acknowledges a callback. */
          readonly return_success_body: 'success'
          /** Events you are notified of, by your setting. */
          readonly events: readonly ('collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed')[]
        }
        /** The redirect. */
        readonly redirect: {
          /** Method of the redirect, always GET. */
          readonly method: 'GET'
          /** URL to redirect the member to. */
          readonly url: string
          /** Parameters of the redirect URL; you do not need to build them. */
          readonly query_params: {
            /** Merchant order number. */
            readonly third_party_order_no: string
            /** Member number. */
            readonly user_no: string
            /** Member name. */
            readonly user_name: string
            /** Member login. */
            readonly user_account: string
            /** Payer's bank. */
            readonly customer_bank_name: string
            /** Payer's account. */
            readonly customer_bank_account: string
            /** Last five digits of the payer account. */
            readonly payer_account_last5: string
            /** Last five digits of the payer's account. */
            readonly payeeAccountNumber: string
            /** Callback URL for when the collection completes. */
            readonly notify_url: string
            /** Signature made by the service. */
            readonly link_sign: string
          }
        }
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** Create a collection. */
  createCollection: {
    request: {
      /** Collection number, unique per merchant. */
      orderid: string
      /** Merchant order number. */
      merchant_order_no?: string
      /** Gateway code, for the record only: leave it out. */
      gateway_code?: string
      /** Your own label: balance and ledger are totalled by it; no effect on the payment. */
      channel?: string
      /** Currency: TWD only, in any case. */
      currency?: string
      /** Collection amount in TWD. */
      amount: number | string
      /** Paid amount; defaults to amount if status is succeeded or manual. */
      paid_amount?: number | string
      /** Do not send it: succeeded or manual declares money that you already received. */
      status?: 'pending' | 'succeeded' | 'manual'
      /** Matching state; do not send it. */
      collection_status?: 'pending' | 'matched' | 'exception'
      /** Platform receiving account holder name. */
      collection_account_name?: string
      /** Platform receiving account number. */
      collection_account_no?: string
      /** Platform receiving bank. */
      collection_bank_name?: string
      /** Payer's bank account; its last five digits help to match the deposit. */
      counterparty_account?: string
      /** Payer's bank name. */
      member_bank_name?: string
      /** Merchant member id. */
      user_id?: string
      /** Merchant member name. */
      user_name?: string
      /** Callback URL. */
      notify_url?: string
      /** URL the payer returns to after paying. */
      return_url?: string
      /** Time of payment; used if status is succeeded or manual, ignored if it is pending. */
      paid_at?: string
      /** Custom data: an object or a string, at most 8 KiB. */
      extra?: Readonly<Record<string, unknown>> | string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The content. */
      readonly data: {
        /** Platform’s internal number. */
        readonly id: number
        /** Collection number, unique per merchant. */
        readonly orderid: string
        /** Merchant order number. */
        readonly merchant_order_no: string
        /** Order status. */
        readonly status: 'pending' | 'succeeded' | 'manual'
        /** Order amount. */
        readonly amount: number
        /** Amount paid; 0 until it is paid. */
        readonly paid_amount: number
        /** Receiving account; empty until matched, and while the bank has frozen it. */
        readonly payment_bank_account: string
        /** Payer's bank account. */
        readonly counterparty_account: string
        /** Platform transaction number. */
        readonly trade_no: string
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** Query a collection. */
  getCollection: {
    request: {
      /** Collection number. */
      orderid?: string
      /** Merchant order number. */
      merchant_order_no?: string
      /** Platform transaction number. */
      tradeNo?: string
      /** Platform transaction number, same as tradeNo. */
      trade_no?: string
      /** Order number of the earlier protocol. */
      orderNo?: string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** 0 on success. */
      readonly code: 0
      /** Same as message. */
      readonly text: string
      /** Outcome of the order: decide by this one. */
      readonly status: 'PENDING' | 'PAID' | 'MANUAL PAID' | 'EXCEPTION'
      /** Amount paid; 0 until the order is final. */
      readonly paid: number
      /** Platform transaction number. */
      readonly tradeNo: string
      /** Merchant order number, i.e. merchant_order_no. */
      readonly orderNo: string
      /** The content. */
      readonly data: {
        /** Platform’s internal number. */
        readonly id: number
        /** Merchant UID. */
        readonly uid: string
        /** Platform transaction number. */
        readonly trade_no: string
        /** Collection number. */
        readonly orderid: string
        /** Merchant order number. */
        readonly merchant_order_no: string
        /** Gateway code. */
        readonly gateway_code: string
        /** Your own label. */
        readonly channel: string
        /** Currency: TWD only, in any case. */
        readonly currency: string
        /** Order amount. */
        readonly amount: number
        /** Amount paid; may differ from amount. Credit this amount. */
        readonly paid_amount: number
        /** System status, same as data.status. */
        readonly system_status: 'pending' | 'succeeded' | 'manual'
        /** Current state; decide by the outer status. */
        readonly status: 'pending' | 'succeeded' | 'manual'
        /** Progress of matching to an account; not whether it is paid. */
        readonly collection_status: 'pending' | 'matched' | 'exception'
        /** Confirmation of money you declared; none if none is needed. */
        readonly confirmation: 'none' | 'awaiting' | 'accepted' | 'rejected'
        /** Platform receiving account holder name. */
        readonly collection_account_name: string
        /** Platform receiving account number. */
        readonly collection_account_no: string
        /** Platform receiving bank. */
        readonly collection_bank_name: string
        /** Receiving account; empty until matched, and while the bank has frozen it. */
        readonly payment_bank_account: string
        /** Payer's bank account. */
        readonly counterparty_account: string
        /** Payer's bank name. */
        readonly member_bank_name: string
        /** Merchant member id. */
        readonly user_id: string
        /** Merchant member name. */
        readonly user_name: string
        /** Callback URL. */
        readonly notify_url: string
        /** URL the payer returns to after paying. */
        readonly return_url: string
        /** Time of payment. */
        readonly paid_at: string | null
        /** Reason for the exception, rejection or reversal; empty if there is none. account_frozen: the bank has frozen the receiving account. */
        readonly reason: string
        /** The platform’s fee (of a pending payout, what is frozen); null while nothing is paid. Present once you have a price. */
        readonly fee?: number | null
        /** When it was created. */
        readonly created_at: string
        /** Custom data, as you sent it. */
        readonly extra: string | Readonly<Record<string, unknown>>
        /** Callback status. */
        readonly callback_status: 'none' | 'pending' | 'success' | 'failed'
        /** Callback progress. */
        readonly callback: {
          /** Number of attempts so far. */
          readonly attempts: number
          /** Time of the last attempt. */
          readonly last_attempt_at: string | null
          /** Outcome of the last attempt. */
          readonly last_outcome: 'delivered' | 'blocked_address' | 'timeout' | 'network' | 'dns' | 'refused' | 'tls' | 'http_3xx' | 'http_4xx' | 'http_5xx' | 'wrong_answer' | null
          /** HTTP status of the last attempt. */
          readonly last_http_status: number | null
          /** Time of the next attempt. */
          readonly next_attempt_at: string | null
        }
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** Create a payout. */
  createPayout: {
    request: {
      /** Payout serial number, unique per merchant. */
      serial_no: string
      /** Merchant order number. */
      merchant_order_no?: string
      /** Your own label, with no effect on the payout. */
      channel?: string
      /** Payout amount in TWD. */
      amount: number | string
      /** Actual amount. */
      actual_amount?: number | string
      /** Do not send it: processed debits you at once, and nobody is paid. success and succeeded mean processed, failed and rejected mean cancelled. */
      status?: 'pending' | 'processed' | 'cancelled' | 'success' | 'succeeded' | 'failed' | 'rejected'
      /** Payee name. */
      payee_name: string
      /** Payee bank; without it the payout cannot be paid. */
      payee_bank?: string
      /** Payee account; without it the payout cannot be paid. */
      payee_account?: string
      /** Tag or remark tag. */
      payment_tag?: string
      /** Beneficiary name. */
      beneficiary_name?: string
      /** Time requested; defaults to the current time. */
      requested_at?: string
      /** Time processed; used if status is processed, ignored if it is pending. */
      processed_at?: string
      /** Voucher number. */
      voucher_no?: string
      /** Remark. */
      note?: string
      /** Whether processing is delayed. */
      is_delayed?: boolean
      /** Callback URL for payout completion. */
      notify_url?: string
      /** Callback URL for payout failure or cancellation; defaults to notify_url. */
      reverse_url?: string
      /** Custom data: an object or a string, at most 8 KiB. */
      extra?: Readonly<Record<string, unknown>> | string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The content. */
      readonly data: {
        /** Platform’s internal number. */
        readonly id: number
        /** Payout serial number, unique per merchant. */
        readonly serial_no: string
        /** Merchant order number. */
        readonly merchant_order_no: string
        /** Order status. */
        readonly status: 'pending' | 'processed' | 'cancelled'
        /** Order amount. */
        readonly amount: number
        /** Platform transaction number. */
        readonly trade_no: string
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** Query a payout. */
  getPayout: {
    request: {
      /** Payout serial number. */
      serial_no?: string
      /** Merchant order number. */
      merchant_order_no?: string
      /** Platform transaction number. */
      tradeNo?: string
      /** Platform transaction number, same as tradeNo. */
      trade_no?: string
      /** Order number of the earlier protocol. */
      orderNo?: string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** 0 on success. */
      readonly code: 0
      /** Same as message. */
      readonly text: string
      /** Outcome of the order: decide by this one. */
      readonly status: 'PENDING' | 'PAID' | 'CANCELLED'
      /** Amount paid; 0 until the order is final. */
      readonly paid: number
      /** Platform transaction number. */
      readonly tradeNo: string
      /** Merchant order number, i.e. merchant_order_no. */
      readonly orderNo: string
      /** The content. */
      readonly data: {
        /** Platform’s internal number. */
        readonly id: number
        /** Merchant UID. */
        readonly uid: string
        /** Platform transaction number. */
        readonly trade_no: string
        /** withdrawal; absent for other payouts. */
        readonly kind?: 'withdrawal'
        /** Payout serial number. */
        readonly serial_no: string
        /** Merchant order number. */
        readonly merchant_order_no: string
        /** Your own label. */
        readonly channel: string
        /** Order amount. */
        readonly amount: number
        /** Amount paid out; the expected amount while pending, 0 if cancelled. */
        readonly actual_amount: number
        /** System status, same as data.status. */
        readonly system_status: 'pending' | 'processed' | 'cancelled'
        /** Current state; decide by the outer status. */
        readonly status: 'pending' | 'processed' | 'cancelled'
        /** Payee name. */
        readonly payee_name: string
        /** Payee bank. */
        readonly payee_bank: string
        /** Payee account. */
        readonly payee_account: string
        /** Tag or remark tag. */
        readonly payment_tag: string
        /** Beneficiary name. */
        readonly beneficiary_name: string
        /** Time requested. */
        readonly requested_at: string
        /** Time processed or cancelled. */
        readonly processed_at: string | null
        /** Voucher number. */
        readonly voucher_no: string
        /** Remark. */
        readonly note: string
        /** Reason for the cancellation or return; empty if there is none. */
        readonly reason: string
        /** Whether processing is delayed. */
        readonly is_delayed: boolean
        /** Callback URL for payout completion. */
        readonly notify_url: string
        /** Callback URL for payout failure or cancellation; defaults to notify_url. */
        readonly reverse_url: string
        /** The platform’s fee (of a pending payout, what is frozen); null while nothing is paid. Present once you have a price. */
        readonly fee?: number | null
        /** When it was created. */
        readonly created_at: string
        /** Custom data, as you sent it. */
        readonly extra: string | Readonly<Record<string, unknown>>
        /** Callback status. */
        readonly callback_status: 'none' | 'pending' | 'success' | 'failed'
        /** Callback progress. */
        readonly callback: {
          /** Number of attempts so far. */
          readonly attempts: number
          /** Time of the last attempt. */
          readonly last_attempt_at: string | null
          /** Outcome of the last attempt. */
          readonly last_outcome: 'delivered' | 'blocked_address' | 'timeout' | 'network' | 'dns' | 'refused' | 'tls' | 'http_3xx' | 'http_4xx' | 'http_5xx' | 'wrong_answer' | null
          /** HTTP status of the last attempt. */
          readonly last_http_status: number | null
          /** Time of the next attempt. */
          readonly next_attempt_at: string | null
        }
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** Query the balance. */
  getBalance: {
    request: Record<string, never>
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** Available balance. */
      readonly balance: number
      /** Total: available, frozen and unconfirmed. */
      readonly balance0: number
      /** Frozen amount. */
      readonly balance1: number
      /** Unconfirmed amount. */
      readonly balance2: number
      /** The content. */
      readonly data: {
        /** Details. */
        readonly summary: {
          /** Collections, by status. */
          readonly collection: {
            /** Pending. */
            readonly pending: {
              /** Count. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
            /** Paid. */
            readonly succeeded: {
              /** Count. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
            /** Settled manually. */
            readonly manual: {
              /** Count. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
          }
          /** Payouts, by status. */
          readonly payout: {
            /** Pending. */
            readonly pending: {
              /** Count. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
            /** Processed. */
            readonly processed: {
              /** Count. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
            /** Cancelled. */
            readonly cancelled: {
              /** Count. */
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
          /** What can be withdrawn. Present once you have a price or a settlement account. */
          readonly withdrawable?: number
          /** This month’s fees in the ledger; refunded fees are negative. Present when withdrawable is. */
          readonly fees?: number
          /** Balance of each channel: other for collections without one, 代付 for payouts, which may be negative. */
          readonly channels: Readonly<Record<string, {
            /** Available balance. */
            readonly available: number
            /** Frozen amount (pending payouts). */
            readonly frozen: number
            /** Amount awaiting confirmation. */
            readonly unconfirmed: number
            /** Collections, paid or settled manually. */
            readonly collected: {
              /** Count. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
            /** Processed payouts. */
            readonly paid_out: {
              /** Count. */
              readonly count: number
              /** Total amount. */
              readonly amount: number
            }
          }>>
        }
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** List bank codes. */
  listBanks: {
    request: {
      /** Start of a bank code, or part of a name. */
      q?: string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
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
        /** Kind of institution. */
        readonly kind: string
      })[]
    }
  }
  /** Resend a callback. */
  resendCallback: {
    request: {
      /** Kind of order: collection or payout. */
      type: 'collection' | 'payout'
      /** Collection number, for a collection. */
      orderid?: string
      /** Payout number, for a payout. */
      serial_no?: string
      /** Merchant order number. */
      merchant_order_no?: string
      /** Platform transaction number. */
      tradeNo?: string
      /** Platform transaction number, same as tradeNo. */
      trade_no?: string
      /** Order number of the earlier protocol. */
      orderNo?: string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The content. */
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
        /** Callback status. */
        readonly callback_status: 'none' | 'pending' | 'success' | 'failed'
        /** Number of attempts so far. */
        readonly attempts: number
        /** Last attempt. */
        readonly last_attempt: {
          /** Time. */
          readonly at: string
          /** Result. */
          readonly outcome: string
          /** HTTP status. */
          readonly http_status: number | null
        } | null
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** List products. */
  listProducts: {
    request: {
      /** Merchant UID; adds that merchant’s products. */
      merchant_uid?: string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** Products. */
      readonly items: readonly ({
        /** Product number. */
        readonly id: string
        /** Merchant UID; empty for the platform’s products. */
        readonly uid: string
        /** Stock keeping unit. */
        readonly sku: string
        /** Product name. */
        readonly name: string
        /** Currency. */
        readonly currency: string
        /** Price in HKD cents. */
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
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The content. */
      readonly data: {
        /** Entries, oldest first. */
        readonly items: readonly ({
          /** Time booked. */
          readonly at: string
          /** Kind: collection, payout or adjustment by the platform. */
          readonly type: 'collection' | 'payout' | 'adjustment'
          /** Collection number, or the ID of the adjustment. Absent for payouts. */
          readonly orderid?: string
          /** Payout number; for payouts only. */
          readonly serial_no?: string
          /** Merchant order number. */
          readonly merchant_order_no: string
          /** Platform transaction number; for an adjustment that of the order it corrects, empty if none. */
          readonly trade_no: string
          /** Event. */
          readonly event: string
          /** Channel: other for a collection without one, 代付 for a payout. */
          readonly channel: string
          /** Balance that the amount leaves. */
          readonly bucket_from: 'outside' | 'available' | 'frozen' | 'unconfirmed' | 'fees'
          /** Balance that the amount enters. */
          readonly bucket_to: 'outside' | 'available' | 'frozen' | 'unconfirmed' | 'fees'
          /** Amount, always positive. */
          readonly amount: number
          /** The platform’s fee, also subtracted from bucket_to, or from bucket_from where bucket_to is outside; negative if refunded. Present once you have a price. */
          readonly fee?: number
          /** Reason for the rejection, reversal, cancellation or adjustment; empty if there is none. */
          readonly reason: string
        })[]
        /** Cursor of the next page; null on the last page. */
        readonly next_cursor: string | null
        /** Opening balances. */
        readonly opening: {
          /** Available balance. */
          readonly available: number
          /** Frozen amount. */
          readonly frozen: number
          /** Unconfirmed amount. */
          readonly unconfirmed: number
        }
        /** Closing balances. */
        readonly closing: {
          /** Available balance. */
          readonly available: number
          /** Frozen amount. */
          readonly frozen: number
          /** Unconfirmed amount. */
          readonly unconfirmed: number
        }
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** Query your price. */
  getPricing: {
    request: Record<string, never>
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The content. */
      readonly data: {
        /** The current price. */
        readonly pricing: {
          /** Collections. */
          readonly collection: {
            /** Rate, in parts per million of the amount. */
            readonly rate_ppm: number
            /** Fixed fee per order. */
            readonly fixed: number
            /** Minimum fee per order. */
            readonly min: number
            /** Maximum fee per order; null for no limit. */
            readonly max: number | null
          }
          /** Payouts. */
          readonly payout: {
            /** Rate, in parts per million of the amount. */
            readonly rate_ppm: number
            /** Fixed fee per order. */
            readonly fixed: number
            /** Minimum fee per order. */
            readonly min: number
            /** Maximum fee per order; null for no limit. */
            readonly max: number | null
          }
          /** Withdrawals. */
          readonly withdrawal: {
            /** Rate, in parts per million of the amount. */
            readonly rate_ppm: number
            /** Fixed fee per order. */
            readonly fixed: number
            /** Minimum fee per order. */
            readonly min: number
            /** Maximum fee per order; null for no limit. */
            readonly max: number | null
          }
          /** Whether the fee is refunded or kept when money is returned. */
          readonly fee_on_reversal: 'return' | 'keep'
          /** Days until a collection can be withdrawn. */
          readonly settle_after_days: number
          /** Minimum withdrawal. */
          readonly minimum_withdrawal: number
        }
        /** Price version; 0 for no price. */
        readonly version: number
        /** The upcoming price; null if there is none. */
        readonly next: {
          /** The price. */
          readonly pricing: {
            /** Collections. */
            readonly collection: {
              /** Rate, in parts per million of the amount. */
              readonly rate_ppm: number
              /** Fixed fee per order. */
              readonly fixed: number
              /** Minimum fee per order. */
              readonly min: number
              /** Maximum fee per order; null for no limit. */
              readonly max: number | null
            }
            /** Payouts. */
            readonly payout: {
              /** Rate, in parts per million of the amount. */
              readonly rate_ppm: number
              /** Fixed fee per order. */
              readonly fixed: number
              /** Minimum fee per order. */
              readonly min: number
              /** Maximum fee per order; null for no limit. */
              readonly max: number | null
            }
            /** Withdrawals. */
            readonly withdrawal: {
              /** Rate, in parts per million of the amount. */
              readonly rate_ppm: number
              /** Fixed fee per order. */
              readonly fixed: number
              /** Minimum fee per order. */
              readonly min: number
              /** Maximum fee per order; null for no limit. */
              readonly max: number | null
            }
            /** Whether the fee is refunded or kept when money is returned. */
            readonly fee_on_reversal: 'return' | 'keep'
            /** Days until a collection can be withdrawn. */
            readonly settle_after_days: number
            /** Minimum withdrawal. */
            readonly minimum_withdrawal: number
          }
          /** Price version. */
          readonly version: number
          /** Effective from. */
          readonly valid_from: string
        } | null
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** Withdraw. */
  createWithdrawal: {
    request: {
      /** Payout serial number, unique per merchant. */
      serial_no: string
      /** Amount in whole TWD, or "all": the largest whole amount that can be withdrawn with its fee. */
      amount: number | string
      /** Id of the settlement account; defaults to the oldest. */
      settlement_account?: number
      /** Callback URL for its completion. */
      notify_url?: string
      /** Callback URL for its failure or cancellation; defaults to notify_url. */
      reverse_url?: string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The content. */
      readonly data: {
        /** Platform’s internal number. */
        readonly id: number
        /** Payout serial number, unique per merchant. */
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
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** Query a statement. */
  getStatement: {
    request: {
      /** Number of the statement; defaults to the open one. */
      number?: number
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The content. */
      readonly data: {
        /** Statement number. */
        readonly number: number
        /** Open or closed. */
        readonly state: 'open' | 'closed'
        /** When it was opened. */
        readonly opened_at: string
        /** When it was closed; null while it is open. */
        readonly closed_at: string | null
        /** serial_no of the withdrawal that closed it; null while it is open. */
        readonly withdrawal: string | null
        /** Opening balances. */
        readonly opening: {
          /** Available balance. */
          readonly available: number
          /** Frozen amount. */
          readonly frozen: number
          /** Unconfirmed amount. */
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
          /** Frozen amount. */
          readonly frozen: number
          /** Unconfirmed amount. */
          readonly unconfirmed: number
        }
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** List callbacks. */
  listCallbacks: {
    request: {
      /** List callbacks of this kind of order only. */
      type?: 'collection' | 'payout'
      /** List the callback of this collection only. */
      orderid?: string
      /** List the callback of this payout only. */
      serial_no?: string
      /** next_cursor of the previous page. */
      cursor?: string
      /** Maximum items per page. */
      limit?: number
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The content. */
      readonly data: {
        /** Callbacks, newest first. */
        readonly items: readonly ({
          /** Callback ID, same as webhook_id. */
          readonly callback_id: string
          /** The callback’s webhook-id header. */
          readonly webhook_id: string
          /** Kind of order. */
          readonly type: 'collection' | 'payout'
          /** Event reported. */
          readonly event: 'collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed' | 'payout.completed' | 'payout.failed' | 'payout.returned'
          /** Collection number; absent for payouts. */
          readonly orderid?: string
          /** Payout number; for payouts only. */
          readonly serial_no?: string
          /** Platform transaction number. */
          readonly trade_no: string
          /** Callback URL. */
          readonly url: string
          /** due: another attempt follows; delivered: you acknowledged it; given_up: attempts used up; parked: paused by the platform; ended: no longer reported. */
          readonly state: 'due' | 'delivered' | 'given_up' | 'parked' | 'ended'
          /** Attempts, oldest first. */
          readonly attempts: readonly ({
            /** When it began. */
            readonly at: string
            /** The callback’s webhook-id header. */
            readonly webhook_id: string
            /** schedule; merchant: you resent it; back_office: the platform resent it. */
            readonly trigger: 'schedule' | 'merchant' | 'back_office'
            /** Outcome. */
            readonly outcome: 'delivered' | 'blocked_address' | 'timeout' | 'network' | 'dns' | 'refused' | 'tls' | 'http_3xx' | 'http_4xx' | 'http_5xx' | 'wrong_answer'
            /** HTTP status of your server’s response; null without one. */
            readonly http_status: number | null
            /** Milliseconds it took. */
            readonly ms: number
            /** First 200 characters of your server’s response. */
            readonly answer: string
          })[]
          /** What the last attempt sent; null before the first. */
          readonly sent: {
            /** The body, byte for byte. */
            readonly body: string
            /** webhook-timestamp header. */
            readonly webhook_timestamp: number
            /** webhook-signature header. */
            readonly webhook_signature: string
            /** webhook-attempt header. */
            readonly webhook_attempt: number
          } | null
          /** Time of the next attempt; null if there is none. */
          readonly next_at: string | null
        })[]
        /** Cursor of the next page; null on the last page. */
        readonly next_cursor: string | null
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** Sandbox: set an order’s outcome. */
  setSandboxOutcome: {
    request: {
      /** Kind of order; if absent, a serial_no without orderid means payout. */
      type?: 'collection' | 'payout'
      /** Collection number, for a collection. */
      orderid?: string
      /** Payout number, for a payout. */
      serial_no?: string
      /** Merchant order number. */
      merchant_order_no?: string
      /** Platform transaction number. */
      tradeNo?: string
      /** Platform transaction number, same as tradeNo. */
      trade_no?: string
      /** Order number of the earlier protocol. */
      orderNo?: string
      /** Outcome to apply. */
      outcome: 'paid' | 'less' | 'late' | 'expired' | 'exception' | 'cancelled' | 'reversed' | 'matched'
      /** Amount paid, for paid, less and late; defaults to half the order amount for less, otherwise to the full amount. */
      paid_amount?: number | string
      /** Reason, for exception, cancelled and reversed; shown in queries and callbacks. */
      reason?: string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The content. */
      readonly data: {
        /** Kind of order. */
        readonly type: 'collection' | 'payout'
        /** Collection number, for a collection. */
        readonly orderid?: string
        /** Payout number, for a payout. */
        readonly serial_no?: string
        /** Merchant order number. */
        readonly merchant_order_no: string
        /** Platform transaction number. */
        readonly trade_no: string
        /** Outcome to apply. */
        readonly outcome: 'paid' | 'less' | 'late' | 'expired' | 'exception' | 'cancelled' | 'reversed' | 'matched'
        /** Order status, same as data.status in a query. */
        readonly status: 'pending' | 'succeeded' | 'manual' | 'processed' | 'cancelled'
        /** Amount paid, for collections. Absent for payouts. */
        readonly paid_amount?: number
        /** Amount paid out, as in the query; for payouts only. */
        readonly actual_amount?: number
        /** Events of this outcome for which a callback is sent; empty if none is sent. */
        readonly events: readonly ('collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed' | 'payout.completed' | 'payout.failed' | 'payout.returned')[]
        /** Callback status. */
        readonly callback_status: 'none' | 'pending' | 'success' | 'failed'
      }
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
    }
  }
  /** Sandbox: send a test callback. */
  sendSandboxCallback: {
    request: {
      /** URL that receives the callback. */
      notify_url: string
      /** Callback URL for a failed payout; defaults to notify_url. */
      reverse_url?: string
      /** Kind of order: collection or payout. */
      type?: 'collection' | 'payout'
      /** Outcome to report; see sandbox/outcome. */
      outcome?: 'paid' | 'less' | 'late' | 'expired' | 'cancelled' | 'reversed'
      /** Order amount. */
      amount?: number | string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The content. */
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
      /** Test merchants only: parameters that this endpoint does not know and ignored; absent if none. */
      readonly ignored_fields?: readonly (string)[]
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
  /** Merchant order number. */
  readonly merchant_order_no: string
  /** Platform transaction number. */
  readonly trade_no: string
  /** Order amount. */
  readonly amount: number
  /** Amount paid; may differ from amount. Credit this amount; 0 if unpaid. */
  readonly paid_amount: number
  /** Order status. */
  readonly status: 'success' | 'failed' | 'succeeded'
  /** Time of payment; if unpaid, the time of the event. */
  readonly paid_at: string
  /** The platform’s fee; 0 where nothing is paid. Present once you have a price, only for merchants set to receive all events. */
  readonly fee?: number
  /** Event; only for merchants set to receive all events. */
  readonly event?: 'collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed'
  /** Reason, if there is one; only for merchants set to receive all events. */
  readonly reason?: string
  /** UNIX time of this attempt, in seconds. */
  readonly timestamp: number
  /** Signature over all other fields. */
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
  /** Merchant order number. */
  readonly merchant_order_no: string
  /** Order amount. */
  readonly amount: number
  /** Amount actually paid out. */
  readonly actual_amount: number
  /** Order status. */
  readonly status: 'success' | 'failed' | 'processed' | 'cancelled'
  /** Time processed or cancelled. */
  readonly processed_at: string
  /** The platform’s fee; 0 where nothing is paid. Present once you have a price, only for merchants set to receive all events. */
  readonly fee?: number
  /** Event; only for merchants set to receive all events. */
  readonly event?: 'payout.completed' | 'payout.failed' | 'payout.returned'
  /** Reason, if there is one; only for merchants set to receive all events. */
  readonly reason?: string
  /** UNIX time of this attempt, in seconds. */
  readonly timestamp: number
  /** Signature over all other fields. */
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
