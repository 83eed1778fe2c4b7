import type { Env as HonoEnv } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * Hono with one router. The usual one carries two and takes the faster where every path suits it, which those of the
 * members' pages do not; it has to be read by every new isolate all the same.
 */
export class Hono<E extends HonoEnv> extends HonoBase<E> {
  constructor() {
    super()
    this.router = new TrieRouter()
  }
}
