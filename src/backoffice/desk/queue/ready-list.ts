import type { Answer } from '../../../contract/back-office/call.ts'
import { settledAtOnceMax } from '../../../contract/back-office/states.ts'
import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Desk } from '../desk.ts'

type ReadyList = AnswerOf<'listReady'>

/** The first page of ready orders, on an account or on all: read once for all sections of a page. */
export function firstReadyPage(desk: Desk, account: string): Promise<Answer<ReadyList>> {
  const known = found.get(desk) ?? new Map<string, Promise<Answer<ReadyList>>>()
  const query = { bank_account: account, limit: String(settledAtOnceMax) }
  const list = known.get(account) ?? desk.ask('listReady', { query })
  found.set(desk, known.set(account, list))
  return list
}

const found = new WeakMap<Desk, Map<string, Promise<Answer<ReadyList>>>>()
