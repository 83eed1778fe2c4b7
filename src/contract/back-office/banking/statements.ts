import * as z from 'zod'
import { get } from '../call.ts'
import { readers } from '../roles.ts'
import { day, listOf, meaning, money, named } from '../shapes.ts'
import { dayCoverages } from '../states.ts'
import { page } from '../values.ts'
import { importViews } from './transactions.ts'

const statementsView = named(
  'AccountStatements',
  z.strictObject({
    covered_to: meaning(
      day.nullable(),
      '對帳單涵蓋的最後一日',
      'The last day that a statement covers, or null',
    ),
    balance: meaning(
      money.nullable(),
      '該日結束時的餘額；對帳單沒有餘額時為 null',
      'What that day ended with; null where its statement has no balances',
    ),
    later: meaning(
      z.strictObject({
        count: z.int(),
        amount: money,
        more: meaning(z.boolean(), '是否還有未計入的', 'Whether there are more than were counted'),
      }),
      '之後未經對帳單確認的交易',
      'What was told of the time after it, and no statement has confirmed',
    ),
    expected: meaning(
      money.nullable(),
      '現在預期的餘額，即兩者之和',
      'The balance that is expected now: both together',
    ),
    days: meaning(
      z.array(z.strictObject({ day, state: z.enum(dayCoverages) })),
      '近六週，自週一起，由舊到新',
      'The last six weeks, from a Monday on, oldest first',
    ),
  }),
)

const accountPath = '/bank-accounts/:id{[0-9]{1,16}}'

export const statementCalls = {
  showStatements: get(`${accountPath}/statements`, {
    roles: readers,
    summary: {
      zh: '帳戶的對帳單餘額、預期餘額與涵蓋的日期',
      en: 'Shows what statements say of an account: its balance, and the days that they cover',
    },
    answer: statementsView,
  }),
  listImports: get(`${accountPath}/imports`, {
    roles: readers,
    summary: { zh: '帳戶的匯入，由新到舊', en: 'Lists the imports of an account, newest first' },
    query: page,
    answer: listOf('ImportList', importViews.listed),
  }),
}
