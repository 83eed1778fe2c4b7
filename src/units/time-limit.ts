/** What a store or a queue gives; an error once that takes longer than so many milliseconds, though it goes on. */
export async function inTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new Error(`took longer than ${milliseconds} ms`))
    timer = setTimeout(refuse, milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Lets so many milliseconds pass. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
