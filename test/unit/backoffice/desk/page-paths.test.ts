import { expect, test } from 'vitest'
import { fitsPath } from '../../../../src/backoffice/call.ts'
import { merchantPath } from '../../../../src/backoffice/desk/merchants/merchant-path.ts'
import { pages } from '../../../../src/backoffice/desk/pages.ts'
import { newMerchant } from '../../../../src/contract/back-office/merchants/merchants.ts'
import { calls } from '../../../../src/contract/back-office/table.ts'

// Of two pages whose paths fit an address, the first is drawn: the other's record would have no page.

test('no page stands where the page of a record could be', () => {
  const records = pages.filter(({ path }) => path.includes(':'))
  const taken = pages.flatMap(({ path: fixed }) =>
    records
      .filter(({ path, reads }) => {
        const values = valuesAt(path, fixed)
        const call = calls[reads]
        return values !== null && fitsPath(call, values) && canBe(values)
      })
      .map(({ path }) => `${fixed} is also ${path}`),
  )
  expect(taken).toEqual([])
})

test.each(['.', '..', '...', '.a', 'a.b', 'new', '-', '_'])(
  'a merchant may be called %s only where an address can name it',
  (uid) => {
    const { pathname } = new URL(merchantPath(uid), 'http://desk')
    expect(canBe({ uid })).toBe(pathname === `/merchants/${uid}`)
  },
)

// The values of a path with names at an address without any; null where it does not fit.
function valuesAt(path: string, fixed: string): Readonly<Record<string, string>> | null {
  if (fixed.includes(':')) return null
  const pattern = path.replace(/:(\w+)(?:\{[^/]*\})?/g, '(?<$1>[^/]+)')
  return new RegExp(`^${pattern}$`).exec(fixed)?.groups ?? null
}

// A uid is anything that a merchant can be created with.
function canBe({ uid }: Readonly<Record<string, string>>): boolean {
  return uid === undefined || newMerchant.shape.uid.safeParse(uid).success
}
