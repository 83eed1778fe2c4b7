/** Whether a text has a Chinese character. */
export const isChinese = (text: string) => /\p{Script=Han}/u.test(text)
