import pay from '../../../../samples/csharp/MerchantPayment/Pay.cs' with { type: 'text' }
import type { Sample } from '../sample.ts'
import story from './Story.cs' with { type: 'text' }

export const csharp: Sample = {
  id: 'csharp',
  name: 'C#',
  needs: '.NET SDK ≥ 8',
  files: [{ path: 'csharp/MerchantPayment/Pay.cs', text: pay }],
  story: { path: 'Story.cs', text: story },
}
