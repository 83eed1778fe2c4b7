import type { Region } from '../blocks.ts'
import { nodeSigner, pythonSigner } from './provisional.ts'

/** The code of a region in one language. */
export type Sample = { readonly language: string; readonly name: string; readonly text: string }

/** The code of a region in each language that has it. */
export function samplesOf(region: Region): readonly Sample[] {
  if (region !== 'sign') return []
  return [
    { language: 'typescript', name: 'Node.js', text: nodeSigner },
    { language: 'python', name: 'Python', text: pythonSigner },
  ]
}
