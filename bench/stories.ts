import type { Usage } from './prices.ts'

/** A whole payment, with what it uses from its creation to its delivered callback; processor time is measured. */
type Story = { readonly title: string; readonly used: Usage }

/**
 * What is paid for in a payment, as test/workerd/store/stories.test.ts counts it in the Workers: a figure that grows is
 * a decision. A request is one to either Worker; what one calls of the other is none. An invocation of the queue's
 * consumer may have up to 20 messages; here it has one. A message is written, read and deleted.
 */
export const stories = {
  A: {
    title: 'by API, settled by hand without a bank transaction',
    used: { workerRequest: 3, logEvent: 3, rowRead: 49, rowWritten: 14, queueOperation: 3 },
  },
  B: {
    title: 'by API, an account at once, the bank’s line, settled by the service',
    used: { workerRequest: 3, logEvent: 3, rowRead: 135, rowWritten: 27, queueOperation: 3 },
  },
  C: {
    title: 'by a link with its page, whose member waits six minutes, then as B',
    used: {
      workerRequest: 11,
      logEvent: 5,
      rowRead: 488,
      rowWritten: 34,
      queueOperation: 3,
      kvWrite: 1,
    },
  },
} as const satisfies Readonly<Record<string, Story>>
