import { expect, test } from 'vitest'
import { backOffice } from '../../../../src/backoffice/api.ts'

// A call reads a limited number of rows: a page may have none although the next ones fit.
async function textAt(path: string, cursor: string | null): Promise<string | undefined> {
  const value = { items: [], next_cursor: cursor, by_setting: [] }
  const call = async (name: string) => ({
    ok: true,
    value: { kind: 'answered', call: name, value },
  })
  const answer = await backOffice.request(
    `http://localhost${path}`,
    { headers: { accept: 'text/html', 'accept-language': 'en' } },
    { ACCESS_TEAM_DOMAIN: '', ACCESS_AUD: '', ACCESS_ROLES: '{}', BACK_OFFICE: { call } },
  )
  return /<p class="empty">(.*?)<\/p>/.exec(await answer.text())?.[1]
}

test.each([
  ['/journal?actor=ann@platform.example', 'No entry fits.'],
  ['/callbacks?failing=true', 'No callback fits.'],
  ['/payouts?agent=ann', 'No order fits.'],
  ['/bank-transactions?last5=12345', 'There are no such transactions.'],
])('%s says that there is none only where nothing is left to be read', async (path, none) => {
  expect(await textAt(path, null)).toBe(none)
  expect(await textAt(path, '5')).toBe('Nothing fits so far. The next ones may.')
})
