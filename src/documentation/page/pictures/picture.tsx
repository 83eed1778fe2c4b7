import type { Meaning, Say } from '../../../units/language.ts'
import type { PictureName } from '../blocks.ts'
import { Calls, callsTitle } from './calls.tsx'
import { collectionStates, payoutStates, StatePicture } from './states.tsx'

/** A picture in the page's own colours, with words in one language. */
export function Picture({ name, say }: { name: PictureName; say: Say }) {
  if (name === 'calls') return <Calls say={say} />
  return <StatePicture of={stateDiagrams[name]} say={say} />
}

/** The title of a picture. */
export function pictureTitle(name: PictureName): Meaning {
  return name === 'calls' ? callsTitle : stateDiagrams[name].title
}

const stateDiagrams = {
  'collection-states': collectionStates,
  'payout-states': payoutStates,
}
