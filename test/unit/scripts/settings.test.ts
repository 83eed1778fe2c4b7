import { expect, test } from 'vitest'
import { knownSettings, settingsOf } from '../../../scripts/local/settings.ts'
import { readProject } from '../../support/project-files.ts'

const ofStart = ['PORT', 'BACKOFFICE_PORT', 'INSPECTOR_PORT', 'STATE_DIR', 'SWEEP_SECONDS']
// docs/deploying.md gives other values for these than wrangler.toml.
const local = ['EXCHANGE_URL', 'ALLOW_PRIVATE_CALLBACKS']

test('docs/deploying.md has a row for all that npm start takes, with their values', async () => {
  const [, table = ''] =
    /\| setting \|.*\n\|---.*\n((?:\|.*\n)+)/.exec(readProject('docs/deploying.md')) ?? []
  const rows = Array.from(table.matchAll(/^\| `(\w+)` \| (?:`?([^|`]*)`? )?\|/gm))
  const { BASE_URL, ...known } = await knownSettings()
  expect(BASE_URL).toBe('')
  expect(rows.map(([, name]) => name)).toEqual([...ofStart, ...Object.keys(known)])
  const asKnown = rows.filter(([, name = '']) => ![...ofStart, ...local].includes(name))
  for (const [, name = '', value = ''] of asKnown)
    expect([name, value]).toEqual([name, known[name]])
})

test('the environment sets known settings but the base address, empty values included', async () => {
  const environment = {
    LINK_LIFETIME_SECONDS: '90',
    CALLBACK_DNS_URL: '',
    BASE_URL: 'x',
    HOME: '/',
  }
  expect(await settingsOf(environment)).toEqual({
    LINK_LIFETIME_SECONDS: '90',
    CALLBACK_DNS_URL: '',
  })
})
