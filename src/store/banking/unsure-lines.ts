import { switchDoubts } from '../../contract/back-office/states.ts'

const ofNoMoney = [...switchDoubts, 'no_order'].map((doubt) => `'"${doubt}"'`)

/**
 * Whether a person has to decide whose money a transaction is: when it was last judged something was in doubt of it
 * beside switches, and an order fitted. Lists, marks and what is ready ask this alone.
 */
export function isUnsure(doubts = 'doubts'): string {
  // A list of values would be rows that are read.
  const left = ofNoMoney.reduce((text, doubt) => `replace(${text}, ${doubt}, '')`, doubts)
  return `coalesce(trim(${left}, '[,]'), '') <> ''`
}
