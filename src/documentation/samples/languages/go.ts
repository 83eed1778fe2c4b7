import pay from '../../../../samples/go/pay/pay.go' with { type: 'text' }
import type { Sample } from '../sample.ts'
import story from './story.go' with { type: 'text' }

export const go: Sample = {
  id: 'go',
  name: 'Go',
  needs: 'Go ≥ 1.21',
  files: [{ path: 'go/pay/pay.go', text: pay }],
  story: { path: 'story.go', text: story },
}
