import type { Actor } from '#contract/actor.ts'
import type { Db } from '#server/db/tables.ts'

/**
 * An event in the rows of one feature that others react to in the same transaction. The feature that raises it declares it in its
 * `x.hooks.ts`; features that react list `thatHook.by(reaction)` in their `x.feature.ts`.
 */
export type Hook<A extends unknown[]> = {
  name: string
  /** Declares a reaction of a feature to this hook. */
  by: (react: (...args: A) => Promise<void>) => Reaction
}

export type Reaction = { hook: string; react: (...args: never) => Promise<void> }

/** The type of a function that reacts to a hook. */
export type ReactionTo<H> = H extends Hook<infer A> ? (...args: A) => Promise<void> : never

export const hook = <A extends unknown[]>(name: string): Hook<A> => ({ name, by: (react) => ({ hook: name, react }) })

/** Raised by the platform before an archive is made, and before a cash box is closed: rows that are written late are written now. */
export const sealing = hook<[tx: Db]>('sealing')

/** Raised by users when an account is deleted. It is declared here because the wing below people reacts too. */
export const personDeleted = hook<[tx: Db, personId: string, now: Date, by: Actor]>('personDeleted')

/** Raised by the platform for stored contents that no row refers to any more. */
export const contentsReleased = hook<[tx: Db, hashes: readonly string[]]>('contentsReleased')

/** Raises a hook: `ctx.hooks.run(personDeleted, tx, id, ctx.now, ctx.me)`. */
export type Hooks = { run: <A extends unknown[]>(hook: Hook<A>, ...args: A) => Promise<void> }

/** Runs functions one after the other: on SQLite and PostgreSQL a transaction runs one statement at a time. */
export const all =
  <A extends unknown[]>(functions: readonly (((...args: A) => Promise<void>) | undefined)[]) =>
  async (...args: A): Promise<void> => {
    for (const one of functions) await one?.(...args)
  }

/** The reactions of all features, in the order of the features. */
export const hooksOf = (features: readonly { hooks: readonly Reaction[] }[]): Hooks => {
  const reactions = Map.groupBy(
    features.flatMap(({ hooks }) => hooks),
    ({ hook }) => hook,
  )
  return {
    run: async ({ name }, ...args) => {
      for (const { react } of reactions.get(name) ?? []) await react(...(args as never))
    },
  }
}
