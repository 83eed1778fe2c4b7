import type { LogEvent } from './log-fields.ts'

/** The log lines of the delivery of callbacks. */
export const attemptEvents = {
  callback_attempt: {
    always: ['callback_id', 'trade_no', 'merchant', 'trigger', 'attempt', 'outcome'],
    sometimes: ['host', 'http_status', 'duration_ms', 'lag_seconds', 'state', 'next_at'],
    means: 'after every attempt',
    remedy: null,
  },
  callback_test: {
    always: ['merchant', 'outcome', 'duration_ms'],
    sometimes: ['host', 'http_status'],
    means: 'a sample was sent for the back office',
    remedy: null,
  },
  callback_parked: {
    always: ['callback_id', 'trade_no'],
    means: 'a callback was parked, because its lease ran out eight times',
    remedy: 'find `delivery_fault` of its order, mend that, revive the callback',
  },
  wake_failed: {
    always: ['count', 'fault'],
    means: 'a wake-up message could not be sent',
    remedy: 'nothing: the sweep finds the callbacks; look at the queue if it lasts',
  },
  dead_wake: {
    always: ['order_id', 'attempts'],
    means: 'a message could not be handed over in ten retries',
    remedy:
      'find `deliverer_unreachable` and `delivery_fault` around it; the sweep goes on by itself',
  },
  deliverer_unreachable: {
    always: ['count', 'fault'],
    means: 'the deliverer could not be called',
    remedy: 'nothing while it is rare; after a deployment, roll it back',
  },
  delivery_fault: {
    always: ['order_id', 'fault'],
    means: 'a lease or an attempt ended by a fault of our own',
    remedy: 'mend the fault; the callback is tried again, eight times in all',
  },
  record_failed: {
    always: ['callback_id', 'fault'],
    means: 'an attempt could not be recorded at once',
    remedy: 'nothing: it is recorded again, else the receiver gets the callback twice',
  },
  endpoint_open: {
    always: ['endpoint', 'pause_seconds'],
    means: 'a receiver’s breaker opened',
    remedy: 'tell the merchant if it lasts',
  },
  endpoint_answers: {
    always: ['endpoint', 'left'],
    means: 'a receiver in trouble acknowledged again',
    remedy: null,
  },
  endpoint_fault: {
    always: ['endpoint', 'fault'],
    means: 'a breaker could not be read or written',
    remedy: 'nothing: the attempt counts all the same',
  },
  resolver_failed: {
    always: ['host', 'type', 'fault'],
    means: 'a name could not be looked up; the attempt is made all the same',
    remedy: 'look at the service of `CALLBACK_DNS_URL` if it lasts',
  },
  wrong_secrets_key: {
    always: ['setting', 'merchant', 'consequence'],
    means: 'once a minute while `SECRETS_KEY` is not the key of the stored secrets',
    remedy: 'put the right key back at once: signed requests are 503, callbacks wait',
  },
} as const satisfies Readonly<Record<string, LogEvent>>
