import { type ComponentType, createElement, use } from 'react'

/** A component whose code may still have to be fetched. */
export type Screen<P extends object = object> = {
  Component: ComponentType<P>
  /** Fetches the code; safe to call often. */
  load: () => Promise<void>
}

/** The code could not be loaded: a bad network, or a newer version has replaced the files. */
export class NotLoaded extends Error {
  /** Tries again; resolves once the code is loaded, and throws if it fails again. */
  readonly retry: () => Promise<void>

  constructor(retry: () => Promise<void>, cause: unknown) {
    super('The code of this page did not arrive', { cause })
    this.name = 'NotLoaded'
    this.retry = retry
  }
}

/**
 * A component that is fetched on first use. React's own `lazy` keeps a failed fetch for ever; this one forgets it on Retry. Loaded
 * code renders at once, without a skeleton in between.
 */
export const lazyScreen = <P extends object = object>(fetchIt: () => Promise<ComponentType<P>>): Screen<P> => {
  let code: Promise<ComponentType<P>> | undefined

  const start = (): Promise<ComponentType<P>> => {
    if (code) return code
    const fetching: Promise<ComponentType<P>> = fetchIt().catch((cause) => {
      throw new NotLoaded(again, cause)
    })
    const again = async () => {
      // Of several that failed with it, the first one retries, and the others wait for that.
      if (code === fetching) code = undefined
      await start()
    }
    // `use` reads the outcome here and does not suspend for loaded code.
    const keep = (value: ComponentType<P>) => Object.assign(fetching, { status: 'fulfilled', value })
    fetching.then(keep, () => {})
    code = fetching
    return fetching
  }
  const load = async () => {
    try {
      await start()
    } catch {
      // Nobody awaits it yet: the next caller tries again.
      code = undefined
    }
  }
  // biome-ignore lint/correctness/noComponentHookFactories: it is made once, when a module loads, never while something renders.
  return { Component: (props: P) => createElement(use(start()), props), load }
}

/** A component that is part of the first load. */
export const eagerScreen = <P extends object = object>(Component: ComponentType<P>): Screen<P> => ({ Component, load: async () => {} })
