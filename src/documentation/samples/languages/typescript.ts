import * as pay from '../../../../samples/typescript/pay.ts' with { type: 'text' }
import { type Sample, sampleText } from '../sample.ts'
// The compiler would look for what it imports, under its own name.
import story from './story.ts.source' with { type: 'text' }

export const typescript: Sample = {
  id: 'typescript',
  name: 'TypeScript',
  needs: 'Node.js ≥ 22.18',
  files: [{ path: 'typescript/pay.ts', text: sampleText(pay) }],
  story: { path: 'story.ts', text: story },
}
