import type { Meaning, Say } from '../../../units/language.ts'
import type { PictureName } from '../blocks.ts'
import { Calls, callsTitle } from './calls.tsx'

const pictures = { calls: { Drawn: Calls, title: callsTitle } }

/** A picture in the page's own colours, with words in one language. */
export function Picture({ name, say }: { name: PictureName; say: Say }) {
  const { Drawn } = pictures[name]
  return <Drawn say={say} />
}

export function pictureTitle(name: PictureName): Meaning {
  return pictures[name].title
}
