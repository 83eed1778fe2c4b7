import * as pay from '../../../../samples/typescript/pay.ts' with { type: 'text' }
import { type Sample, sampleText } from '../sample.ts'
// Under its own name the compiler would resolve the imports of the story.
import story from './story.ts.source' with { type: 'text' }

export const typescript: Sample = {
  id: 'typescript',
  name: 'TypeScript',
  needs: 'Node.js ≥ 22.18',
  files: [{ path: 'typescript/pay.ts', text: sampleText(pay) }],
  story: { path: 'story.ts', text: story },
}
