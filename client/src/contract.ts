// Written by `npm run types` from the contract: change it there.

/** The `error` of a refused request. A later version of the service may have more. */
export type RefusalCode = 'merchant_not_enabled' | 'ip_not_allowed' | 'timestamp_out_of_range' | 'signature_error' | 'validation_error' | 'channel_not_available' | 'amount_not_allowed' | 'duplicate_merchant_order_no' | 'duplicate_orderid' | 'order_not_found' | 'duplicate_serial_no' | 'insufficient_balance' | 'callback_not_available' | 'sandbox_only' | 'outcome_not_possible' | 'not_found' | 'method_not_allowed' | 'body_too_large' | 'unsupported_media_type' | 'too_many_requests' | 'internal_error' | 'unavailable' | (string & {})

/** Each call: what it takes beside `uid`, `timestamp` and `sign`, and what it answers. */
export interface Operations {
  /** List usable payment channels. */
  listPaymentChannels: {
    request: Record<string, never>
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The content. */
      readonly data: {
        /** The usable channels. */
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
    }
  }
  /** Fixed amounts and custom range. */
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
        /** Lower bound of a custom amount. */
        readonly custom_min: number
        /** Upper bound of a custom amount. */
        readonly custom_max: number
        /** Path that makes a link for a chosen amount. */
        readonly payment_link_endpoint: string
      }
    }
  }
  /** Wait-page link for a chosen amount. */
  createAmountLink: {
    request: {
      /** Code of the top-up channel; there is only one. */
      channel?: string
      /** Merchant top-up order number; the same content again gives the same link. */
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
      /** Payer bank name (recommended). */
      payer_bank_name?: string
      /** Payer bank code. */
      payer_bank_code?: string
      /** Full payer bank account (recommended). */
      payer_account_no?: string
      /** Last five digits of the payer account; taken from payer_account_no when absent, and must agree with it. */
      payer_account_last5?: string
      /** Address called when the collection completes. */
      notify_url: string
      /** Address the member may return to; the pages of members link to it in every state. */
      return_url?: string
      /** Custom data: a JSON object, at most 8 KiB. */
      extra?: Readonly<Record<string, unknown>> | string
      /** Amount in whole TWD: a fixed one, or within the custom range. */
      amount: number
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** Address to send the member to. */
      readonly url: string
      /** Same as url. */
      readonly redirect_url: string
      /** Same as url. */
      readonly payment_url: string
      /** Short address of the wait page. */
      readonly wait_url: string
      /** Method of the redirect, always GET. */
      readonly method: 'GET'
      /** Amount of the order. */
      readonly amount: number
      /** fixed or custom. */
      readonly amount_mode: 'fixed' | 'custom'
      /** The content. */
      readonly data: {
        /** Address to send the member to. */
        readonly url: string
        /** Same as url. */
        readonly redirect_url: string
        /** Same as url. */
        readonly payment_url: string
        /** Method of the redirect, always GET. */
        readonly method: 'GET'
        /** Code of the top-up channel; there is only one. */
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
        /** Merchant top-up order number; the same content again gives the same link. */
        readonly merchant_order_no: string
        /** Identifier of this flow. */
        readonly third_party_session: string
        /** Until when the link lives now; later once the member has submitted or it is matched. */
        readonly expires_at: string
        /** The callback. */
        readonly callback: {
          /** Address called when the collection completes. */
          readonly notify_url: string
          /** What acknowledges a callback. */
          readonly return_success_body: 'success'
          /** Events that are told, by the setting of the merchant. */
          readonly events: readonly ('collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed')[]
        }
        /** Short address of the wait page. */
        readonly wait_url: string
        /** The redirect. */
        readonly redirect: {
          /** Method of the redirect, always GET. */
          readonly method: 'GET'
          /** Address to send the member to. */
          readonly url: string
        }
        /** Collection number, given by the platform. */
        readonly orderid: string
        /** Platform transaction number. */
        readonly trade_no: string
      }
    }
  }
  /** Exchange redirect link. */
  createPaymentLink: {
    request: {
      /** Code of the top-up channel; there is only one. */
      channel?: string
      /** Merchant top-up order number; the same content again gives the same link. */
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
      /** Payer bank name (recommended). */
      payer_bank_name?: string
      /** Payer bank code. */
      payer_bank_code?: string
      /** Full payer bank account (recommended). */
      payer_account_no?: string
      /** Last five digits of the payer account; taken from payer_account_no when absent, and must agree with it. */
      payer_account_last5?: string
      /** Address called when the collection completes. */
      notify_url: string
      /** Address the member may return to; the pages of members link to it in every state. */
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
      /** Address to send the member to. */
      readonly url: string
      /** Same as url. */
      readonly redirect_url: string
      /** Same as url. */
      readonly payment_url: string
      /** Method of the redirect, always GET. */
      readonly method: 'GET'
      /** Null: the member has yet to pick it. */
      readonly amount: null
      /** Null until then. */
      readonly amount_mode: null
      /** The content. */
      readonly data: {
        /** Address to send the member to. */
        readonly url: string
        /** Same as url. */
        readonly redirect_url: string
        /** Same as url. */
        readonly payment_url: string
        /** Method of the redirect, always GET. */
        readonly method: 'GET'
        /** Code of the top-up channel; there is only one. */
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
        /** Merchant top-up order number; the same content again gives the same link. */
        readonly merchant_order_no: string
        /** Identifier of this flow. */
        readonly third_party_session: string
        /** Until when the link lives now; later once the member has submitted or it is matched. */
        readonly expires_at: string
        /** The callback. */
        readonly callback: {
          /** Address called when the collection completes. */
          readonly notify_url: string
          /** What acknowledges a callback. */
          readonly return_success_body: 'success'
          /** Events that are told, by the setting of the merchant. */
          readonly events: readonly ('collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed')[]
        }
        /** The redirect. */
        readonly redirect: {
          /** Method of the redirect, always GET. */
          readonly method: 'GET'
          /** Address to send the member to. */
          readonly url: string
          /** Parameters of the redirect; not yours to build. */
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
            /** Last five digits of the payer account; taken from payer_account_no when absent, and must agree with it. */
            readonly payer_account_last5: string
            /** Last five digits of the payer's account. */
            readonly payeeAccountNumber: string
            /** Address called when the collection completes. */
            readonly notify_url: string
            /** Signature that the service makes. */
            readonly link_sign: string
          }
        }
      }
    }
  }
  /** Create a collection. */
  createCollection: {
    request: {
      /** Number of the collection, unique among yours. */
      orderid: string
      /** Merchant order number. */
      merchant_order_no?: string
      /** Gateway code. */
      gateway_code?: string
      /** Channel name or code. */
      channel?: string
      /** Currency; TWD is recommended. */
      currency?: string
      /** Collection amount in TWD. */
      amount: number
      /** Paid amount; for a final status it defaults to amount. */
      paid_amount?: number
      /** Unpaid, paid, manually supplemented. */
      status?: 'pending' | 'succeeded' | 'manual'
      /** Matching-flow state, normally pending at creation. */
      collection_status?: 'pending' | 'matched' | 'exception'
      /** Platform receiving account holder name. */
      collection_account_name?: string
      /** Platform receiving account number. */
      collection_account_no?: string
      /** Platform receiving bank. */
      collection_bank_name?: string
      /** Payer's bank account (recommended); its last five digits confirm the deposit. */
      counterparty_account?: string
      /** Payer's bank name. */
      member_bank_name?: string
      /** Merchant member id. */
      user_id?: string
      /** Merchant member name. */
      user_name?: string
      /** Asynchronous notification address. */
      notify_url?: string
      /** Address the payer returns to after paying. */
      return_url?: string
      /** Paid time; read with a final status, ignored while status is pending. */
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
        /** Platform's own number. */
        readonly id: number
        /** Number of the collection, unique among yours. */
        readonly orderid: string
        /** Merchant order number. */
        readonly merchant_order_no: string
        /** State of the order. */
        readonly status: 'pending' | 'succeeded' | 'manual'
        /** Amount of the order. */
        readonly amount: number
        /** Amount paid; 0 until then. */
        readonly paid_amount: number
        /** Receiving account; empty until matched, and while its bank has it frozen. */
        readonly payment_bank_account: string
        /** Payer's bank account (recommended); its last five digits confirm the deposit. */
        readonly counterparty_account: string
        /** Platform transaction number. */
        readonly trade_no: string
      }
    }
  }
  /** Query a collection. */
  getCollection: {
    request: {
      /** Number of the collection. */
      orderid?: string
      /** Merchant order number. */
      merchant_order_no?: string
      /** Platform transaction number. */
      tradeNo?: string
      /** Alias of tradeNo. */
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
      /** Reported status. */
      readonly status: 'PENDING' | 'PAID' | 'MANUAL PAID' | 'EXCEPTION'
      /** Amount paid; 0 until it is final. */
      readonly paid: number
      /** Platform transaction number. */
      readonly tradeNo: string
      /** Merchant order number, as merchant_order_no. */
      readonly orderNo: string
      /** The content. */
      readonly data: {
        /** Platform's own number. */
        readonly id: number
        /** Merchant UID. */
        readonly uid: string
        /** Platform transaction number. */
        readonly trade_no: string
        /** Number of the collection. */
        readonly orderid: string
        /** Merchant order number. */
        readonly merchant_order_no: string
        /** Gateway code. */
        readonly gateway_code: string
        /** Channel name or code. */
        readonly channel: string
        /** Currency; TWD is recommended. */
        readonly currency: string
        /** Amount of the order. */
        readonly amount: number
        /** Amount paid, which may differ from amount: credit this one. */
        readonly paid_amount: number
        /** State in the system, as data.status. */
        readonly system_status: 'pending' | 'succeeded' | 'manual'
        /** State of the collection. */
        readonly status: 'pending' | 'succeeded' | 'manual'
        /** Matching-flow state. */
        readonly collection_status: 'pending' | 'matched' | 'exception'
        /** Confirmation of money that you declared; none where none is needed. */
        readonly confirmation: 'none' | 'awaiting' | 'accepted' | 'rejected'
        /** Platform receiving account holder name. */
        readonly collection_account_name: string
        /** Platform receiving account number. */
        readonly collection_account_no: string
        /** Platform receiving bank. */
        readonly collection_bank_name: string
        /** Receiving account; empty until matched, and while its bank has it frozen. */
        readonly payment_bank_account: string
        /** Payer's bank account (recommended); its last five digits confirm the deposit. */
        readonly counterparty_account: string
        /** Payer's bank name. */
        readonly member_bank_name: string
        /** Merchant member id. */
        readonly user_id: string
        /** Merchant member name. */
        readonly user_name: string
        /** Asynchronous notification address. */
        readonly notify_url: string
        /** Address the payer returns to after paying. */
        readonly return_url: string
        /** When it was paid. */
        readonly paid_at: string | null
        /** Why it is an exception, was rejected or reversed; empty when there is no reason. account_frozen: the bank has frozen the receiving account. */
        readonly reason: string
        /** When it was created. */
        readonly created_at: string
        /** Custom data: an object or a string, at most 8 KiB. */
        readonly extra: string | Readonly<Record<string, unknown>>
        /** State of the callback. */
        readonly callback_status: 'none' | 'pending' | 'success' | 'failed'
        /** How the callback stands. */
        readonly callback: {
          /** Attempts made. */
          readonly attempts: number
          /** When the last attempt was made. */
          readonly last_attempt_at: string | null
          /** HTTP status of the last attempt. */
          readonly last_http_status: number | null
          /** When the next attempt is due. */
          readonly next_attempt_at: string | null
        }
      }
    }
  }
  /** Create a payout. */
  createPayout: {
    request: {
      /** Payout serial number, unique per merchant. */
      serial_no: string
      /** Merchant order number. */
      merchant_order_no?: string
      /** Channel name. */
      channel?: string
      /** Payout amount in TWD. */
      amount: number
      /** Actual amount. */
      actual_amount?: number
      /** Pending, processed, cancelled; success and succeeded mean processed, failed and rejected mean cancelled. */
      status?: 'pending' | 'processed' | 'cancelled' | 'success' | 'succeeded' | 'failed' | 'rejected'
      /** Payee name. */
      payee_name: string
      /** Payee bank. */
      payee_bank?: string
      /** Payee account. */
      payee_account?: string
      /** Tag or remark tag. */
      payment_tag?: string
      /** Beneficiary name. */
      beneficiary_name?: string
      /** Requested time; the current time when absent. */
      requested_at?: string
      /** Processed time; read when status is processed, ignored while it is pending. */
      processed_at?: string
      /** Voucher number. */
      voucher_no?: string
      /** Remark. */
      note?: string
      /** Whether processing is delayed. */
      is_delayed?: boolean
      /** Payout completion notification address. */
      notify_url?: string
      /** Failure or cancellation notification address; notify_url stands in for it. */
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
        /** Platform's own number. */
        readonly id: number
        /** Payout serial number, unique per merchant. */
        readonly serial_no: string
        /** Merchant order number. */
        readonly merchant_order_no: string
        /** State of the order. */
        readonly status: 'pending' | 'processed' | 'cancelled'
        /** Amount of the order. */
        readonly amount: number
        /** Platform transaction number. */
        readonly trade_no: string
      }
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
      /** Alias of tradeNo. */
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
      /** Reported status. */
      readonly status: 'PENDING' | 'PAID' | 'CANCELLED'
      /** Amount paid; 0 until it is final. */
      readonly paid: number
      /** Platform transaction number. */
      readonly tradeNo: string
      /** Merchant order number, as merchant_order_no. */
      readonly orderNo: string
      /** The content. */
      readonly data: {
        /** Platform's own number. */
        readonly id: number
        /** Merchant UID. */
        readonly uid: string
        /** Platform transaction number. */
        readonly trade_no: string
        /** Payout serial number. */
        readonly serial_no: string
        /** Merchant order number. */
        readonly merchant_order_no: string
        /** Channel name. */
        readonly channel: string
        /** Amount of the order. */
        readonly amount: number
        /** Amount actually paid out. */
        readonly actual_amount: number
        /** State in the system, as data.status. */
        readonly system_status: 'pending' | 'processed' | 'cancelled'
        /** State of the payout. */
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
        /** When it was requested. */
        readonly requested_at: string
        /** When it was processed or cancelled. */
        readonly processed_at: string | null
        /** Voucher number. */
        readonly voucher_no: string
        /** Remark. */
        readonly note: string
        /** Why it was cancelled or sent back; empty when there is no reason. */
        readonly reason: string
        /** Whether processing is delayed. */
        readonly is_delayed: boolean
        /** Payout completion notification address. */
        readonly notify_url: string
        /** Failure or cancellation notification address; notify_url stands in for it. */
        readonly reverse_url: string
        /** When it was created. */
        readonly created_at: string
        /** Custom data: an object or a string, at most 8 KiB. */
        readonly extra: string | Readonly<Record<string, unknown>>
        /** State of the callback. */
        readonly callback_status: 'none' | 'pending' | 'success' | 'failed'
        /** How the callback stands. */
        readonly callback: {
          /** Attempts made. */
          readonly attempts: number
          /** When the last attempt was made. */
          readonly last_attempt_at: string | null
          /** HTTP status of the last attempt. */
          readonly last_http_status: number | null
          /** When the next attempt is due. */
          readonly next_attempt_at: string | null
        }
      }
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
              /** How many. */
              readonly count: number
              /** Sum of their amounts. */
              readonly amount: number
            }
            /** Paid. */
            readonly succeeded: {
              /** How many. */
              readonly count: number
              /** Sum of their amounts. */
              readonly amount: number
            }
            /** Supplemented by the back office. */
            readonly manual: {
              /** How many. */
              readonly count: number
              /** Sum of their amounts. */
              readonly amount: number
            }
          }
          /** Payouts, by status. */
          readonly payout: {
            /** Pending. */
            readonly pending: {
              /** How many. */
              readonly count: number
              /** Sum of their amounts. */
              readonly amount: number
            }
            /** Processed. */
            readonly processed: {
              /** How many. */
              readonly count: number
              /** Sum of their amounts. */
              readonly amount: number
            }
            /** Cancelled. */
            readonly cancelled: {
              /** How many. */
              readonly count: number
              /** Sum of their amounts. */
              readonly amount: number
            }
          }
          /** Available balance. */
          readonly available: number
          /** Held for pending payouts. */
          readonly frozen: number
          /** Awaiting confirmation. */
          readonly unconfirmed: number
          /** Balance of each channel, by its code. */
          readonly channels: Readonly<Record<string, {
            /** Available balance. */
            readonly available: number
            /** Held for pending payouts. */
            readonly frozen: number
            /** Awaiting confirmation. */
            readonly unconfirmed: number
          }>>
        }
      }
    }
  }
  /** Bank code list. */
  listBanks: {
    request: {
      /** Start of a code, or part of a name. */
      q?: string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The banks. */
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
      /** Alias of tradeNo. */
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
        /** Number of the callback, as webhook-id. */
        readonly callback_id: string
        /** Kind of order. */
        readonly type: 'collection' | 'payout'
        /** Collection number, for a collection. */
        readonly orderid?: string
        /** Payout number, for a payout. */
        readonly serial_no?: string
        /** Address that is notified. */
        readonly url: string
        /** State of the callback. */
        readonly callback_status: 'none' | 'pending' | 'success' | 'failed'
        /** Attempts made. */
        readonly attempts: number
        /** The last attempt. */
        readonly last_attempt: {
          /** When. */
          readonly at: string
          /** How it ended. */
          readonly outcome: string
          /** HTTP status. */
          readonly http_status: number | null
        } | null
      }
    }
  }
  /** Product list. */
  listProducts: {
    request: {
      /** Adds the products of this merchant. */
      merchant_uid?: string
    }
    answer: {
      /** 1 on success. */
      readonly ok: 1
      /** success. */
      readonly message: 'success'
      /** The products. */
      readonly items: readonly ({
        /** Product number. */
        readonly id: string
        /** Merchant UID; empty for the platform’s own. */
        readonly uid: string
        /** Stock keeping unit. */
        readonly sku: string
        /** Product name. */
        readonly name: string
        /** Currency. */
        readonly currency: string
        /** Price in cents of HKD. */
        readonly price_hkd_cents: number
      })[]
    }
  }
  /** Query the ledger. */
  queryLedger: {
    request: {
      /** First day in Taipei; today when absent. */
      from?: string
      /** Last day in Taipei, included; today when absent. */
      to?: string
      /** The next_cursor of the page before. */
      cursor?: string
      /** Most items of a page. */
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
          /** When it was booked. */
          readonly at: string
          /** Kind: collection, payout, or the platform's adjustment. */
          readonly type: 'collection' | 'payout' | 'adjustment'
          /** A collection's number; an adjustment's own number. Absent for a payout. */
          readonly orderid?: string
          /** A payout's number; for a payout only. */
          readonly serial_no?: string
          /** Merchant order number. */
          readonly merchant_order_no: string
          /** The platform's number; of an adjustment the order that it corrects, empty if none. */
          readonly trade_no: string
          /** What happened. */
          readonly event: string
          /** Channel. */
          readonly channel: string
          /** Where it came from. */
          readonly bucket_from: 'outside' | 'available' | 'frozen' | 'unconfirmed'
          /** Where it went. */
          readonly bucket_to: 'outside' | 'available' | 'frozen' | 'unconfirmed'
          /** Amount, always positive. */
          readonly amount: number
          /** Why it was rejected, reversed, cancelled or adjusted; empty if there is no reason. */
          readonly reason: string
        })[]
        /** The cursor of the next page; null on the last one. */
        readonly next_cursor: string | null
        /** What stood at the beginning. */
        readonly opening: {
          /** Available balance. */
          readonly available: number
          /** Frozen amount. */
          readonly frozen: number
          /** Unconfirmed amount. */
          readonly unconfirmed: number
        }
        /** What stood at the end. */
        readonly closing: {
          /** Available balance. */
          readonly available: number
          /** Frozen amount. */
          readonly frozen: number
          /** Unconfirmed amount. */
          readonly unconfirmed: number
        }
      }
    }
  }
  /** Sandbox: say what becomes of an order. */
  setSandboxOutcome: {
    request: {
      /** Kind of order: collection or payout. */
      type?: 'collection' | 'payout'
      /** Collection number, for a collection. */
      orderid?: string
      /** Payout number, for a payout. */
      serial_no?: string
      /** Merchant order number. */
      merchant_order_no?: string
      /** Platform transaction number. */
      tradeNo?: string
      /** Alias of tradeNo. */
      trade_no?: string
      /** Order number of the earlier protocol. */
      orderNo?: string
      /** What is to become of the order. */
      outcome: 'paid' | 'less' | 'late' | 'expired' | 'exception' | 'cancelled' | 'reversed' | 'matched'
      /** Amount paid, for paid, less and late: by default half of the amount for less, else all of it. */
      paid_amount?: number
      /** Why, for exception, cancelled and reversed; queries and callbacks tell it. */
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
        /** What is to become of the order. */
        readonly outcome: 'paid' | 'less' | 'late' | 'expired' | 'exception' | 'cancelled' | 'reversed' | 'matched'
        /** State of the order, as data.status of its query. */
        readonly status: 'pending' | 'succeeded' | 'manual' | 'processed' | 'cancelled'
        /** Amount paid of a collection. Absent for a payout. */
        readonly paid_amount?: number
        /** Actual amount of a payout; for a payout only. */
        readonly actual_amount?: number
        /** Events of this outcome that a callback is owed for; empty where you are not told. */
        readonly events: readonly ('collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed' | 'payout.completed' | 'payout.failed' | 'payout.returned')[]
        /** State of the callback. */
        readonly callback_status: 'none' | 'pending' | 'success' | 'failed'
      }
    }
  }
  /** Sandbox: have a callback sent. */
  sendSandboxCallback: {
    request: {
      /** Address that is to be notified. */
      notify_url: string
      /** Address for a payout that is not made; notify_url when absent. */
      reverse_url?: string
      /** Kind of order: collection or payout. */
      type?: 'collection' | 'payout'
      /** Outcome that is to be told, as of endpoint 14. */
      outcome?: 'paid' | 'less' | 'late' | 'expired' | 'cancelled' | 'reversed'
      /** Amount of the order. */
      amount?: number
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
        /** Number of the collection, which begins with TEST-. Absent for a payout. */
        readonly orderid?: string
        /** Number of the payout, which begins with TEST-; for a payout only. */
        readonly serial_no?: string
        /** Platform transaction number. */
        readonly trade_no: string
        /** Event that is told. */
        readonly event: 'collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed' | 'payout.completed' | 'payout.failed' | 'payout.returned'
        /** Address that is notified. */
        readonly url: string
        /** Number of the callback, as webhook-id. */
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
  /** Merchant order number. */
  readonly merchant_order_no: string
  /** Platform transaction number. */
  readonly trade_no: string
  /** Amount of the order. */
  readonly amount: number
  /** Amount paid, which may differ from amount: credit this one; 0 while it is not paid. */
  readonly paid_amount: number
  /** State of the order. */
  readonly status: 'success' | 'failed' | 'succeeded'
  /** When it was paid; the time of the event while it is not paid. */
  readonly paid_at: string
  /** The event; only for merchants set to be told of all events. */
  readonly event?: 'collection.completed' | 'collection.expired' | 'collection.rejected' | 'collection.reversed'
  /** Why; only for merchants set to be told of all events, where there is a reason. */
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
  /** Amount of the order. */
  readonly amount: number
  /** Amount actually paid out. */
  readonly actual_amount: number
  /** State of the order. */
  readonly status: 'success' | 'failed' | 'processed' | 'cancelled'
  /** When it was processed or cancelled. */
  readonly processed_at: string
  /** The event; only for merchants set to be told of all events. */
  readonly event?: 'payout.completed' | 'payout.failed' | 'payout.returned'
  /** Why; only for merchants set to be told of all events, where there is a reason. */
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
  setSandboxOutcome: '/api/v1/merchant/sandbox/outcome',
  sendSandboxCallback: '/api/v1/merchant/sandbox/callback',
} as const

/** The calls that are a GET without signature. */
export const unsigned: ReadonlySet<string> = new Set([
  'listBanks',
  'listProducts',
])
