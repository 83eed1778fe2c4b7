// What a walk of insiders knows of the world, and no row says: which money really moved at the bank, who paid it and what
// for, what each reported line stands for, and who is who. Amounts in hundredths, times in UTC seconds.

/** Money that really moved on one of the platform's bank accounts: positive when it came in. */
export type RealMoney = {
  readonly id: number
  readonly account: number
  readonly amount: number
  readonly at: number
  /** Who paid it, or was paid. */
  readonly person: string
  /** The order that it was moved for. */
  readonly tradeNo: string
}

/** What somebody said of a line: the money that it stands for, null where there is none. */
export type LineReport = {
  readonly money: RealMoney | null
  /** The name of the caller. */
  readonly by: string
  readonly isHonest: boolean
  readonly at: number
}

/** Somebody who calls the back office. A token belongs to a person. */
export type Caller = {
  readonly person: string
  readonly role: 'operator' | 'agent' | 'feed'
  readonly isToken: boolean
  readonly isHonest: boolean
}

/** An order as the walk knows it. */
export type TrueOrder = {
  readonly tradeNo: string
  readonly kind: 'collection' | 'payout'
  /** Who pays it, or is paid. */
  readonly person: string
  /** Whether it names that person's whole account. */
  readonly isWhole: boolean
}

/** A bank account as two operators have registered it. */
export type TrueAccount = {
  readonly id: number
  readonly database: number
  readonly backing: 'required' | 'later'
  /** Uids; empty for all. */
  readonly merchants: readonly string[]
  readonly feeMax: number
}

/** A hold of a person's account that stands from then on. */
type TrueHold = { readonly person: string; readonly at: number }

/** A day of an account (Asia/Taipei, in days since 1970) that an honest statement has covered. */
type CoveredDay = { readonly account: number; readonly day: number; readonly at: number }

export class Truth {
  readonly callers = new Map<string, Caller>()
  readonly orders = new Map<string, TrueOrder>()
  readonly accounts = new Map<number, TrueAccount>()
  readonly holds: TrueHold[] = []
  /** Members who are insiders' friends, by person. */
  readonly crooked = new Set<string>()
  readonly covered: CoveredDay[] = []
  /** By the id of the row that a posting was answered with. */
  readonly posted = new Map<number, LineReport[]>()
  /** By `import.line`, lines of the file from 1. */
  readonly imported = new Map<string, LineReport>()
  /** Rows that different answers gave to one posting whose number was spelt otherwise. */
  readonly respelt: { readonly first: number; readonly again: number }[] = []
  readonly moneys: RealMoney[] = []

  report(row: number, report: LineReport): void {
    this.posted.set(row, [...(this.posted.get(row) ?? []), report])
  }
}
