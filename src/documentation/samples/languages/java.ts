import json from '../../../../samples/java/src/main/java/merchantpayment/Json.java' with {
  type: 'text',
}
import members from '../../../../samples/java/src/main/java/merchantpayment/Members.java' with {
  type: 'text',
}
import pay from '../../../../samples/java/src/main/java/merchantpayment/Pay.java' with {
  type: 'text',
}
import type { Sample } from '../sample.ts'
import story from './Story.java' with { type: 'text' }

const folder = 'java/src/main/java/merchantpayment'

export const java: Sample = {
  id: 'java',
  name: 'Java',
  needs: 'JDK ≥ 17',
  files: [
    { path: `${folder}/Pay.java`, text: pay },
    { path: `${folder}/Members.java`, text: members },
    { path: `${folder}/Json.java`, text: json },
  ],
  story: { path: 'Story.java', text: story },
}
