import type { Env as HonoEnv } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { PatternRouter } from 'hono/router/pattern-router'

/**
 * Hono with its smallest router, one expression for each path. The usual one carries two larger ones, which every new
 * isolate has to read, and which for so few paths find nothing faster.
 */
export class Hono<E extends HonoEnv> extends HonoBase<E> {
  constructor() {
    super()
    this.router = new PatternRouter()
  }
}
