import * as z from 'zod'
import { searchKinds, searchMatches } from '../../search.ts'
import { meaning, money, named, time } from '../answer.ts'

/** What a search has found; it has no further pages. */
export const found = named(
  'Found',
  z.strictObject({
    items: z.array(
      z.strictObject({
        kind: z.enum(searchKinds),
        name: meaning(
          z.string(),
          '編號或名稱',
          'Its number or name, by which its own call shows it',
        ),
        merchant_uid: z.string().optional(),
        trade_no: meaning(
          z.string().optional(),
          '連結的代收；只有已有代收的連結才有',
          'Of links alone: the collection, where it has one',
        ),
        amount: money.optional(),
        status: z.string(),
        created_at: time,
        matched_on: meaning(z.enum(searchMatches), '符合的項目', 'By what it was found'),
        test: meaning(z.boolean(), '屬於測試商戶', 'Of a test merchant'),
      }),
    ),
  }),
)
