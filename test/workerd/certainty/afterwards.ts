/** What goes on after answers: files that play plans replace `later` by it, so that it can be waited for. */
export const afterwards: Promise<void>[] = []
