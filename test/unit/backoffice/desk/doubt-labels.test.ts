import { expect, test } from 'vitest'
import { doubtLabels, doubtNames } from '../../../../src/backoffice/desk/labels/auto-labels.ts'
import { doubts } from '../../../../src/contract/back-office/states.ts'

test('each doubt is told in at most 60 characters, in its own words, and in a short form for rows', () => {
  for (const language of ['zh', 'en'] as const) {
    const [told, short] = [doubtLabels, doubtNames].map((labels) =>
      doubts.map((doubt) => labels[doubt][language]),
    )
    expect(told?.filter((text) => text.length > 60)).toEqual([])
    expect(short?.filter((text) => text.length > 20)).toEqual([])
    for (const all of [told, short]) expect(new Set(all).size).toBe(doubts.length)
  }
})
