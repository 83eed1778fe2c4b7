import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import { percentText } from '../../parts/values.tsx'

export type PriceVersion = AnswerOf<'listPricing'>['items'][number]

export type Rate = PriceVersion['pricing']['collection']

/** A rate in words: "1.5 % + NT$3, at least NT$5". */
export function rateLabel({ rate_ppm: ppm, fixed, min, max }: Rate): Meaning {
  const sums = [
    ...(ppm === 0 ? [] : [`${percentText(ppm)} %`]),
    ...(fixed === 0 ? [] : [moneyText(fixed)]),
  ]
  const sum = sums.join(' + ')
  const [least, most] = [min > 0 ? moneyText(min) : null, max === null ? null : moneyText(max)]
  if (sum === '' && least === null) return { zh: '免費', en: 'Free' }
  const parts = (words: readonly (readonly [string | null, string])[], comma: string) =>
    words.flatMap(([text, before]) => (text === null ? [] : [`${before}${text}`])).join(comma)
  return {
    zh: parts(
      [
        [sum === '' ? null : sum, ''],
        [least, '至少 '],
        [most, '至多 '],
      ],
      '，',
    ),
    en: parts(
      [
        [sum === '' ? null : sum, ''],
        [least, 'at least '],
        [most, 'at most '],
      ],
      ', ',
    ),
  }
}
