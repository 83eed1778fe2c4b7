import { expect, test } from 'vitest'
import { calls } from '../../../../src/contract/back-office/table.ts'
import { filesIn, readProject } from '../../../support/project-files.ts'

// Forms of a call that may wait for a second person, which themselves do not, or say so beside the field that does.
const others = {
  // To a registered account, and to one in words.
  '{id}': 'matchCollection',
  reject: 'confirmCollection',
  format: 'patchBankAccount',
  'own-format': 'patchBankAccount',
  create: 'createMerchant',
  settings: 'patchMerchant',
  enable: 'patchMerchant',
  disable: 'patchMerchant',
  'begin-maintenance': 'switchMaintenance',
}

test('each other form of a call that may wait says whether it needs a second person', () => {
  const forms = filesIn('src/backoffice/desk').flatMap((file) =>
    (readProject(file).match(/<ActForm\n[\s\S]*?\n\s*\/?>\n/g) ?? []).map((form) => ({
      id: /\bid="?([^"\n]*)/.exec(form)?.[1],
      named: [...form.matchAll(/['"](\w+)['"]/g)].flatMap(([, name]) => name ?? []),
      says: /\n\s*second=/.test(form),
    })),
  )
  const waits = new Set(
    Object.entries(calls).flatMap(([name, call]) => ('waits' in call ? name : [])),
  )
  const silent = forms.filter(({ named, says }) => !says && named.some((one) => waits.has(one)))
  expect(forms.length).toBeGreaterThan(60)
  expect(silent.map(({ id, named }) => [id, named.find((one) => waits.has(one))]).sort()).toEqual(
    Object.entries(others).sort(),
  )
})
