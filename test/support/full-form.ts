/** Whether each state of every page is looked at in each look, and screenshots are kept: minutes instead of seconds. */
export const isFullForm = process.env.GALLERY === 'full'
