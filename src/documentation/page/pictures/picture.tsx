import type { Say } from '../../../units/language.ts'
import type { PictureName } from '../blocks.ts'
import { Calls } from './calls.tsx'
import { collectionStates, payoutStates, StatePicture } from './states.tsx'

/** A picture in the page's own colours, with words in one language. */
export function Picture({ name, say }: { name: PictureName; say: Say }) {
  if (name === 'calls') return <Calls say={say} />
  return <StatePicture of={name === 'payout-states' ? payoutStates : collectionStates} say={say} />
}
