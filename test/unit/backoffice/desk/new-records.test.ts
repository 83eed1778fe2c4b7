import { expect, test } from 'vitest'
import { backOffice } from '../../../../src/backoffice/api.ts'
import { localAccess } from '../../../support/local-access.ts'

// What a form for a new record lets its reader choose.

async function formAt(path: string, databases: number): Promise<string> {
  const service = { databases, approvals: { on: true, from: '100000.00' }, merchant_api: null }
  const call = async (name: string) => ({
    ok: true,
    value: {
      kind: 'answered',
      call: name,
      value: name === 'showService' ? service : { items: [], by_setting: [] },
    },
  })
  const desk = { call }
  const answer = await backOffice.request(
    `http://localhost${path}`,
    { headers: { accept: 'text/html', 'accept-language': 'en' } },
    {
      ...localAccess,
      BACK_OFFICE: desk,
    },
  )
  expect(answer.status).toBe(200)
  return answer.text()
}

const choices = (html: string) => {
  const [, options = ''] = /<select[^>]*name="database"[^>]*>(.*?)<\/select>/s.exec(html) ?? []
  return [...options.matchAll(/<option value="(\d*)"( selected="")?>/g)].map(
    ([, value, chosen]) => `${value}${chosen === undefined ? '' : ' chosen'}`,
  )
}

test.each(['/merchants/~new', '/bank-accounts/new'])(
  '%s lets its reader choose the database where there are several, by default the newest',
  async (path) => {
    expect(choices(await formAt(path, 3))).toEqual([' chosen', '0', '1', '2'])
    expect(choices(await formAt(path, 1))).toEqual([])
  },
)
