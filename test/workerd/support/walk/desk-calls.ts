import type { Context } from '../../../../src/context.ts'
import { namedCalls } from '../../../../src/contract/back-office/table.ts'
import { backOfficeOver, type Inputs } from '../back-office-http.ts'
import { amountPath } from '../links.ts'
import { type Answer, paths } from '../service.ts'

/** The header that names who calls. */
export type By = string

/** The name that rows have for a caller. */
export const callerName = (by: By) => by.slice(0, by.lastIndexOf(':'))

/** Dollars that one person may move alone on a day, over all kinds and databases. */
export const approvalFrom = 100_000

/** The back office of a walk, where calls wait for a second person: each ends with all that it began. */
export class DeskCalls {
  readonly context: Context
  /** How often each call ended in each way. */
  readonly outcomes = new Map<string, number>()
  /** What goes on after the answers. */
  readonly later: Context['later'] = (work) => void this.going.push(work)
  private readonly going: Promise<void>[] = []
  private readonly over: ReturnType<typeof backOfficeOver>
  private readonly approvers: readonly [By, By]
  private readonly begin: () => void

  /** `begin` is called before each call. */
  constructor(
    context: Context,
    approvers: readonly [asker: By, second: By],
    begin: () => void = () => undefined,
  ) {
    const approvals = { on: true, from: approvalFrom * 100 }
    this.context = {
      ...context,
      wake: async () => undefined,
      later: this.later,
      log: () => undefined,
      archive: null,
      settings: { ...context.settings, approvals },
    }
    this.over = backOfficeOver(this.context)
    this.approvers = approvers
    this.begin = begin
  }

  async ask(name: string, by: By, sent: Inputs = {}): Promise<Answer> {
    const call = namedCalls.find((one) => one.name === name)
    if (call === undefined) throw new Error(`no call ${name}`)
    this.begin()
    const answer = await this.over(call, by, sent)
    await this.settled()
    const { status, body } = answer
    const role = by.slice(by.lastIndexOf(':') + 1)
    const outcome = `${name} by ${role}: ${status < 300 ? status : (body?.error ?? status)}`
    this.count(outcome)
    if (status >= 500) throw new Error(`${outcome} ${JSON.stringify(sent)}`)
    return answer
  }

  /** The same, carried out by two operators. */
  async askOfTwo(name: string, sent: Inputs): Promise<Answer> {
    const [asker, second] = this.approvers
    const asked = await this.ask(name, asker, sent)
    if (asked.status !== 202) return asked
    return this.ask('approve', second, { path: { id: String(asked.body.approval_id) }, body: {} })
  }

  count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
  }

  /** Waits for what goes on after the answers. */
  async settled(): Promise<void> {
    while (this.going.length > 0) await Promise.all(this.going.splice(0))
  }
}

/** A member's order. Dollars. */
type OrderRequest = {
  readonly number: string
  readonly person: string
  readonly amount: number
  readonly name: string
  readonly accountNo: string
}

/** A collection of a member by the merchant's own call, or by a link with that amount. */
export function collectionRequest(
  { number, person, amount, name, accountNo }: OrderRequest,
  isLink: boolean,
) {
  if (!isLink) {
    const member = { user_id: person, user_name: name, counterparty_account: accountNo }
    return { path: paths.create, fields: { orderid: number, amount, ...member } }
  }
  const payer = { payer_account_no: accountNo, payer_bank_name: '臺灣銀行' }
  const member = { member_no: person, member_name: name, notify_url: 'https://m.example/n' }
  return { path: amountPath, fields: { merchant_order_no: number, amount, ...member, ...payer } }
}
