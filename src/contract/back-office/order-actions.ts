/** What can be done with an order (back office §7): the last parts of the paths of the calls that move it. */
export const orderActions = [
  ...(['take', 'release', 'match', 'settle', 'exception', 'confirm'] as const),
  ...(['process', 'cancel', 'reverse', 'back'] as const),
] as const
export type OrderAction = (typeof orderActions)[number]
