import { expect, test } from 'vitest'
import { callProblems } from '../../../../src/backoffice/desk/labels/problems/call-problems.ts'
import { englishOf, refusedIn } from '../../../../src/backoffice/desk/labels/problems/refused-in.ts'
import { schemaProblems } from '../../../../src/backoffice/desk/labels/problems/schema-problems.ts'
import { fitting } from '../../../../src/backoffice/guards.ts'
import { namedCalls } from '../../../../src/contract/back-office/table.ts'
import { commonProblems } from '../../../../src/contract/problems/common-problems.ts'
import { Refusal, refusedAnswer } from '../../../../src/contract/refusals.ts'
import { filesIn } from '../../../support/project-files.ts'
import { chineseOf, isChinese } from '../../../support/told-texts.ts'
import { calls } from '../example-calls.ts'

// A page in English tells every problem in English. Each Chinese text of the source that a person can meet as a problem
// stands in a table with its English.

const folders = ['contract/back-office', 'operations', 'rules/banking', 'backoffice']
const others = [
  // Its texts have both languages beside one another, or are headers of files.
  /^src\/contract\/back-office\/(?:answers|refusals)\/|built-in-formats|\/openapi\/|problem-labels/,
  /^src\/backoffice\/desk\/(?!acts|token|form-body)/,
  // Merchants alone are refused with them.
  /operations\/orders\/(?:place-order|refuse-copies|find-own-order|limit-custom-data)/,
  /operations\/(?:accounts\/list-own-ledger|merchants\/authenticate-merchant|links\/create-payment)/,
  /operations\/sandbox\//,
]
const files = [
  ...folders
    .flatMap((folder) => filesIn(`src/${folder}`))
    .filter((file) => /\.tsx?$/.test(file) && !others.some((other) => other.test(file))),
]
const texts = new Set(files.flatMap(chineseOf))

test('each problem of the source has its English, and each English its problem', () => {
  expect(texts.size).toBeGreaterThan(80)
  const known = [...Object.keys(schemaProblems), ...Object.keys(callProblems)]
  const own = [...texts].filter((text) => !Object.hasOwn(commonProblems, text))
  expect(known.toSorted()).toEqual(own.toSorted())
  expect(
    [...Object.values(schemaProblems), ...Object.values(callProblems)].filter(isChinese),
  ).toEqual([])
})

// Each member of each example in turn, and some members of none.
const wrong = [null, true, 0, -1, 1.5, '', 'x'.repeat(600), 'a\nb', [], [{}], {}, { x: 1 }, '0']

test('whatever a call is given, a reader of English is told the problems in English', () => {
  const told = new Set<string>()
  for (const { call } of namedCalls) {
    const example = examples.get(`${call.method} ${call.path}`) ?? {}
    for (const schema of [call.body, call.query]) {
      if (schema === undefined) continue
      const names = [...Object.keys(example), ...members(schema), 'unknown']
      for (const name of names) {
        for (const value of wrong) {
          try {
            fitting(schema, { ...example, [name]: value }, 'en')
          } catch (refusal) {
            for (const text of problemsIn(refusal as Refusal)) told.add(text)
          }
        }
      }
    }
  }
  expect(told.size).toBeGreaterThan(30)
  expect([...told].filter(isChinese)).toEqual([])
})

test('a text is told with what it was filled with', () => {
  expect(englishOf('「10.0.0」不是 IP 位址或 CIDR 網段')).toBe(
    '"10.0.0" is neither an IP address nor a CIDR network',
  )
  expect(englishOf('沒有編號 3 的資料庫，共有 1 個')).toBe(
    'There is no database 3; there are 1 of them',
  )
  expect(englishOf('王小明')).toBeNull()
})

test('a message without English of its own is that of its code; in Chinese it has the width of a page', () => {
  const refused = refusedAnswer(new Refusal('held'))
  expect(refusedIn('en', refused).message).toMatch(/^The order, its merchant/)
  expect(refusedIn('zh', refused).message).toBe(
    '此訂單、商戶、會員或帳號管制中，不可入帳或出款，請先解除管制',
  )
  const named = refusedAnswer(new Refusal('not_found', { message: '查無此商戶，請確認 uid' }))
  expect(refusedIn('en', named).message).toBe('There is no such merchant; check the uid')
})

const examples = new Map(
  namedCalls.map(({ call }) => {
    const pattern = new RegExp(`^/api${call.path.replace(/:\w+(?:\{[^/]*\})?/g, '[^/]+')}$`)
    const found = calls.find(([method, path]) => method === call.method && pattern.test(path))
    return [`${call.method} ${call.path}`, { ...found?.[2] } as Record<string, unknown>]
  }),
)

function members(schema: object): readonly string[] {
  return 'shape' in schema ? Object.keys(schema.shape as object) : []
}

function problemsIn(refusal: Refusal): readonly string[] {
  const { errors = {} } = refusedIn('en', refusedAnswer(refusal))
  return Object.values(errors).flat()
}
