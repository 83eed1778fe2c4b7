import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionLabels } from '../../../src/backoffice/desk/labels/people-labels.ts'

test('what operations write into the journal has a name at the desk', () => {
  const room = join(import.meta.dirname, '../../../src/operations')
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' })
  const texts = files.filter((one) => one.endsWith('.ts')).map((one) => readText(room, one))
  const actions = texts.flatMap((text) => [...text.matchAll(/\baction: '([\w-]+)'/g)])
  const unnamed = actions.flatMap(([, action = '']) =>
    Object.hasOwn(actionLabels, action) || ofTheService.has(action) ? [] : [action],
  )
  expect(actions.length).toBeGreaterThan(30)
  expect(unnamed).toEqual([])
})

// The service's own, which the journal does not have.
const ofTheService: ReadonlySet<string> = new Set(['expire'])

const readText = (room: string, file: string) => readFileSync(join(room, file), 'utf8')
