import pay from '../../../../samples/python/pay.py' with { type: 'text' }
import type { Sample } from '../sample.ts'
import story from './story.py' with { type: 'text' }

export const python: Sample = {
  id: 'python',
  name: 'Python',
  needs: 'Python ≥ 3.9',
  files: [{ path: 'python/pay.py', text: pay }],
  story: { path: 'story.py', text: story },
}
