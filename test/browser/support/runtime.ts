// Stands for `cloudflare:workers` where the pages' host runs in Node.

/** Lets work go on after the answer, as every promise does here. */
export function waitUntil(work: Promise<unknown>): void {
  void work
}
