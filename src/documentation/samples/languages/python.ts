import pay from '../../../../samples/python/pay.py' with { type: 'text' }
import type { Sample } from '../sample.ts'
import story from './story.py' with { type: 'text' }

export const python: Sample = {
  id: 'python',
  name: 'Python',
  files: [{ path: 'python/pay.py', text: pay }],
  story: { path: 'story.py', text: story },
}
